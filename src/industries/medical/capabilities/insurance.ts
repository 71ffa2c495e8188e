import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, type EntityValue, phrasesIn, type Slots } from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { done } from '../../../capability/outcome.ts';
import { NonBlank, Nullable, Strict } from '../../../kernel/http/schema.ts';
import { onlyOf } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { findEntry } from '../../entries.ts';
import { listed } from '../../render.ts';
import { type Coverage, findCoverage, NOTICE, shareOf } from '../insurance.ts';
import type { MedicalBusiness } from '../schema.ts';
import { withArticle } from '../visit-choice.ts';

const Word = NonBlank({ maxLength: 200 });

const SELF_PAY = /out of (my )?pocket|without insurance|self.?pay|uninsured|no insurance|in cash|privately/i;

export const checkInsurance = defineCapability({
  name: 'medical.insurance',
  summary: message('Check my insurance'),
  effect: 'read',
  basis: ['/medical/insurance'],
  scope: 'bookings:read',
  input: Strict({
    payer: { ...Word, description: 'The insurer' },
    plan: Type.Optional(Word),
    visitType: Type.Optional({ ...Word, description: 'Id or name, for the copay' }),
  }),
  output: Type.Object({
    accepted: Type.Unsafe<true | false | 'unknown'>({ enum: [true, false, 'unknown'] }),
    payer: Type.String(),
    plan: Nullable(Type.String()),
    copay: Nullable(Type.Integer()),
    currency: Type.String(),
    notice: Type.String(),
  }),
  rest: { method: 'GET', path: '/insurance' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'insurance'),
    subject: ['payer', 'plan'],
    words: { service: 'visitType' },
    fill: ({ words, own }, { business, text }: About<MedicalBusiness>) => {
      const plans = plansIn(words, business, text).flat();
      const [known] = (words.payer ?? []).flat();
      // One that is not on record and was just named is meant before one that was talked about.
      const isOther =
        own.payer !== undefined && isSaid(String(own.payer), text) && !(known && isSaid(known.said, text));
      const payer = (isOther ? own.payer : known?.name) ?? payerOf(plans, business) ?? own.payer;
      const isTheirs = ({ id, said }: EntityValue) =>
        payer === undefined || id.startsWith(`${payer}/`) || isSaid(said, text);
      const plan = plans.find(({ id }) => id.startsWith(`${payer}/`)) ?? plans.find(isTheirs);
      return {
        ...(payer === undefined ? {} : { payer: String(payer) }),
        ...(plan ? { plan: plan.name } : typeof own.plan === 'string' ? { plan: own.plan } : {}),
      };
    },
    instead: ({ words }, text) => (words.service && !words.payer && SELF_PAY.test(text) ? 'medical.book' : undefined),
    answer: ({ words, own }, { business, text }: About<MedicalBusiness>, say) => {
      const several = severalPlans(plansIn(words, business, text));
      if (several.length > 1) return renderEach(several, words.service?.flat()[0]?.name, business, say);
      const visits = severalPlans(words.service);
      const [plan, visit] = [onlyOf(several), onlyOf(visits)];
      if (plan && visits.length > 1) return renderVisits(plan, visits, business, say);
      const unpaid = plan && visit && renderUnpaid(plan, visit, business, say);
      if (unpaid) return unpaid;
      const depends =
        several.length === 0 && own.plan === undefined ? renderPlans(words.payer, business, say) : undefined;
      if (depends) return depends;
      if (words.payer || words.plan || own.payer !== undefined) return undefined;
      const accepted = business.medical.insurance.filter(({ plans }) => plans.some((plan) => plan.accepted));
      if (accepted.length === 0) return undefined;
      const names = listed(
        accepted.map(({ payer }) => payer),
        say,
      );
      return {
        text: `We work with ${names}, though not with every plan. Which insurance company and plan do you have?`,
        sources: accepted.map(({ payer }) => ({ kind: 'insurance', id: payer, title: payer })),
      };
    },
    sources: ({ payer, plan, accepted }) =>
      accepted === 'unknown' ? [] : [{ kind: 'insurance', id: payer, title: plan ? `${payer} ${plan}` : payer }],
    ask: {
      payer: 'Which insurance company are you with?',
      plan: 'And which plan is it?',
      visitType: 'What kind of visit would it be?',
    },
    done: (coverage, say, { visitType }) => {
      const name = nameOf(coverage);
      if (coverage.accepted === 'unknown') {
        return `I can't confirm ${name}: we don't have it on record. Please check with your insurer, or call us.`;
      }
      if (!coverage.accepted)
        return `I'm sorry, ${name} is not accepted here. Our office can tell you what a visit would cost without it.`;
      const what = visitType ? ` for ${withArticle(visitType)}` : '';
      const share = coverage.copay === null ? '' : ` ${shareOf(say.money(coverage.copay), coverage.currency)}${what}.`;
      return `Yes, we accept ${name}.${share} ${coverage.notice}`;
    },
  },
  run: async ({ business }: CapabilityContext<MedicalBusiness>, input) =>
    done({ ...findCoverage(business.medical, input), currency: business.currency, notice: NOTICE }),
});

const isSaid = (words: string, text: string) => text.toLowerCase().includes(words.toLowerCase());

/** Those that were named; of a known insurer also one whose name is a plain word: "Silverbeech, the Everyday plan". */
function plansIn(words: Slots['words'], { medical }: MedicalBusiness, text: string): EntityValue[][] {
  const [payer] = (words.payer ?? []).flat();
  if (words.plan || !payer) return words.plan ?? [];
  const known = medical.insurance.find((each) => each.payer === payer.name)?.plans ?? [];
  return known
    .filter(({ name }) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i').test(text))
    .map(({ name }) => [{ id: `${payer.name}/${name}`, name, said: name }]);
}

const nameOf = ({ payer, plan }: Pick<Coverage, 'payer' | 'plan'>) => (plan ? `${payer} ${plan}` : payer);

/** Those that were named beyond doubt. */
const severalPlans = (mentions: readonly EntityValue[][] = []): EntityValue[] => [
  ...new Map(mentions.flatMap((one) => (one.length === 1 ? one.map((plan) => [plan.id, plan] as const) : []))).values(),
];

/** What each of several visits costs with one plan. */
function renderVisits(
  { id, name }: EntityValue,
  visits: EntityValue[],
  { medical, currency }: MedicalBusiness,
  say: Formatter,
) {
  const payer = id.slice(0, -name.length - 1);
  const covered = visits.map((visit) => findCoverage(medical, { payer, plan: name, visitType: visit.name }));
  const [first] = covered as [Coverage];
  const shares = covered.flatMap(({ copay }, index) =>
    copay === null
      ? []
      : `${say.money(copay)} for ${withArticle(must(visits[index], 'a visit for each coverage').name)}`,
  );
  if (first.accepted !== true || shares.length < covered.length) return undefined;
  return {
    text: `Yes, we accept ${nameOf(first)}. ${shareOf(say.list(shares), currency)}. ${NOTICE}`,
    sources: [{ kind: 'insurance', id: payer, title: nameOf(first) }],
  };
}

/** Whose plan is not accepted pays what the visit costs. */
function renderUnpaid({ id, name }: EntityValue, visit: EntityValue, { medical }: MedicalBusiness, say: Formatter) {
  const payer = id.slice(0, -name.length - 1);
  const price = findEntry(medical.visitTypes, visit.name)?.price;
  const coverage = findCoverage(medical, { payer, plan: name });
  if (coverage.accepted !== false || price === undefined) return undefined;
  const cost = `Without insurance ${withArticle(visit.name)} costs ${say.money(price)}.`;
  return {
    text: `I'm sorry, ${nameOf(coverage)} is not accepted here. ${cost}`,
    sources: [{ kind: 'insurance', id: payer, title: nameOf(coverage) }],
  };
}

/** An insurer some of whose plans are accepted and some are not, where none was named. */
function renderPlans(payers: Slots['words'][string] | undefined, { medical }: MedicalBusiness, say: Formatter) {
  const [payer, another] = (payers ?? []).flat();
  const plans = medical.insurance.find((each) => each.payer === payer?.name)?.plans ?? [];
  const accepted = plans.filter((plan) => plan.accepted);
  if (!payer || another || accepted.length === 0 || accepted.length === plans.length) return undefined;
  const names = (some: typeof plans) => say.list(some.map(({ name }) => name));
  const others = names(plans.filter((plan) => !plan.accepted));
  return {
    text: `With ${payer.name} it depends on the plan: we accept ${names(accepted)}, but not ${others}. Which one do you have?`,
    sources: [{ kind: 'insurance', id: payer.name, title: payer.name }],
  };
}

/** "Is it more with Basic than with Premium?": each plan in its turn. */
function renderEach(
  plans: EntityValue[],
  visitType: string | undefined,
  { medical, currency }: MedicalBusiness,
  say: Formatter,
) {
  const covered = plans.map(({ id, name }) =>
    findCoverage(medical, {
      payer: id.slice(0, -name.length - 1),
      plan: name,
      ...(visitType === undefined ? {} : { visitType }),
    }),
  );
  const sentences = covered.map((one) => {
    if (!one.accepted) return `We don't accept ${nameOf(one)}.`;
    if (one.copay === null) return `We accept ${nameOf(one)}.`;
    const what = visitType ? ` for ${withArticle(visitType)}` : '';
    return `We accept ${nameOf(one)}: ${uncapital(shareOf(say.money(one.copay), currency))}${what}.`;
  });
  return {
    text: [...sentences, NOTICE].join(' '),
    sources: covered.map((one) => ({ kind: 'insurance', id: one.payer, title: nameOf(one) })),
  };
}

const uncapital = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A plan whose name only one insurer has names the insurer too. */
function payerOf(plans: EntityValue[], { medical }: MedicalBusiness): string | undefined {
  const payers = medical.insurance.filter(({ payer }) => plans.some(({ id }) => id.startsWith(`${payer}/`)));
  return onlyOf(payers)?.payer;
}

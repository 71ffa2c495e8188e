import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type EntityValue, type MessageContext, readPhrases, type Slots } from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { succeed } from '../../../capability/outcome.ts';
import { NonBlank, Nullable, Strict } from '../../../kernel/http/schema.ts';
import { getOnlyItem } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { findEntry } from '../../entries.ts';
import { renderList } from '../../render.ts';
import { asksCopay, renderCopayRange } from '../copay-range.ts';
import { COVERAGE_NOTICE, type Coverage, findCoverage, renderCopaySentence } from '../insurance.ts';
import type { MedicalBusiness } from '../schema.ts';
import { withArticle } from '../visit-choice.ts';

const InsuranceText = NonBlank({ maxLength: 200 });

const SELF_PAY_PATTERN = /out of (my )?pocket|without insurance|self.?pay|uninsured|no insurance|in cash|privately/i;

const AcceptedPlans = Type.Object({
  payers: Type.Array(
    Type.Object({
      payer: Type.String(),
      plans: Type.Array(Type.Object({ name: Type.String(), accepted: Type.Boolean() })),
    }),
  ),
  notice: Type.String(),
});

const listAcceptedPlans = ({ business: { medical } }: CapabilityContext<MedicalBusiness>) => ({
  payers: medical.insurance.map(({ payer, plans }) => ({
    payer,
    plans: plans.map(({ name, accepted }) => ({ name, accepted })),
  })),
  notice: COVERAGE_NOTICE,
});

export const checkInsurance = defineCapability({
  name: 'medical.insurance',
  summary: message('Check my insurance'),
  effect: 'read',
  requiredData: ['/medical/insurance'],
  scope: 'bookings:read',
  input: Strict({
    payer: { ...InsuranceText, description: 'The insurer' },
    plan: Type.Optional(InsuranceText),
    visitType: Type.Optional({ ...InsuranceText, description: 'Id or name, for the copay' }),
  }),
  output: Type.Object({
    accepted: Type.Unsafe<true | false | 'unknown'>({ enum: [true, false, 'unknown'] }),
    payer: Type.String(),
    plan: Nullable(Type.String()),
    copay: Nullable(Type.Integer()),
    currency: Type.String(),
    notice: Type.String(),
  }),
  rest: {
    method: 'GET',
    path: '/insurance',
    example: { payer: 'Aetna', plan: 'HMO', visitType: 'physical' },
    overview: { output: AcceptedPlans, run: listAcceptedPlans },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'insurance'),
    subject: ['payer', 'plan'],
    fieldBySlot: { service: 'visitType' },
    fill: ({ catalogEntities, industryEntities }, { business, text }: MessageContext<MedicalBusiness>) => {
      const plans = findPlans(catalogEntities, business, text).flat();
      const [knownPayer] = (catalogEntities.payer ?? []).flat();
      // An unknown insurer named in this message wins over a known one from earlier.
      const namesOtherPayer =
        industryEntities.payer !== undefined &&
        isInText(String(industryEntities.payer), text) &&
        !(knownPayer && isInText(knownPayer.said, text));
      const payer =
        (namesOtherPayer ? industryEntities.payer : knownPayer?.name) ??
        findPayer(plans, business) ??
        industryEntities.payer;
      const belongsToPayer = ({ id, said }: EntityValue) =>
        payer === undefined || id.startsWith(`${payer}/`) || isInText(said, text);
      const plan = plans.find(({ id }) => id.startsWith(`${payer}/`)) ?? plans.find(belongsToPayer);
      return {
        ...(payer === undefined ? {} : { payer: String(payer) }),
        ...(plan
          ? { plan: plan.name }
          : typeof industryEntities.plan === 'string'
            ? { plan: industryEntities.plan }
            : {}),
      };
    },
    redirectTo: ({ catalogEntities }, text) =>
      catalogEntities.service && !catalogEntities.payer && SELF_PAY_PATTERN.test(text) ? 'medical.book' : undefined,
    answer: ({ catalogEntities, industryEntities }, { business, text }: MessageContext<MedicalBusiness>, format) => {
      const mentionedPlans = keepUnambiguousEntities(findPlans(catalogEntities, business, text));
      if (mentionedPlans.length > 1)
        return renderPlanComparison(mentionedPlans, catalogEntities.service?.flat()[0]?.name, business, format);
      const mentionedVisits = keepUnambiguousEntities(catalogEntities.service);
      const [plan, visit] = [getOnlyItem(mentionedPlans), getOnlyItem(mentionedVisits)];
      if (plan && mentionedVisits.length > 1) return renderCopays(plan, mentionedVisits, business, format);
      const notAcceptedAnswer = plan && visit && renderNotAccepted(plan, visit, business, format);
      if (notAcceptedAnswer) return notAcceptedAnswer;
      const payer = getOnlyItem((catalogEntities.payer ?? []).flat());
      const copayAnswer =
        payer && industryEntities.plan === undefined && asksCopay(text)
          ? renderCopayRange({ payer: payer.name, plan: plan?.name, visit: visit?.name }, business, format)
          : undefined;
      if (copayAnswer) return copayAnswer;
      const plansAnswer =
        mentionedPlans.length === 0 && industryEntities.plan === undefined
          ? renderPlansOfPayer(catalogEntities.payer, business, format)
          : undefined;
      if (plansAnswer) return plansAnswer;
      if (catalogEntities.payer || catalogEntities.plan || industryEntities.payer !== undefined) return undefined;
      const acceptedPayers = business.medical.insurance.filter(({ plans }) => plans.some((plan) => plan.accepted));
      if (acceptedPayers.length === 0) return undefined;
      const payerNames = renderList(
        acceptedPayers.map(({ payer }) => payer),
        format,
      );
      return {
        text: format.text(
          'We work with {names}, though not every plan. Which insurance company and plan do you have?',
          {
            names: payerNames,
          },
        ),
        sources: acceptedPayers.map(({ payer }) => ({ kind: 'insurance', id: payer, title: payer })),
      };
    },
    sources: ({ payer, plan, accepted }) =>
      accepted === 'unknown' ? [] : [{ kind: 'insurance', id: payer, title: plan ? `${payer} ${plan}` : payer }],
    ask: {
      payer: 'Which insurance company are you with?',
      plan: 'And which plan do you have?',
      visitType: 'What kind of visit is it for?',
    },
    renderResult: (coverage, format, { visitType }) => {
      const name = renderPlanName(coverage);
      if (coverage.accepted === 'unknown') {
        return `I can't confirm ${name}: we don't have it on file. Please check with your insurer, or call us.`;
      }
      if (!coverage.accepted)
        return `I'm sorry, we don't accept ${name}. Our office can tell you what a visit costs without it.`;
      const visitText = visitType ? ` for ${withArticle(visitType)}` : '';
      const copayText =
        coverage.copay === null
          ? ''
          : ` ${renderCopaySentence(format.money(coverage.copay), coverage.currency)}${visitText}.`;
      return `Yes, we accept ${name}.${copayText} ${coverage.notice}`;
    },
  },
  run: async ({ business }: CapabilityContext<MedicalBusiness>, input) =>
    succeed({ ...findCoverage(business.medical, input), currency: business.currency, notice: COVERAGE_NOTICE }),
});

const isInText = (name: string, text: string) => text.toLowerCase().includes(name.toLowerCase());

/** The mentioned plans. For a known insurer, also plans named with an everyday word: "Silverbeech, the Everyday plan". */
function findPlans(
  catalogEntities: Slots['catalogEntities'],
  { medical }: MedicalBusiness,
  text: string,
): EntityValue[][] {
  const [payer] = (catalogEntities.payer ?? []).flat();
  if (catalogEntities.plan || !payer) return catalogEntities.plan ?? [];
  const knownPlans = medical.insurance.find((each) => each.payer === payer.name)?.plans ?? [];
  return knownPlans
    .filter(({ name }) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i').test(text))
    .map(({ name }) => [{ id: `${payer.name}/${name}`, name, said: name }]);
}

const renderPlanName = ({ payer, plan }: Pick<Coverage, 'payer' | 'plan'>) => (plan ? `${payer} ${plan}` : payer);

const keepUnambiguousEntities = (mentions: readonly EntityValue[][] = []): EntityValue[] => [
  ...new Map(
    mentions.flatMap((meanings) => (meanings.length === 1 ? meanings.map((plan) => [plan.id, plan] as const) : [])),
  ).values(),
];

/** The copay of each of several visits with one plan. */
function renderCopays(
  { id, name }: EntityValue,
  visitEntities: EntityValue[],
  { medical, currency }: MedicalBusiness,
  format: Formatter,
) {
  const payer = id.slice(0, -name.length - 1);
  const coverages = visitEntities.map((visit) => findCoverage(medical, { payer, plan: name, visitType: visit.name }));
  const [firstCoverage] = coverages as [Coverage];
  const copayTexts = coverages.flatMap(({ copay }, index) =>
    copay === null
      ? []
      : `${format.money(copay)} for ${withArticle(must(visitEntities[index], 'a visit for each coverage').name)}`,
  );
  if (firstCoverage.accepted !== true || copayTexts.length < coverages.length) return undefined;
  return {
    text: `Yes, we accept ${renderPlanName(firstCoverage)}. ${renderCopaySentence(format.list(copayTexts), currency)}. ${COVERAGE_NOTICE}`,
    sources: [{ kind: 'insurance', id: payer, title: renderPlanName(firstCoverage) }],
  };
}

/** If the plan is not accepted, gives the visit's full price. */
function renderNotAccepted(
  { id, name }: EntityValue,
  visit: EntityValue,
  { medical }: MedicalBusiness,
  format: Formatter,
) {
  const payer = id.slice(0, -name.length - 1);
  const price = findEntry(medical.visitTypes, visit.name)?.price;
  const coverage = findCoverage(medical, { payer, plan: name });
  if (coverage.accepted !== false || price === undefined) return undefined;
  const cost = `Without insurance, ${withArticle(visit.name)} costs ${format.money(price)}.`;
  return {
    text: `I'm sorry, we don't accept ${renderPlanName(coverage)}. ${cost}`,
    sources: [{ kind: 'insurance', id: payer, title: renderPlanName(coverage) }],
  };
}

/** Lists the plans of an insurer if only some are accepted and the customer named none. */
function renderPlansOfPayer(
  payers: Slots['catalogEntities'][string] | undefined,
  { medical }: MedicalBusiness,
  format: Formatter,
) {
  const [payer, otherPayer] = (payers ?? []).flat();
  const plans = medical.insurance.find((each) => each.payer === payer?.name)?.plans ?? [];
  const acceptedPlans = plans.filter((plan) => plan.accepted);
  if (!payer || otherPayer || acceptedPlans.length === 0 || acceptedPlans.length === plans.length) return undefined;
  const joinNames = (list: typeof plans) => format.list(list.map(({ name }) => name));
  const rejectedNames = joinNames(plans.filter((plan) => !plan.accepted));
  return {
    text: `With ${payer.name} it depends on the plan: we accept ${joinNames(acceptedPlans)}, but not ${rejectedNames}. Which one do you have?`,
    sources: [{ kind: 'insurance', id: payer.name, title: payer.name }],
  };
}

/** Compares plans one by one: "is it more with Basic than with Premium?" */
function renderPlanComparison(
  plans: EntityValue[],
  visitType: string | undefined,
  { medical, currency }: MedicalBusiness,
  format: Formatter,
) {
  const coverages = plans.map(({ id, name }) =>
    findCoverage(medical, {
      payer: id.slice(0, -name.length - 1),
      plan: name,
      ...(visitType === undefined ? {} : { visitType }),
    }),
  );
  const sentences = coverages.map((coverage) => {
    if (!coverage.accepted) return `We don't accept ${renderPlanName(coverage)}.`;
    if (coverage.copay === null) return `We accept ${renderPlanName(coverage)}.`;
    const visitText = visitType ? ` for ${withArticle(visitType)}` : '';
    return `We accept ${renderPlanName(coverage)}: ${withLowercaseStart(renderCopaySentence(format.money(coverage.copay), currency))}${visitText}.`;
  });
  return {
    text: [...sentences, COVERAGE_NOTICE].join(' '),
    sources: coverages.map((coverage) => ({ kind: 'insurance', id: coverage.payer, title: renderPlanName(coverage) })),
  };
}

const withLowercaseStart = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The insurer, if only one has the mentioned plans. */
function findPayer(plans: EntityValue[], { medical }: MedicalBusiness): string | undefined {
  const payers = medical.insurance.filter(({ payer }) => plans.some(({ id }) => id.startsWith(`${payer}/`)));
  return getOnlyItem(payers)?.payer;
}

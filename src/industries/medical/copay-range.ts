// What a visit costs with an insurer, where the customer named no plan or no visit: the range, and what it depends on.
import type { SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { findCopay, renderCopaySentence } from './insurance.ts';
import type { MedicalBusiness } from './schema.ts';
import { withArticle } from './visit-choice.ts';

const ASKS_COPAY_PATTERN =
  /\bco-?pay(?:s|ments?)?\b|\bhow much\b|\bwhat (?:would|will|do|does) .*\b(?:pay|cost|owe)\b/i;

export const asksCopay = (text: string): boolean => ASKS_COPAY_PATTERN.test(text);

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type CopayQuestion = { payer: string; plan?: string | undefined; visit?: string | undefined };

/** Undefined where one copay is certain, or no plan is accepted: then the lookup answers. */
export function renderCopayRange(
  { payer, plan, visit }: CopayQuestion,
  { medical, currency }: MedicalBusiness,
  format: Formatter,
): SourcedText | undefined {
  const plans = medical.insurance.find((each) => each.payer === payer)?.plans ?? [];
  const plansInQuestion = plan === undefined ? plans : plans.filter(({ name }) => name === plan);
  const acceptedPlans = plansInQuestion.filter((each) => each.accepted);
  const isCertain = visit !== undefined && plansInQuestion.length === 1;
  if (acceptedPlans.length === 0 || isCertain) return undefined;
  const copays = acceptedPlans.flatMap((each) =>
    visit === undefined ? Object.values(each.copay ?? {}) : (findCopay(each, medical, visit) ?? []),
  );
  const [lowest, highest] = [Math.min(...copays), Math.max(...copays)];
  const range =
    lowest === highest ? format.money(lowest) : `between ${format.money(lowest)} and ${format.money(highest)}`;
  const visitText = visit === undefined ? '' : ` for ${withArticle(visit)}`;
  const copayText =
    copays.length === 0
      ? "I don't have the copay on file, but your insurer or our office can tell you."
      : `${renderCopaySentence(range, currency)}${visitText}.`;
  const joinNames = (all: typeof plans) => format.list(all.map(({ name }) => name));
  const rejectedPlans = plansInQuestion.filter((each) => !each.accepted);
  const isSameForAll = copays.length === 0 || lowest === highest;
  const openQuestions = [
    rejectedPlans.length > 0 || (plansInQuestion.length > 1 && !isSameForAll) ? 'which plan do you have' : '',
    visit === undefined && !isSameForAll ? 'what kind of visit is it' : '',
  ].filter(Boolean);
  const question = openQuestions.length > 0 ? capitalize(`${openQuestions.join(', and ')}?`) : '';
  const acceptanceText =
    rejectedPlans.length > 0
      ? `With ${payer} it depends on the plan: we accept ${joinNames(acceptedPlans)}, but not ${joinNames(rejectedPlans)}.`
      : `Yes, we accept ${plan === undefined ? payer : `${payer} ${plan}`}.`;
  return {
    text: [acceptanceText, copayText, question].filter(Boolean).join(' '),
    sources: [{ kind: 'insurance', id: payer, title: payer }],
  };
}

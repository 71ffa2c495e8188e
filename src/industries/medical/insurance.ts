import { getOnlyItem } from '../../kernel/lists.ts';
import { findEntry, normalizeName } from '../entries.ts';
import type { Medical } from './schema.ts';

export type InsuranceQuery = { payer: string; plan?: string; visitType?: string };
export type Coverage = { accepted: true | false | 'unknown'; payer: string; plan: string | null; copay: number | null };
type Plan = Medical['insurance'][number]['plans'][number];

export const COVERAGE_NOTICE = "That's what we have on file; your insurer has the final say.";

/** "Copay" is a US term. */
export const renderCopaySentence = (amount: string, currency: string) =>
  currency === 'USD' ? `Your copay would be ${amount}` : `You would pay ${amount}`;

/** No fuzzy matching besides case, accents and spaces, because a wrong match costs the patient money. */
const isSamePayerOrPlan = (a: string, b: string) =>
  normalizeName(a).replaceAll(' ', '') === normalizeName(b).replaceAll(' ', '');

export function findCoverage(medical: Medical, query: InsuranceQuery): Coverage {
  const payers = medical.insurance.filter(({ payer }) => isSamePayerOrPlan(payer, query.payer));
  const payer = payers[0]?.payer ?? query.payer.trim();
  const knownPlans = payers.flatMap(({ plans }) => plans);
  const { plan: requestedPlan } = query;
  const plans =
    requestedPlan === undefined ? knownPlans : knownPlans.filter(({ name }) => isSamePayerOrPlan(name, requestedPlan));
  const accepted = findCommonValue(plans.map((plan) => plan.accepted)) ?? 'unknown';
  const copay =
    accepted === true ? findCommonValue(plans.map((plan) => findCopay(plan, medical, query.visitType))) : null;
  const planName = getOnlyItem(plans)?.name;
  return { accepted, payer, plan: planName ?? requestedPlan?.trim() ?? null, copay: copay ?? null };
}

/** Without a plan, only what applies to all of the insurer's plans is certain. */
function findCommonValue<T>(values: T[]): T | undefined {
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : undefined;
}

/** Copays are keyed by visit type id or name. */
export function findCopay(
  { copay = {} }: Plan,
  { visitTypes }: Medical,
  visitTypeQuery: string | undefined,
): number | null {
  if (visitTypeQuery === undefined) return null;
  const visitType = findEntry(visitTypes, visitTypeQuery);
  const keys = [visitTypeQuery, visitType?.id, visitType?.name].filter((key) => key !== undefined).map(normalizeKey);
  const entry = Object.entries(copay).find(([key]) => keys.includes(normalizeKey(key)));
  return entry?.[1] ?? null;
}

/** `office_visit` matches "Office visit". */
const normalizeKey = (text: string) => normalizeName(text).replace(/[\s_-]+/g, ' ');

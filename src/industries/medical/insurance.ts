import { onlyOf } from '../../kernel/lists.ts';
import { findEntry, normalizeName } from '../entries.ts';
import type { Medical } from './schema.ts';

export type InsuranceQuery = { payer: string; plan?: string; visitType?: string };
export type Coverage = { accepted: true | false | 'unknown'; payer: string; plan: string | null; copay: number | null };
type Plan = Medical['insurance'][number]['plans'][number];

export const NOTICE = 'That is what we have on record; your insurer has the final word.';

/** Where people do not say "copay", they are told what they would pay. */
export const shareOf = (amount: string, currency: string) =>
  currency === 'USD' ? `Your copay would be ${amount}` : `You would pay ${amount}`;

/** Spelling counts but for case, accents and spaces: a wrong guess about coverage costs the patient money. */
const isPayer = (a: string, b: string) => normalizeName(a).replaceAll(' ', '') === normalizeName(b).replaceAll(' ', '');

export function findCoverage(medical: Medical, query: InsuranceQuery): Coverage {
  const payers = medical.insurance.filter(({ payer }) => isPayer(payer, query.payer));
  const payer = payers[0]?.payer ?? query.payer.trim();
  const known = payers.flatMap(({ plans }) => plans);
  const { plan: wanted } = query;
  const plans = wanted === undefined ? known : known.filter(({ name }) => isPayer(name, wanted));
  const accepted = sameForAll(plans.map((plan) => plan.accepted)) ?? 'unknown';
  const copay = accepted === true ? sameForAll(plans.map((plan) => copayOf(plan, medical, query.visitType))) : null;
  const only = onlyOf(plans)?.name;
  return { accepted, payer, plan: only ?? wanted?.trim() ?? null, copay: copay ?? null };
}

/** Without a plan named, only what holds for every plan of the payer can be said. */
function sameForAll<T>(values: T[]): T | undefined {
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : undefined;
}

/** Copays are written under a visit type's id or its name. */
function copayOf({ copay = {} }: Plan, { visitTypes }: Medical, asked: string | undefined): number | null {
  if (asked === undefined) return null;
  const visitType = findEntry(visitTypes, asked);
  const keys = [asked, visitType?.id, visitType?.name].filter((key) => key !== undefined).map(asKey);
  const found = Object.entries(copay).find(([key]) => keys.includes(asKey(key)));
  return found?.[1] ?? null;
}

/** `office_visit` is "Office visit". */
const asKey = (text: string) => normalizeName(text).replace(/[\s_-]+/g, ' ');

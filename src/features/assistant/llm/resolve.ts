// What a model calls things by, resolved by the same reader as what customers write: "Dr Kearney" is Dr. Anne Kearney.
import type { Business } from '../../../capability/document.ts';
import type { AnyIndustry } from '../../../capability/industry.ts';
import { extractEntities } from '../extract-entities.ts';
import type { Input } from '../input.ts';

export type Choice = { said: string; among: string[] /** It is one of several, not none. */; isKnown: boolean };

type About = { business: Business; industry: AnyIndustry | undefined; now: Date };

/** By slot the field that holds one of its words. */
export function resolveNames(
  input: Input,
  words: Readonly<Record<string, string>>,
  { business, industry, now }: About,
): { input: Input } | { unclear: Choice } {
  const read = { ...input };
  for (const [slot, field] of Object.entries(words)) {
    const said = input[field];
    if (typeof said !== 'string' || !said.trim()) continue;
    const own = industry && business[industry.name];
    const all = (own ? (industry.vocabulary?.(own as never) ?? []) : []).filter((word) => word.slot === slot);
    const exact = all.find(({ id, name }) => [id, name].some((each) => each.toLowerCase() === said.toLowerCase()));
    const entities = exact ? [] : (extractEntities(said, { business, industry, now, asked: [] }).words[slot] ?? []);
    const meant = exact ? [exact.name] : [...new Set(entities.flat().map(({ name }) => name))];
    if (meant.length === 1) read[field] = meant[0];
    else if (meant.length > 1) return { unclear: { said, among: meant, isKnown: true } };
    else if (all.length > 0)
      return { unclear: { said, among: [...new Set(all.map(({ name }) => name))].slice(0, MOST), isKnown: false } };
  }
  return { input: read };
}

const MOST = 30;

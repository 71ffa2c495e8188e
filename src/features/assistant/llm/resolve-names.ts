// Resolves the names in a model's tool calls like those in customers' messages: "Dr Kearney" is Dr. Anne Kearney.
import type { Business } from '../../../capability/document.ts';
import type { AnyIndustry } from '../../../capability/industry.ts';
import type { CapabilityInput } from '../capability-input.ts';
import { extractEntities } from '../extract-entities.ts';

export type UnresolvedName = {
  givenName: string;
  options: string[];
  /** It matches several options; otherwise none, and these are all there are. */
  isAmbiguous: boolean;
};

type ResolveContext = { business: Business; industry: AnyIndustry | undefined; now: Date };

/** `fieldBySlot` says which field of the input holds an entity of which slot. */
export function resolveNames(
  input: CapabilityInput,
  fieldBySlot: Readonly<Record<string, string>>,
  { business, industry, now }: ResolveContext,
): { input: CapabilityInput } | { unresolved: UnresolvedName } {
  const resolvedInput = { ...input };
  for (const [slot, field] of Object.entries(fieldBySlot)) {
    const givenName = input[field];
    if (typeof givenName !== 'string' || !givenName.trim()) continue;
    const industryData = industry && business[industry.name];
    const catalog = industryData ? (industry.vocabulary?.(industryData) ?? []) : [];
    const candidates = catalog.filter((entity) => entity.slot === slot);
    const exactMatch = candidates.find(({ id, name }) =>
      [id, name].some((label) => label.toLowerCase() === givenName.toLowerCase()),
    );
    const entities = exactMatch
      ? []
      : (extractEntities(givenName, { business, industry, now, requestedSlots: [] }).catalogEntities[slot] ?? []);
    const matches = exactMatch ? [exactMatch.name] : [...new Set(entities.flat().map(({ name }) => name))];
    if (matches.length === 1) resolvedInput[field] = matches[0];
    else if (matches.length > 1) return { unresolved: { givenName, options: matches, isAmbiguous: true } };
    else if (candidates.length > 0) {
      const options = [...new Set(candidates.map(({ name }) => name))].slice(0, MAX_OPTIONS);
      return { unresolved: { givenName, options, isAmbiguous: false } };
    }
  }
  return { input: resolvedInput };
}

const MAX_OPTIONS = 30;

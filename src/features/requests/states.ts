import type { RequestKind } from '../../capability/capability.ts';
import { type AnyIndustry, recordsOf } from '../../capability/industry.ts';

/** What customers ask for and people decide, as industries declare it. */
export function requestKinds(industries: AnyIndustry[]) {
  const kinds = industries.flatMap(({ capabilities }) => capabilities.flatMap(({ request }) => request ?? []));
  const byName = new Map<string, RequestKind>(kinds.map((each) => [each.kind, each]));
  const ownRecords = new Set(recordsOf(industries).map(({ kind }) => kind));
  const plain = kinds.filter(({ kind }) => !ownRecords.has(kind));
  return {
    names: [...byName.keys()],
    /** What those may become that have no table and no endpoint of their own. */
    statuses: [...new Set(plain.flatMap(({ next }) => Object.values(next).flat()))],
    nextOf: (kind: string, status: string): readonly string[] => byName.get(kind)?.next[status] ?? [],
  };
}

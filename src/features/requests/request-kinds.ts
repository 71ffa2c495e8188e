import type { RequestKind } from '../../capability/capability.ts';
import { type AnyIndustry, recordsOf } from '../../capability/industry.ts';

/** The kinds of requests that industries declare for staff to decide on. */
export function describeRequestKinds(industries: AnyIndustry[]) {
  const kinds = industries.flatMap(({ capabilities }) => capabilities.flatMap(({ request }) => request ?? []));
  const kindsByName = new Map<string, RequestKind>(kinds.map((requestKind) => [requestKind.kind, requestKind]));
  const kindsWithOwnTable = new Set(recordsOf(industries).map(({ kind }) => kind));
  const kindsInSharedTable = kinds.filter(({ kind }) => !kindsWithOwnTable.has(kind));
  return {
    kindNames: [...kindsByName.keys()],
    /** The statuses staff can set on requests without their own table and endpoint. */
    selectableStatuses: [
      ...new Set(kindsInSharedTable.flatMap(({ transitions }) => Object.values(transitions).flat())),
    ],
    /** Each kind's statuses that no other leads to: nobody has decided yet. */
    undecidedStatuses: kinds.flatMap(({ kind, transitions }) => {
      const reachableStatuses = Object.values(transitions).flat();
      return Object.keys(transitions)
        .filter((status) => !reachableStatuses.includes(status))
        .map((status) => ({ kind, status }));
    }),
    findNextStatuses: (kind: string, status: string): readonly string[] =>
      kindsByName.get(kind)?.transitions[status] ?? [],
  };
}

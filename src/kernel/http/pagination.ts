import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { createUnknownCursorProblem, Problem } from '../problem.ts';

/** The query parameters of every list, which can be read in both directions. */
export type PageInput = { limit?: number; starting_after?: string; ending_before?: string };

export const DEFAULT_LIMIT = 20;

/** How a list is sorted: by one or more expressions, all in one direction, the last of them unique. */
export type ListOrder = {
  expressions: readonly RawBuilder<unknown>[];
  direction: 'asc' | 'desc';
  /** The values of these expressions for the entry with this id. */
  valuesAt(id: string): RawBuilder<unknown>;
};

const NEWEST_FIRST: ListOrder = { expressions: [sql`id`], direction: 'desc', valuesAt: (id) => sql`${id}` };

/**
 * A page of rows after or right before a cursor, by default newest first. If the list continues in the direction of reading,
 * one row more than the limit is returned, at the end.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  listQuery: SelectQueryBuilder<DB, TB, Row>,
  query: PageInput,
  findEntry: (id: string) => Promise<unknown>,
  { expressions, direction, valuesAt }: ListOrder = NEWEST_FIRST,
): Promise<Row[]> {
  const { limit = DEFAULT_LIMIT, ending_before } = query;
  const isAscending = (direction === 'asc') === (ending_before === undefined);
  const cursor = await requireValidCursor(query, findEntry);
  let pageQuery = listQuery.limit(limit + 1);
  for (const expression of expressions) pageQuery = pageQuery.orderBy(expression, isAscending ? 'asc' : 'desc');
  if (cursor !== undefined)
    pageQuery = pageQuery.where(
      sql<boolean>`(${sql.join(expressions)}) ${sql.raw(isAscending ? '>' : '<')} ${valuesAt(cursor)}`,
    );
  return restoreListOrder(await pageQuery.execute(), query);
}

/** Returns the page's cursor, which must be the id of an entry of the list. Undefined for the first page. */
export async function requireValidCursor(
  { starting_after, ending_before }: PageInput,
  findEntry: (id: string) => Promise<unknown>,
): Promise<string | undefined> {
  if (starting_after !== undefined && ending_before !== undefined) {
    const detail = 'cannot be combined with starting_after';
    throw new Problem('invalid_request', `ending_before ${detail}.`, {
      errors: [{ pointer: '/ending_before', detail }],
    });
  }
  const cursor = starting_after ?? ending_before;
  if (cursor !== undefined && !(await findEntry(cursor)))
    throw createUnknownCursorProblem(starting_after === undefined ? 'ending_before' : 'starting_after');
  return cursor;
}

/** Puts rows that were read backwards into the order of the list. */
export const restoreListOrder = <Row>(rows: Row[], { limit = DEFAULT_LIMIT, ending_before }: PageInput): Row[] =>
  ending_before === undefined ? rows : [...rows.slice(0, limit).toReversed(), ...rows.slice(limit)];

type ListBody = { object: 'list'; data: { id?: unknown }[]; has_more: boolean };
const isList = (body: unknown): body is ListBody => (body as ListBody | undefined)?.object === 'list';

/** The `Link` header (RFC 8288), with the URLs of the next and the previous page. */
export function createPageLinks(url: string, query: PageInput, body: unknown): string | undefined {
  if (!isList(body)) return undefined;
  const isBackwards = query.ending_before !== undefined;
  const firstId = body.data[0]?.id;
  const lastId = body.data.at(-1)?.id;
  const hasNext = isBackwards || body.has_more;
  const hasPrevious = isBackwards ? body.has_more : query.starting_after !== undefined;
  const links = [
    ...(hasNext && lastId !== undefined ? [createLink(url, 'starting_after', String(lastId), 'next')] : []),
    ...(hasPrevious && firstId !== undefined ? [createLink(url, 'ending_before', String(firstId), 'prev')] : []),
  ];
  return links.join(', ') || undefined;
}

/** `active_before` and `due_after` are the position that the entry in `starting_after` had. */
const POSITION_PARAMETERS = ['starting_after', 'ending_before', 'active_before', 'due_after'];

function createLink(url: string, cursorParameter: 'starting_after' | 'ending_before', id: string, rel: string): string {
  const [path = '', search = ''] = url.split('?');
  const parameters = new URLSearchParams(search);
  for (const name of POSITION_PARAMETERS) parameters.delete(name);
  parameters.set(cursorParameter, id);
  return `<${path}?${parameters}>; rel="${rel}"`;
}

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { Problem, unknownCursor } from '../problem.ts';

/** The query parameters of every list, which can be read in both directions. */
export type PageInput = { limit?: number; starting_after?: string; ending_before?: string };

export const DEFAULT_LIMIT = 20;

/** What a list is sorted by: one or more values, all in one direction, the last of them unique. */
export type ListOrder = {
  by: readonly RawBuilder<unknown>[];
  direction: 'asc' | 'desc';
  /** These values of the entry with this id. */
  valuesOf(id: string): RawBuilder<unknown>;
};

const NEWEST_FIRST: ListOrder = { by: [sql`id`], direction: 'desc', valuesOf: (id) => sql`${id}` };

/**
 * A page of rows, newest first unless told otherwise, after a cursor or right before one. Returns one row more than the
 * limit, at the end, where the list goes on in the direction of reading.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, TB, Row>,
  query: PageInput,
  find: (id: string) => Promise<unknown>,
  { by, direction, valuesOf }: ListOrder = NEWEST_FIRST,
): Promise<Row[]> {
  const { limit = DEFAULT_LIMIT, ending_before } = query;
  const isAscending = (direction === 'asc') === (ending_before === undefined);
  const cursor = await findCursor(query, find);
  let page = list.limit(limit + 1);
  for (const value of by) page = page.orderBy(value, isAscending ? 'asc' : 'desc');
  if (cursor !== undefined)
    page = page.where(sql<boolean>`(${sql.join(by)}) ${sql.raw(isAscending ? '>' : '<')} ${valuesOf(cursor)}`);
  return inListOrder(await page.execute(), query);
}

/** The entry that the page is next to. It must be in the list. */
export async function findCursor(
  { starting_after, ending_before }: PageInput,
  find: (id: string) => Promise<unknown>,
): Promise<string | undefined> {
  if (starting_after !== undefined && ending_before !== undefined) {
    const detail = 'cannot be combined with starting_after';
    throw new Problem('invalid_request', `ending_before ${detail}.`, {
      errors: [{ pointer: '/ending_before', detail }],
    });
  }
  const cursor = starting_after ?? ending_before;
  if (cursor !== undefined && !(await find(cursor)))
    throw unknownCursor(starting_after === undefined ? 'ending_before' : 'starting_after');
  return cursor;
}

/** Rows that were read backwards, in the order of the list. */
export const inListOrder = <Row>(rows: Row[], { limit = DEFAULT_LIMIT, ending_before }: PageInput): Row[] =>
  ending_before === undefined ? rows : [...rows.slice(0, limit).toReversed(), ...rows.slice(limit)];

type List = { object: 'list'; data: { id?: unknown }[]; has_more: boolean };
const isList = (body: unknown): body is List => (body as List | undefined)?.object === 'list';

/** RFC 8288: the addresses of the next page and the one before, for the header `Link`. */
export function pageLinks(url: string, query: PageInput, body: unknown): string | undefined {
  if (!isList(body)) return undefined;
  const isBackwards = query.ending_before !== undefined;
  const first = body.data[0]?.id;
  const last = body.data.at(-1)?.id;
  const hasNext = isBackwards || body.has_more;
  const hasPrevious = isBackwards ? body.has_more : query.starting_after !== undefined;
  const links = [
    ...(hasNext && last !== undefined ? [linkTo(url, 'starting_after', String(last), 'next')] : []),
    ...(hasPrevious && first !== undefined ? [linkTo(url, 'ending_before', String(first), 'prev')] : []),
  ];
  return links.join(', ') || undefined;
}

/** `active_before` and `due_after` say where the entry in `starting_after` was. */
const POSITION_PARAMETERS = ['starting_after', 'ending_before', 'active_before', 'due_after'];

function linkTo(url: string, cursor: 'starting_after' | 'ending_before', id: string, rel: string): string {
  const [path = '', search = ''] = url.split('?');
  const parameters = new URLSearchParams(search);
  for (const name of POSITION_PARAMETERS) parameters.delete(name);
  parameters.set(cursor, id);
  return `<${path}?${parameters}>; rel="${rel}"`;
}

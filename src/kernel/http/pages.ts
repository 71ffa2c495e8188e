import { type SelectQueryBuilder, sql } from 'kysely';
import { Problem, unknownCursor } from '../problem.ts';

/** The query parameters of a list that can be read in both directions. */
export type PageInput = { limit?: number; starting_after?: string; ending_before?: string };

export const DEFAULT_LIMIT = 20;

/**
 * A page of rows, newest first, after a cursor or right before one. Returns one row more than the limit, at the end, where
 * the list goes on in the direction of reading.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, TB, Row>,
  query: PageInput,
  find: (id: string) => Promise<unknown>,
): Promise<Row[]> {
  const { limit = DEFAULT_LIMIT, ending_before } = query;
  const isBackwards = ending_before !== undefined;
  const cursor = await findCursor(query, find);
  const ordered = list.orderBy(sql`id`, isBackwards ? 'asc' : 'desc').limit(limit + 1);
  const direction = sql.raw(isBackwards ? '>' : '<');
  const rows = await (cursor === undefined
    ? ordered
    : ordered.where(sql<boolean>`id ${direction} ${cursor}`)
  ).execute();
  return inListOrder(rows, query);
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
export function pageLinks(url: string, query: PageInput, body: unknown, canGoBack: boolean): string | undefined {
  if (!isList(body)) return undefined;
  const isBackwards = query.ending_before !== undefined;
  const first = body.data[0]?.id;
  const last = body.data.at(-1)?.id;
  const hasNext = isBackwards || body.has_more;
  const hasPrevious = canGoBack && (isBackwards ? body.has_more : query.starting_after !== undefined);
  const links = [
    ...(hasNext && last !== undefined ? [linkTo(url, 'starting_after', String(last), 'next')] : []),
    ...(hasPrevious && first !== undefined ? [linkTo(url, 'ending_before', String(first), 'prev')] : []),
  ];
  return links.join(', ') || undefined;
}

function linkTo(url: string, cursor: 'starting_after' | 'ending_before', id: string, rel: string): string {
  const [path = '', search = ''] = url.split('?');
  const parameters = new URLSearchParams(search);
  parameters.delete('starting_after');
  parameters.delete('ending_before');
  parameters.set(cursor, id);
  return `<${path}?${parameters}>; rel="${rel}"`;
}

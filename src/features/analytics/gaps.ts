// Questions that the assistant had no answer to, those that mean the same together.
import { sql } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import type { Range } from './range.ts';
import type { Filter } from './read.ts';

/** "Are dogs allowed" and "can I bring my dog" are 0.69 alike, "do you have parking" and "do you have wifi" 0.42. */
const ALIKE = 0.6;
export const AT_ONCE = 100;
const MOST_SHOWN = 20;
const EXAMPLES = 3;
/** Among which so many different ones are looked for: each costs a look into the messages. */
const LATEST = 6;

type Leader = { id: string; vector: Float32Array };

/** The nearest of those that mean the same, if any does. */
function nearest(leaders: readonly Leader[], vector: Float32Array): Leader | undefined {
  let found: Leader | undefined;
  let best = ALIKE;
  for (const leader of leaders) {
    let likeness = 0;
    // biome-ignore lint/style/noNonNullAssertion: all vectors are of one length
    for (let at = 0; at < vector.length; at++) likeness += vector[at]! * leader.vector[at]!;
    if (likeness < best) continue;
    found = leader;
    best = likeness;
  }
  return found;
}

/** Compares what was asked since the last time with what was asked before. Once for each question, whoever comes first. */
export async function groupQuestions(
  database: Database,
  encoder: Encoder,
  workspaceId: string,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let done = 0; done < most; done += AT_ONCE) {
    const pending = await database.readWorkspace(workspaceId, readPending);
    if (!pending.length) return;
    const vectors = await encoder.encode(pending.map(({ text }) => text));
    const read = new Map(pending.map(({ id }, at) => [id, must(vectors[at], 'a vector of each')]));
    await database.inWorkspace(workspaceId, (db) => assign(db, workspaceId, read));
    if (pending.length < AT_ONCE) return;
  }
}

async function readPending(db: Db): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select m.id, m.text from analytics_questions q join messages m on m.id = q.message_id
    where q.gap_id is null order by m.id limit ${AT_ONCE}`.execute(db);
  return rows;
}

async function assign(db: Db, workspaceId: string, vectors: Map<string, Float32Array>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${workspaceId}, 10))`.execute(db);
  // What was sealed meanwhile is no longer among them.
  const { rows: open } = await sql<{ id: string }>`
    select message_id as id from analytics_questions where message_id = any(${[...vectors.keys()]}) and gap_id is null
    order by message_id for update`.execute(db);
  const { rows } = await sql<{ id: string; vector: Buffer }>`select id, vector from analytics_gaps`.execute(db);
  const leaders: Leader[] = rows.map(({ id, vector }) => ({ id, vector: toVector(vector) }));
  const fresh: Leader[] = [];
  const gaps: string[] = [];
  for (const { id } of open) {
    const vector = must(vectors.get(id), 'the vector of what was asked for');
    let leader = nearest(leaders, vector);
    if (!leader) {
      leader = { id: newId('gap'), vector };
      leaders.push(leader);
      fresh.push(leader);
    }
    gaps.push(leader.id);
  }
  await sql`insert into analytics_gaps (workspace_id, id, vector)
    select ${workspaceId}, * from unnest(${fresh.map(({ id }) => id)}::text[],
      ${fresh.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))}::bytea[])`.execute(
    db,
  );
  await sql`update analytics_questions q set gap_id = a.gap_id
    from unnest(${open.map(({ id }) => id)}::text[], ${gaps}::text[]) as a (message_id, gap_id)
    where q.message_id = a.message_id`.execute(db);
}

/** A copy: four bytes a number need an even start. */
const toVector = (bytes: Buffer) => new Float32Array(Uint8Array.from(bytes).buffer);

export type Gap = { id: string; question: string; count: number; lastAskedAt: string; examples: string[] };

/** False where there is no such gap. */
export async function closeGap(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update analytics_gaps set answered_at = ${now} where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/** What was asked in vain most often, the words of the last time first. */
export async function readGaps(
  db: Db,
  { from, to, zone }: Pick<Range, 'from' | 'to' | 'zone'>,
  filter: Filter = {},
  limit = MOST_SHOWN,
): Promise<Gap[]> {
  const { channel = null, industry = null } = filter;
  const filtered = sql`and exists (select from messages m join conversations c on c.id = m.conversation_id
    where m.id = q.message_id and (${channel}::text is null or c.channel = ${channel})
      and (${industry}::text is null or c.business_type = ${industry}))`;
  const open = sql`from analytics_questions q join analytics_gaps a on a.id = q.gap_id
    where q.at >= ${from} and q.at < ${to} and q.at > coalesce(a.answered_at, '-infinity')`;
  const asked = sql`${open} ${channel === null && industry === null ? sql`` : filtered}`;
  const { rows } = await sql<{ id: string; count: number; last: Date; texts: string[] }>`
    select g.id, g.count, g.last, array(
      select (select m.text from messages m where m.id = q.message_id) ${open} and q.gap_id = g.id
      order by q.at desc, q.message_id desc limit ${LATEST}) as texts
    from (select q.gap_id as id, count(*)::integer as count, max(q.at) as last ${asked} group by 1 order by 2 desc, 3 desc, 1 limit ${limit}) g
    order by g.count desc, g.last desc, g.id`.execute(db);
  return rows.map(({ id, count, last, texts }) => {
    const different = [...new Set(texts)];
    return {
      id,
      question: different[0] ?? '',
      count,
      lastAskedAt: rfc3339(last, zone.name),
      examples: different.slice(0, EXAMPLES),
    };
  });
}

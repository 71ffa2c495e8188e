// Gaps: groups of questions with the same meaning that the assistant could not answer.
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { hasRequiredData } from '../../capability/required-data.ts';
import { getCustomerView } from '../../capability/samples.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import type { Range } from './range.ts';
import type { AnalyticsFilter } from './read.ts';

/** Two wordings of one question have a similarity of about 0.69; two questions of the same form about 0.42. */
const MIN_SIMILARITY_IN_GROUP = 0.6;
export const QUESTIONS_PER_BATCH = 100;
const DEFAULT_GAP_LIMIT = 20;
const MAX_EXAMPLES = 3;
/** How many of the latest messages are searched for distinct examples. Each costs a lookup. */
const MAX_MESSAGES_SEARCHED_PER_GAP = 6;

type QuestionGroup = { id: string; vector: Float32Array };

/** The most similar group that is similar enough, if any. */
function findNearestGroup(groups: readonly QuestionGroup[], vector: Float32Array): QuestionGroup | undefined {
  let nearestGroup: QuestionGroup | undefined;
  let bestSimilarity = MIN_SIMILARITY_IN_GROUP;
  for (const group of groups) {
    let similarity = 0;
    // biome-ignore lint/style/noNonNullAssertion: all vectors are of one length
    for (let i = 0; i < vector.length; i++) similarity += vector[i]! * group.vector[i]!;
    if (similarity < bestSimilarity) continue;
    nearestGroup = group;
    bestSimilarity = similarity;
  }
  return nearestGroup;
}

/** Assigns new questions to groups of earlier ones. Safe to run concurrently: each question is assigned once. */
export async function groupQuestions(
  database: Database,
  encoder: Encoder,
  workspaceId: string,
  maxQuestions = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let processed = 0; processed < maxQuestions; processed += QUESTIONS_PER_BATCH) {
    const pendingQuestions = await database.inWorkspaceReadOnly(workspaceId, readPendingQuestions);
    if (!pendingQuestions.length) return;
    const vectors = await encoder.encode(pendingQuestions.map(({ text }) => text));
    const vectorsById = new Map(
      pendingQuestions.map(({ id }, index) => [id, must(vectors[index], 'a vector for each question')]),
    );
    await database.inWorkspace(workspaceId, (db) => assignToGroups(db, workspaceId, vectorsById));
    if (pendingQuestions.length < QUESTIONS_PER_BATCH) return;
  }
}

async function readPendingQuestions(db: Db): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select m.id, m.text from analytics_questions q join messages m on m.id = q.message_id
    where q.gap_id is null order by m.id limit ${QUESTIONS_PER_BATCH}`.execute(db);
  return rows;
}

async function assignToGroups(db: Db, workspaceId: string, vectors: Map<string, Float32Array>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${workspaceId}, 10))`.execute(db);
  // Questions of conversations that were encrypted meanwhile are no longer in the table.
  const { rows: unassignedQuestions } = await sql<{ id: string }>`
    select message_id as id from analytics_questions where message_id = any(${[...vectors.keys()]}) and gap_id is null
    order by message_id for update`.execute(db);
  const { rows } = await sql<{ id: string; vector: Buffer }>`select id, vector from analytics_gaps`.execute(db);
  const groups: QuestionGroup[] = rows.map(({ id, vector }) => ({ id, vector: toVector(vector) }));
  const newGroups: QuestionGroup[] = [];
  const gapIds: string[] = [];
  for (const { id } of unassignedQuestions) {
    const vector = must(vectors.get(id), 'the vector of the question');
    let group = findNearestGroup(groups, vector);
    if (!group) {
      group = { id: newId('gap'), vector };
      groups.push(group);
      newGroups.push(group);
    }
    gapIds.push(group.id);
  }
  await sql`insert into analytics_gaps (workspace_id, id, vector)
    select ${workspaceId}, * from unnest(${newGroups.map(({ id }) => id)}::text[],
      ${newGroups.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))}::bytea[])`.execute(
    db,
  );
  await sql`update analytics_questions q set gap_id = a.gap_id
    from unnest(${unassignedQuestions.map(({ id }) => id)}::text[], ${gapIds}::text[]) as a (message_id, gap_id)
    where q.message_id = a.message_id`.execute(db);
}

/** Copies the bytes, because a Float32Array needs an offset divisible by four. */
const toVector = (bytes: Buffer) => new Float32Array(Uint8Array.from(bytes).buffer);

export type Gap = { id: string; question: string; count: number; lastAskedAt: string; examples: string[] };

/** False if there is no such gap. */
export async function closeGap(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update analytics_gaps set answered_at = ${now} where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/** The capabilities whose data the business has filled in, so that they answer what they could not answer before. */
export const listCapabilitiesWithData = (
  industries: readonly AnyIndustry[],
  business: Business,
  mode: 'live' | 'test',
): string[] =>
  industries
    .flatMap(({ capabilities }) => capabilities)
    .filter((capability) => hasRequiredData(getCustomerView(business, mode), capability))
    .map(({ name }) => name);

/** The most frequent unanswered questions, each with its latest wording first. */
export async function readGaps(
  db: Db,
  { from, to, zone }: Pick<Range, 'from' | 'to' | 'zone'>,
  answeringCapabilities: readonly string[],
  filter: AnalyticsFilter = {},
  limit = DEFAULT_GAP_LIMIT,
): Promise<Gap[]> {
  const { channel = null, industry = null } = filter;
  const filterCondition = sql`and exists (select from messages m join conversations c on c.id = m.conversation_id
    where m.id = q.message_id and (${channel}::text is null or c.channel = ${channel})
      and (${industry}::text is null or c.business_type = ${industry}))`;
  // Evaluated for each gap separately, so that counting needs only the index.
  const openQuestionsSql = sql`from analytics_questions q
    where q.at >= ${from} and q.at < ${to} and q.at > coalesce(a.answered_at, '-infinity')
      and (q.capability is null or q.capability <> all(${answeringCapabilities}::text[]))`;
  const matchingQuestionsSql = sql`${openQuestionsSql} ${channel === null && industry === null ? sql`` : filterCondition}`;
  const { rows } = await sql<{ id: string; count: number; last: Date; texts: string[] }>`
    select a.id, a.count, a.last, array(
      select (select m.text from messages m where m.id = q.message_id) ${openQuestionsSql} and q.gap_id = a.id
      order by q.at desc, q.message_id desc limit ${MAX_MESSAGES_SEARCHED_PER_GAP}) as texts
    from (select a.id, a.answered_at, c.count, c.last from analytics_gaps a
      cross join lateral (select count(*)::integer as count, max(q.at) as last ${matchingQuestionsSql} and q.gap_id = a.id) c
      where c.count > 0 order by c.count desc, c.last desc, a.id limit ${limit}) a
    order by a.count desc, a.last desc, a.id`.execute(db);
  return rows.map(({ id, count, last, texts }) => {
    const distinctTexts = [...new Set(texts)];
    return {
      id,
      question: distinctTexts[0] ?? '',
      count,
      lastAskedAt: rfc3339(last, zone.name),
      examples: distinctTexts.slice(0, MAX_EXAMPLES),
    };
  });
}

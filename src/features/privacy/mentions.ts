import { sql } from 'kysely';
import type { SealedRecords } from '../../capability/records.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { decryptValue } from '../../kernel/encryption/values.ts';
import { must } from '../../kernel/must.ts';
import { type By, type Known, longestWord, namedBy } from './known.ts';
import { sealedColumns } from './sealed-columns.ts';

/** Of what may name somebody. */
export const mentionKinds = (records: SealedRecords[]) => [
  ...['conversation', 'booking', 'request'],
  ...records.map(({ kind }) => kind),
  ...['knowledge', 'ready_reply', 'document'],
];
/** Something that is not theirs, as far as anybody can tell, and names them. */
export type Mention = { kind: string; id: string; by: (By | 'visitor')[] };

const BATCH = 500;

/** Where people's words stand in clear. Of the document's parts of industries erasing empties what is theirs. */
const IN_CLEAR: [kind: string, rows: string][] = [
  [
    'conversation',
    `select conversation_id as id, concat_ws(' ', text, details) as text from messages where sealed is null`,
  ],
  ['conversation', 'select conversation_id as id, text from conversation_notes where sealed is null'],
  [
    'conversation',
    `select id, concat_ws(' ', customer, metadata, state, preview) as text from conversations where sealed is null`,
  ],
  [
    'conversation',
    `select e.id, e.data::text as text from (
       select coalesce(data ->> 'conversationId', data ->> 'id') collate "C" as id, data from events) e
     join conversations c on c.id = e.id where c.sealed is null`,
  ],
  [
    'booking',
    `select id, concat_ws(' ', customer, notes, asked) as text from bookings where sealed is null and erased_at is null`,
  ],
  ['request', 'select id, data::text as text from requests'],
  ['knowledge', 'select knowledge_id as id, text from knowledge_passages'],
  ['ready_reply', `select id, concat_ws(' ', title, text) as text from ready_replies`],
  [
    'document',
    `select version::text as id, (document::jsonb - array(select json_array_elements_text(document -> 'industries')))::text as text
     from business_versions order by version desc limit 1`,
  ],
];

export type Mentions = ReturnType<typeof collectMentions>;

export function collectMentions(known: Known) {
  const found = new Map<string, { kind: string; by: Set<Mention['by'][number]> }>();
  const add = (kind: string, id: string, by: Mention['by']) => {
    if (!by.length) return;
    const one = found.get(id) ?? { kind, by: new Set() };
    for (const each of by) one.by.add(each);
    found.set(id, one);
  };
  return {
    known,
    add,
    /** Those that are not theirs. */
    without: (theirs: Set<string>): Mention[] =>
      [...found]
        .filter(([id]) => !theirs.has(id))
        .map(([id, { kind, by }]) => ({ kind, id, by: [...by] }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** The database finds what may name them, by the longest word of a name and the digits of a number. */
export async function lookInClear(db: Db, { known, add }: Mentions): Promise<void> {
  const { names, phones, emails } = known;
  if (!names.length && !phones.length && !emails.length) return;
  const words = names.map(longestWord);
  const plain = sql`translate(regexp_replace(lower(normalize(text, nfkd)), '[\u0300-\u036f]', '', 'g'), '’''\`´.', '')`;
  const holds = (value: ReturnType<typeof sql>, parts: string[]) =>
    sql`exists (select from unnest(${parts}::text[]) as p (part) where strpos(${value}, part) > 0)`;
  for (const [kind, rows] of IN_CLEAR) {
    const { rows: candidates } = await sql<{ id: string; text: string }>`select id, text from (${sql.raw(rows)}) as t
      where ${holds(plain, words)} or ${holds(sql`lower(text)`, emails)}
        or ${holds(
          sql`regexp_replace(text, '[^0-9]', '', 'g')`,
          phones.map(({ national }) => national),
        )}`.execute(db);
    for (const { id, text } of candidates) add(kind, id, namedBy(text, known));
  }
}

/**
 * What is sealed, such as what was said about health; answers with the conversations in which a customer said how
 * `asked` is reached. Who has the same name and was born on another day is somebody else.
 */
export async function lookInSealed(
  ctx: EncryptionContext,
  records: SealedRecords[],
  { known, add }: Mentions,
  { asked, dateOfBirth }: { asked: Known; dateOfBirth?: string },
): Promise<string[]> {
  const theirs: string[] = [];
  for (const { kind, table, column, field, personOf } of sealedColumns(records)) {
    for await (const { id, conversation_id, sealed, role } of sealedRows(ctx.db, table, column)) {
      const opened = await decryptValue<{ text?: string }>(ctx, id, field, sealed);
      const born = personOf?.(opened).dateOfBirth ?? dateOfBirth;
      const by = namedBy(JSON.stringify(opened), known).filter((each) => each !== 'name' || born === dateOfBirth);
      const isPart = table === 'messages' || table === 'conversation_notes';
      add(kind, isPart ? must(conversation_id, 'the conversation of a message') : id, by);
      if (role === 'customer' && by.length && namedBy(opened.text ?? '', asked).length)
        theirs.push(must(conversation_id, 'the conversation of a message'));
    }
  }
  return theirs;
}

/** Other conversations of the same browser, or of the same account of the business's page. */
export async function lookForVisitors(db: Db, { add }: Mentions, conversations: string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from conversations where visitor_id in (
    select visitor_id from conversations where id = any(${conversations}::text[]))`.execute(db);
  for (const { id } of rows) add('conversation', id, ['visitor']);
}

type SealedRow = { id: string; sealed: Buffer; conversation_id: string | null; role: string | null };

export async function* sealedRows(db: Db, table: string, column: string): AsyncGenerator<SealedRow> {
  const tie = table === 'conversations' ? sql`null::text` : sql`conversation_id`;
  const role = table === 'messages' ? sql`role` : sql`null::text`;
  for (let after = ''; ; ) {
    const { rows } = await sql<SealedRow>`
      select id, ${sql.ref(column)} as sealed, ${tie} as conversation_id, ${role} as role from ${sql.table(table)}
      where ${sql.ref(column)} is not null and id > ${after} order by id limit ${BATCH}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

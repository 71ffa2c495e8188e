import { sql } from 'kysely';
import type { EncryptedRecords } from '../../capability/records.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { decryptValue } from '../../kernel/encryption/values.ts';
import { must } from '../../kernel/must.ts';
import { listEncryptedColumns } from './encrypted-columns.ts';
import {
  findIdentifierKinds,
  findLongestWord,
  type IdentifierKind,
  type PersonIdentifiers,
} from './person-identifiers.ts';

/** The kinds of records that may mention a person. */
export const listMentionKinds = (records: EncryptedRecords[]) => [
  'conversation',
  'booking',
  'request',
  'customer',
  'customer_import',
  ...records.map(({ kind }) => kind),
  'knowledge',
  'ready_reply',
  'document',
];
/** A record that mentions the person but is not known to be theirs. */
export type Mention = { kind: string; id: string; by: (IdentifierKind | 'visitor')[] };

const ROWS_PER_BATCH = 500;

/** Unencrypted texts. The document's industry parts are left out, because erasure empties the person's data there. */
const UNENCRYPTED_TEXTS: [kind: string, rows: string][] = [
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
  [
    'customer',
    `select id, concat_ws(' ', name, phone, email, notes, tags) as text from customers where sealed is null`,
  ],
  ['customer_import', 'select id, errors::text as text from customer_imports'],
  ['knowledge', 'select knowledge_id as id, text from knowledge_passages'],
  ['ready_reply', `select id, concat_ws(' ', title, text) as text from ready_replies`],
  [
    'document',
    `select version::text as id, (document::jsonb - array(select json_array_elements_text(document -> 'industries')))::text as text
     from business_versions order by version desc limit 1`,
  ],
];

export type MentionCollector = ReturnType<typeof createMentionCollector>;

export function createMentionCollector(identifiers: PersonIdentifiers) {
  const mentionsById = new Map<string, { kind: string; by: Set<Mention['by'][number]> }>();
  const addMention = (kind: string, id: string, by: Mention['by']) => {
    if (!by.length) return;
    const mention = mentionsById.get(id) ?? { kind, by: new Set() };
    for (const identifierKind of by) mention.by.add(identifierKind);
    mentionsById.set(id, mention);
  };
  return {
    identifiers,
    addMention,
    /** The mentions outside these records. */
    listMentionsExcept: (excludedIds: Set<string>): Mention[] =>
      [...mentionsById]
        .filter(([id]) => !excludedIds.has(id))
        .map(([id, { kind, by }]) => ({ kind, id, by: [...by] }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** The database preselects candidates by a name's longest word and a number's digits. */
export async function searchUnencrypted(db: Db, { identifiers, addMention }: MentionCollector): Promise<void> {
  const { names, phones, emails } = identifiers;
  if (!names.length && !phones.length && !emails.length) return;
  const words = names.map(findLongestWord);
  const foldedText = sql`translate(regexp_replace(lower(normalize(text, nfkd)), '[\u0300-\u036f]', '', 'g'), '’''\`´.', '')`;
  const containsAny = (value: ReturnType<typeof sql>, needles: string[]) =>
    sql`exists (select from unnest(${needles}::text[]) as p (part) where strpos(${value}, part) > 0)`;
  for (const [kind, query] of UNENCRYPTED_TEXTS) {
    const { rows: candidates } = await sql<{ id: string; text: string }>`select id, text from (${sql.raw(query)}) as t
      where ${containsAny(foldedText, words)} or ${containsAny(sql`lower(text)`, emails)}
        or ${containsAny(
          sql`regexp_replace(text, '[^0-9]', '', 'g')`,
          phones.map(({ national }) => national),
        )}`.execute(db);
    for (const { id, text } of candidates) addMention(kind, id, findIdentifierKinds(text, identifiers));
  }
}

/**
 * Searches encrypted rows, such as messages about health, and returns the conversations in which a customer gave
 * `contact`. A person with the same name but another date of birth is somebody else.
 */
export async function searchEncrypted(
  ctx: EncryptionContext,
  records: EncryptedRecords[],
  { identifiers, addMention }: MentionCollector,
  { contact, dateOfBirth }: { contact: PersonIdentifiers; dateOfBirth?: string },
): Promise<string[]> {
  const conversationIds: string[] = [];
  for (const { kind, table, column, associatedField, personOf } of listEncryptedColumns(records)) {
    for await (const { id, conversation_id, sealed, role } of readEncryptedRows(ctx.db, table, column)) {
      const decryptedValue = await decryptValue<{ text?: string }>(ctx, id, associatedField, sealed);
      const rowDateOfBirth = personOf?.(decryptedValue).dateOfBirth ?? dateOfBirth;
      const identifierKinds = findIdentifierKinds(JSON.stringify(decryptedValue), identifiers).filter(
        (identifierKind) => identifierKind !== 'name' || rowDateOfBirth === dateOfBirth,
      );
      const belongsToConversation = table === 'messages' || table === 'conversation_notes';
      addMention(
        kind,
        belongsToConversation ? must(conversation_id, 'the conversation of a message') : id,
        identifierKinds,
      );
      if (
        role === 'customer' &&
        identifierKinds.length &&
        findIdentifierKinds(decryptedValue.text ?? '', contact).length
      )
        conversationIds.push(must(conversation_id, 'the conversation of a message'));
    }
  }
  return conversationIds;
}

/** Other conversations of the same browser, or of the same account on the business's site. */
export async function searchByVisitor(
  db: Db,
  { addMention }: MentionCollector,
  conversationIds: string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from conversations where visitor_id in (
    select visitor_id from conversations where id = any(${conversationIds}::text[]))`.execute(db);
  for (const { id } of rows) addMention('conversation', id, ['visitor']);
}

const TABLES_WITHOUT_CONVERSATION = ['conversations', 'customers', 'customer_imports'];
type EncryptedRow = { id: string; sealed: Buffer; conversation_id: string | null; role: string | null };

export async function* readEncryptedRows(db: Db, table: string, column: string): AsyncGenerator<EncryptedRow> {
  const conversationId = TABLES_WITHOUT_CONVERSATION.includes(table) ? sql`null::text` : sql`conversation_id`;
  const role = table === 'messages' ? sql`role` : sql`null::text`;
  for (let afterId = ''; ; ) {
    const { rows } = await sql<EncryptedRow>`
      select id, ${sql.ref(column)} as sealed, ${conversationId} as conversation_id, ${role} as role from ${sql.table(table)}
      where ${sql.ref(column)} is not null and id > ${afterId} order by id limit ${ROWS_PER_BATCH}`.execute(db);
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < ROWS_PER_BATCH) return;
    afterId = lastRow.id;
  }
}

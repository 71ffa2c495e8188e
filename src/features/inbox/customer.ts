// What else is known about the customer of a conversation.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { Conversation, Customer, Stage } from '../conversations/conversation.ts';

const MAX_LISTED_ROWS = 20;

type OtherConversation = {
  id: string;
  channel: string;
  stage: Stage;
  preview: string;
  isEncrypted: boolean;
  updated_at: Date;
  /** When the first of them began, also of those beyond the limit. */
  first_seen: Date;
};

/** Conversations of the same visitor, phone or email, the newest first. Contacts of encrypted ones are not searched. */
export async function findOtherConversations(
  db: Db,
  { id, visitor_id, customer }: Conversation,
): Promise<OtherConversation[]> {
  const { phone, email }: { phone?: string | null; email?: string | null } = { phone: null, email: null, ...customer };
  const mentionQueries = [phone, email].flatMap((contact) =>
    contact ? [sql`select find_mentions('', ${`%${contact.replace(/[\\%_]/g, '\\$&')}%`})`] : [],
  );
  const { rows } = await sql<OtherConversation>`
    select id, channel, stage, preview, sealed is not null as "isEncrypted", updated_at, min(created_at) over () as first_seen
    from conversations
    where id <> ${id} and id = any(array(${sql.join(
      [sql`select id from conversations where visitor_id = ${visitor_id}`, ...mentionQueries],
      sql` union `,
    )}))
      and (visitor_id = ${visitor_id} or customer ->> 'phone' = ${phone} or lower(customer ->> 'email') = lower(${email}))
    order by id desc limit ${MAX_LISTED_ROWS}`.execute(db);
  return rows;
}

/** Bookings made in these conversations, or with this phone number or email address, the latest first. */
export const findBookingsOfCustomer = (db: Db, conversationIds: string[], { phone, email }: Customer) =>
  db
    .selectFrom('bookings')
    .select(['id', 'kind', 'status', 'starts_at', 'service', 'party_size'])
    .select(sql<boolean>`sealed is not null`.as('sealed'))
    .where((q) =>
      q.or([
        q('conversation_id', '=', sql<string>`any(${conversationIds}::text[])`),
        sql<boolean>`phone = ${phone ?? null}`,
        sql<boolean>`lower(customer ->> 'email') = lower(${email ?? null})`,
      ]),
    )
    .orderBy('starts_at', 'desc')
    .limit(MAX_LISTED_ROWS)
    .execute();

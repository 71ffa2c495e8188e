import type { Db } from '../../kernel/database/database.ts';
import type { Conversation } from '../conversations/conversation.ts';

type ContinuedConversation = Pick<
  Conversation,
  'status' | 'business_type' | 'assignee_id' | 'person_joined_at' | 'person_name'
>;

/** The website's conversation that a customer's first reply by email continues: its team member gets the new one too. */
export async function findContinuedConversation(
  db: Db,
  continuesId: string | null,
): Promise<ContinuedConversation | undefined> {
  if (!continuesId) return undefined;
  return db
    .selectFrom('conversations')
    .select(['status', 'business_type', 'assignee_id', 'person_joined_at', 'person_name'])
    .where('id', '=', continuesId)
    .executeTakeFirst();
}

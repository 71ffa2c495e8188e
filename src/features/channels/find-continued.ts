import type { Db } from '../../kernel/database/database.ts';
import type { Conversation } from '../conversations/conversation.ts';

type Continued = Pick<Conversation, 'status' | 'business_type' | 'assignee_id' | 'person_joined_at' | 'person_name'>;

/** The website's conversation that the first answer by mail continues, for the team member who has it. */
export async function findContinued(db: Db, continuesId: string | null): Promise<Continued | undefined> {
  if (!continuesId) return undefined;
  return db
    .selectFrom('conversations')
    .select(['status', 'business_type', 'assignee_id', 'person_joined_at', 'person_name'])
    .where('id', '=', continuesId)
    .executeTakeFirst();
}

// A call whose connection broke goes on with what was done, but not heard.
import { runInWorkspace } from '../business/run-as-system.ts';
import type { UnheardReply } from './channel.ts';
import type { ThreadRef } from './receive.ts';
import type { AnswerServices } from './turn.ts';

/** How many of a call's latest replies may not have been heard. */
const MAX_UNHEARD = 10;

/** What was done in the latest replies of a call, of which the caller has not heard everything. */
export async function findUnheardReplies(services: AnswerServices, thread: ThreadRef): Promise<UnheardReply[]> {
  const { store } = services.conversationService;
  const unheard = await runInWorkspace(services, thread.workspaceId, 'customer', async (ctx) => {
    const latest = await ctx.db
      .selectFrom('channel_outgoing')
      .select(['message_id', 'conversation_id', 'heard_characters'])
      .where('connection_id', '=', thread.connectionId)
      .where('thread_key', '=', thread.threadKey)
      .orderBy('position', 'desc')
      .limit(MAX_UNHEARD)
      .execute();
    // Before a reply of which something was heard, the ones before it were said again.
    const heardAt = latest.findIndex(({ heard_characters: heard }) => heard !== 0);
    const cut = latest.slice(0, heardAt < 0 ? MAX_UNHEARD : heardAt + 1).filter((row) => row.heard_characters !== null);
    const [newest] = cut;
    const conversation = newest && (await store.read(ctx, newest.conversation_id));
    return cut.toReversed().flatMap(({ message_id, heard_characters }) => {
      const message = conversation?.messages.find(({ id }) => id === message_id);
      const receipts = message?.details?.receipts ?? [];
      return message && receipts.length > 0
        ? [{ reply: message.text, receipts, heardCharacters: heard_characters ?? 0 }]
        : [];
    });
  });
  return unheard ?? [];
}

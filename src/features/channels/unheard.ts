// When a call's connection breaks, the next one starts with what was done for the caller but not heard.
import { runInWorkspace } from '../business/run-as-system.ts';
import type { UnheardReply } from './channel.ts';
import type { ThreadRef } from './receive.ts';
import type { AnswerServices } from './turn.ts';

/** How many of a call's latest replies may not have been heard. */
const MAX_UNHEARD = 10;

/** The latest replies of a call that did something for the caller, and that they have not heard to the end. */
export async function findUnheardReplies(services: AnswerServices, thread: ThreadRef): Promise<UnheardReply[]> {
  const { store } = services.conversationService;
  const unheardReplies = await runInWorkspace(services, thread.workspaceId, 'customer', async (ctx) => {
    const latestRows = await ctx.db
      .selectFrom('channel_outgoing')
      .select(['message_id', 'conversation_id', 'heard_characters'])
      .where('connection_id', '=', thread.connectionId)
      .where('thread_key', '=', thread.threadKey)
      .orderBy('position', 'desc')
      .limit(MAX_UNHEARD)
      .execute();
    // If a part of a reply was heard, then the replies before it had been repeated.
    const heardIndex = latestRows.findIndex(({ heard_characters: heard }) => heard !== 0);
    const cutRows = latestRows
      .slice(0, heardIndex < 0 ? MAX_UNHEARD : heardIndex + 1)
      .filter((row) => row.heard_characters !== null);
    const [newestRow] = cutRows;
    const conversation = newestRow && (await store.read(ctx, newestRow.conversation_id));
    return cutRows.toReversed().flatMap(({ message_id, heard_characters }) => {
      const message = conversation?.messages.find(({ id }) => id === message_id);
      const receipts = message?.details?.receipts ?? [];
      return message && receipts.length > 0
        ? [{ reply: message.text, receipts, heardCharacters: heard_characters ?? 0 }]
        : [];
    });
  });
  return unheardReplies ?? [];
}

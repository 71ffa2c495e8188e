import { useMemo } from 'react';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { toast } from '../ui/toast.tsx';
import { markAsAlerted } from './alerts.ts';
import {
  CONVERSATIONS_PATH,
  conversationApi,
  INBOX_CONVERSATIONS_PATH,
  INBOX_PATH,
  mergeChangedConversations,
  type Status,
} from './data.ts';
import { texts } from './texts.ts';

export type Actions = ReturnType<typeof useActions>;

/** Actions on a conversation, with undo. Other tabs and users are notified through the event stream. */
export function useActions() {
  const { user } = useMe();
  const refresh = useRefresh();
  return useMemo(() => {
    /** Shows errors, and refreshes what the action changed. */
    const runAndRefresh = async (id: string, action: () => Promise<unknown>): Promise<void> => {
      try {
        await action();
      } catch (error) {
        toast.error((error as Error).message);
        throw error;
      }
      await Promise.all([
        mergeChangedConversations([id], user.id),
        refresh(`${CONVERSATIONS_PATH}/${id}`, `${INBOX_CONVERSATIONS_PATH}/${id}`, INBOX_PATH),
      ]);
    };
    const ignoreErrors = (promise: Promise<unknown>) => promise.catch(() => undefined);
    const takeOver = async (id: string) => {
      markAsAlerted(id);
      await runAndRefresh(id, async () => {
        // Assign first, so that nobody is alerted about a waiting customer.
        await conversationApi.update(id, { assigneeId: user.id });
        await conversationApi.takeOver(id);
      });
    };
    const handBack = (id: string) => runAndRefresh(id, () => conversationApi.handBack(id));
    return {
      runAndRefresh,
      takeOver: (id: string) =>
        ignoreErrors(
          takeOver(id).then(() => toast.success(texts.done.takeOver, () => void ignoreErrors(handBack(id)))),
        ),
      handBack: (id: string) =>
        ignoreErrors(
          handBack(id).then(() => toast.success(texts.done.handBack, () => void ignoreErrors(takeOver(id)))),
        ),
      resolve: (id: string, previousStatus: Status) =>
        ignoreErrors(
          runAndRefresh(id, () => conversationApi.resolve(id)).then(() =>
            toast.success(
              texts.done.resolve,
              previousStatus === 'handoff' ? () => void ignoreErrors(takeOver(id)) : undefined,
            ),
          ),
        ),
      async reply(id: string, text: string, { takesOver }: { takesOver: boolean }) {
        if (takesOver) await takeOver(id);
        await runAndRefresh(id, () => conversationApi.reply(id, text));
      },
      addNote: (id: string, text: string) => runAndRefresh(id, () => conversationApi.addNote(id, text)),
      change: (id: string, change: { tags?: string[]; assigneeId?: string | null }) =>
        ignoreErrors(runAndRefresh(id, () => conversationApi.update(id, change))),
      assignToMe: (id: string) =>
        ignoreErrors(runAndRefresh(id, () => conversationApi.update(id, { assigneeId: user.id }))),
    };
  }, [refresh, user.id]);
}

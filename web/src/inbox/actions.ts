import { useMemo } from 'react';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { toast } from '../ui/toast.tsx';
import { isKnown } from './alerts.ts';
import { act, CONVERSATIONS, INBOX, LIST, type Status, takeIn } from './data.ts';
import { texts } from './texts.ts';

export type Actions = ReturnType<typeof useActions>;

/** What can be done with a conversation, with its undo; whoever watches elsewhere hears of it as of any change. */
export function useActions() {
  const { user } = useMe();
  const refresh = useRefresh();
  return useMemo(() => {
    /** Tells of what went wrong, and reads again what has changed. */
    const run = async (id: string, work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        toast.error((error as Error).message);
        throw error;
      }
      await Promise.all([takeIn([id], user.id), refresh(`${CONVERSATIONS}/${id}`, `${LIST}/${id}`, INBOX)]);
    };
    const quietly = (work: Promise<unknown>) => work.catch(() => undefined);
    const takeOver = async (id: string) => {
      isKnown(id);
      await run(id, async () => {
        // First whose it is: then nobody is told that the customer waits.
        await act.change(id, { assigneeId: user.id });
        await act.takeOver(id);
      });
    };
    const handBack = (id: string) => run(id, () => act.handBack(id));
    return {
      run,
      takeOver: (id: string) =>
        quietly(takeOver(id).then(() => toast.done(texts.done.takeOver, () => void quietly(handBack(id))))),
      handBack: (id: string) =>
        quietly(handBack(id).then(() => toast.done(texts.done.handBack, () => void quietly(takeOver(id))))),
      resolve: (id: string, before: Status) =>
        quietly(
          run(id, () => act.resolve(id)).then(() =>
            toast.done(texts.done.resolve, before === 'handoff' ? () => void quietly(takeOver(id)) : undefined),
          ),
        ),
      async reply(id: string, text: string, takesOver: boolean) {
        if (takesOver) await takeOver(id);
        await run(id, () => act.reply(id, text));
      },
      note: (id: string, text: string) => run(id, () => act.note(id, text)),
      change: (id: string, change: { tags?: string[]; assigneeId?: string | null }) =>
        quietly(run(id, () => act.change(id, change))),
      assignToMe: (id: string) => quietly(run(id, () => act.change(id, { assigneeId: user.id }))),
    };
  }, [refresh, user.id]);
}

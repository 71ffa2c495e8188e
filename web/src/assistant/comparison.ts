import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, type ChatReply } from '../api.ts';
import { BOOKINGS_PATH } from '../bookings/data.ts';

/** The engines run one after the other, the faster one first, so that both start from the same calendar. */
export const COMPARED_ENGINES = ['embedded', 'llm'] as const;
export type ComparedEngine = (typeof COMPARED_ENGINES)[number];
/** A reply with its response time. */
export type TimedReply = { reply: ChatReply; ms: number };
export type RepliesByEngine = Record<ComparedEngine, TimedReply[]>;

const NO_REPLIES: RepliesByEngine = { embedded: [], llm: [] };

/** Sends the same messages to each engine, in separate sandbox conversations. */
export function useComparison() {
  const [repliesByEngine, setRepliesByEngine] = useState(NO_REPLIES);
  const abortController = useRef<AbortController>(undefined);
  useEffect(() => () => abortController.current?.abort(), []);
  const runComparison = useMutation({
    async mutationFn({ messages, previousReplies }: { messages: string[]; previousReplies: ChatReply[] }) {
      abortController.current?.abort();
      abortController.current = new AbortController();
      const { signal } = abortController.current;
      setRepliesByEngine(NO_REPLIES);
      await cancelBookings(previousReplies);
      for (const engine of COMPARED_ENGINES)
        if (!signal.aborted)
          await runEngine(messages, engine, signal, (timedReply) =>
            setRepliesByEngine((previous) => ({ ...previous, [engine]: [...previous[engine], timedReply] })),
          );
    },
  });
  const stop = () => {
    abortController.current?.abort();
    runComparison.reset();
    setRepliesByEngine(NO_REPLIES);
  };
  return { repliesByEngine, isRunning: runComparison.isPending, start: runComparison.mutate, stop };
}

async function runEngine(
  messages: string[],
  engine: ComparedEngine,
  signal: AbortSignal,
  onReply: (timedReply: TimedReply) => void,
) {
  const replies: ChatReply[] = [];
  try {
    for (const message of messages) {
      const timedReply = await sendMessage(message, engine, replies.at(-1)?.conversationId, signal);
      replies.push(timedReply.reply);
      onReply(timedReply);
    }
  } catch (error) {
    // Closing the comparison aborts it, which is not an error.
    if (!signal.aborted) throw error;
  } finally {
    await cancelBookings(replies);
  }
}

async function sendMessage(
  message: string,
  engine: ComparedEngine,
  conversationId: string | undefined,
  signal: AbortSignal,
) {
  const startedAt = performance.now();
  const body = { message, conversationId, engine, explain: true };
  const reply = await api.post<ChatReply>('/api/chat', body, { mode: 'test', signal });
  return { reply, ms: performance.now() - startedAt };
}

/** Cancels test bookings, which would block the next run. Errors are ignored, as a booking may already be canceled. */
const cancelBookings = (replies: ChatReply[]) =>
  Promise.all(
    replies
      .flatMap(({ receipts }) => receipts)
      .filter(({ type }) => type === 'booking.created')
      .map(({ id }) => api.post(`${BOOKINGS_PATH}/${id}/cancel`, {}, { mode: 'test' }).catch(() => undefined)),
  );

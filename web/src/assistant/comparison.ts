import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, type ChatReply } from '../api.ts';
import { BOOKINGS } from '../bookings/data.ts';

/** The quick one first. One after the other: each finds the calendar as the other did. */
export const SIDES = ['embedded', 'llm'] as const;
export type Side = (typeof SIDES)[number];
/** An answer, and how long a customer would have waited for it. */
export type Timed = { reply: ChatReply; ms: number };
export type Answers = Record<Side, Timed[]>;

const NONE: Answers = { embedded: [], llm: [] };

/** The same messages with each engine, in conversations of their own in the sandbox. */
export function useComparison() {
  const [answers, setAnswers] = useState(NONE);
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const play = useMutation({
    async mutationFn({ messages, before }: { messages: string[]; before: ChatReply[] }) {
      under.current?.abort();
      under.current = new AbortController();
      const { signal } = under.current;
      setAnswers(NONE);
      await freeTimes(before);
      for (const side of SIDES)
        if (!signal.aborted)
          await playSide(messages, side, signal, (timed) =>
            setAnswers((all) => ({ ...all, [side]: [...all[side], timed] })),
          );
    },
  });
  const stop = () => {
    under.current?.abort();
    play.reset();
    setAnswers(NONE);
  };
  return { answers, isRunning: play.isPending, start: play.mutate, stop };
}

async function playSide(messages: string[], side: Side, signal: AbortSignal, tell: (timed: Timed) => void) {
  const replies: ChatReply[] = [];
  try {
    for (const message of messages) {
      const timed = await ask(message, side, replies.at(-1)?.conversationId, signal);
      replies.push(timed.reply);
      tell(timed);
    }
  } catch (error) {
    // Whoever has closed it does not want to hear that it was called off.
    if (!signal.aborted) throw error;
  } finally {
    await freeTimes(replies);
  }
}

async function ask(message: string, engine: Side, conversationId: string | undefined, signal: AbortSignal) {
  const begun = performance.now();
  const body = { message, conversationId, engine, explain: true };
  const reply = await api.post<ChatReply>('/api/chat', body, { mode: 'test', signal });
  return { reply, ms: performance.now() - begun };
}

/** What was booked to try it out would be in the way of the next try. One that is gone already is no harm. */
const freeTimes = (replies: ChatReply[]) =>
  Promise.all(
    replies
      .flatMap(({ receipts }) => receipts)
      .filter(({ type }) => type === 'booking.created')
      .map(({ id }) => api.post(`${BOOKINGS}/${id}/cancel`, {}, { mode: 'test' }).catch(() => undefined)),
  );

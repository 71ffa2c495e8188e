import { useMemo } from 'react';
import { conversationApi } from './data.ts';

/** The customer's chat shows "is typing" for twice as long, so that it does not flicker. */
const TYPING_INTERVAL_MS = 3_000;

/** Tells the customer that somebody is typing, at most once in a few seconds. Errors do not matter. */
export const useTypingNotice = (conversationId: string): (() => void) =>
  useMemo(() => {
    let lastSent = Number.NEGATIVE_INFINITY;
    return () => {
      if (performance.now() - lastSent < TYPING_INTERVAL_MS) return;
      lastSent = performance.now();
      conversationApi.typing(conversationId).catch(() => undefined);
    };
  }, [conversationId]);

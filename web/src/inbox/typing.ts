import { useMemo } from 'react';
import { conversationApi } from './data.ts';

/** The customer's chat shows "is typing" for twice as long, so that it does not flicker. */
const TYPING_INTERVAL_MS = 3_000;

/** Shows the customer that the team is typing. Sends at most one request per interval, and ignores errors. */
export const useTypingNotice = (conversationId: string): (() => void) =>
  useMemo(() => {
    let lastSentAt = Number.NEGATIVE_INFINITY;
    return () => {
      if (performance.now() - lastSentAt < TYPING_INTERVAL_MS) return;
      lastSentAt = performance.now();
      conversationApi.notifyTyping(conversationId).catch(() => undefined);
    };
  }, [conversationId]);

import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStream } from '../visitor.ts';

/** Follows a conversation as a browser's EventSource does: opens the stream again when it ends, from its last event on. */
export function followConversation(service: { url: string }, conversationId: string, key: string) {
  const texts: string[] = [];
  let connectionCount = 0;
  let isClosed = false;
  let currentStream: Awaited<ReturnType<typeof openEventStream>> | undefined;
  const follow = async () => {
    for (let lastId: string | undefined; !isClosed; ) {
      const resumeHeaders: Record<string, string> = lastId ? { 'last-event-id': lastId } : {};
      const path = `/api/conversations/${conversationId}/events`;
      currentStream = await openEventStream(service, path, { authorization: `Bearer ${key}`, ...resumeHeaders }).catch(
        () => undefined,
      );
      if (currentStream?.response.ok) {
        connectionCount++;
        await currentStream.ended;
        texts.push(...currentStream.messages().map(({ text }) => String(text)));
        lastId = currentStream.events.findLast(({ id }) => id)?.id ?? lastId;
      }
      await sleep(isClosed ? 0 : 500);
    }
  };
  const following = follow();
  return {
    connectionCount: () => connectionCount,
    texts: () => [
      ...texts,
      ...(currentStream && !isClosed ? currentStream.messages().map(({ text }) => String(text)) : []),
    ],
    async close() {
      isClosed = true;
      currentStream?.close();
      await following;
    },
  };
}

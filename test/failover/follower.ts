import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStream } from '../visitor.ts';

/** Follows a conversation as a browser's EventSource does: reopens the stream after the last event when it ends. */
export function followConversation(service: { url: string }, conversationId: string, key: string) {
  const endedStreamTexts: string[] = [];
  let connectionCount = 0;
  let isClosed = false;
  let currentStream: Awaited<ReturnType<typeof openEventStream>> | undefined;
  const followUntilClosed = async () => {
    for (let lastEventId: string | undefined; !isClosed; ) {
      const resumeHeaders: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {};
      const path = `/api/conversations/${conversationId}/events`;
      currentStream = await openEventStream(service, path, { authorization: `Bearer ${key}`, ...resumeHeaders }).catch(
        () => undefined,
      );
      if (currentStream?.response.ok) {
        connectionCount++;
        await currentStream.ended;
        endedStreamTexts.push(...currentStream.listMessages().map(({ text }) => String(text)));
        lastEventId = currentStream.events.findLast(({ id }) => id)?.id ?? lastEventId;
      }
      await sleep(isClosed ? 0 : 500);
    }
  };
  const followDone = followUntilClosed();
  return {
    countConnections: () => connectionCount,
    listTexts: () => [
      ...endedStreamTexts,
      ...(currentStream && !isClosed ? currentStream.listMessages().map(({ text }) => String(text)) : []),
    ],
    async close() {
      isClosed = true;
      currentStream?.close();
      await followDone;
    },
  };
}

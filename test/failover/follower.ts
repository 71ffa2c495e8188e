import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStream } from '../visitor.ts';

/** Follows a conversation as a browser's EventSource does: opens the stream again when it ends, from its last event on. */
export function followConversation(service: { url: string }, conversationId: string, key: string) {
  const texts: string[] = [];
  let connections = 0;
  let isOver = false;
  let current: Awaited<ReturnType<typeof openEventStream>> | undefined;
  const follow = async () => {
    for (let lastId: string | undefined; !isOver; ) {
      const resume: Record<string, string> = lastId ? { 'last-event-id': lastId } : {};
      const path = `/api/conversations/${conversationId}/events`;
      current = await openEventStream(service, path, { authorization: `Bearer ${key}`, ...resume }).catch(
        () => undefined,
      );
      if (current?.response.ok) {
        connections++;
        await current.ended;
        texts.push(...current.messages().map(({ text }) => String(text)));
        lastId = current.events.findLast(({ id }) => id)?.id ?? lastId;
      }
      await sleep(isOver ? 0 : 500);
    }
  };
  const following = follow();
  return {
    connections: () => connections,
    texts: () => [...texts, ...(current && !isOver ? current.messages().map(({ text }) => String(text)) : [])],
    async close() {
      isOver = true;
      current?.close();
      await following;
    },
  };
}

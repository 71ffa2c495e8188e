import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ExpandedEvent as Event, Given } from '../typescript/src/index.ts';

export type EventQuery = NonNullable<Given<'GET /api/events'>['query']>;
type Source = { client: Client; signal: AbortSignal };

const POLL_MS = 2_000;
const MAX_REMEMBERED_IDS = 1_000;

/** What happens from now on, oldest first. The first poll only records what happened before. */
export async function* followEvents(source: Source, query: EventQuery): AsyncGenerator<Event> {
  const page = await readPage(source, query);
  let seenIds = page.data.map(({ id }) => id).sort();
  // Older events move up to the first page if newer ones are erased. If there are none, whatever comes is new.
  let oldestRelevantId = page.has_more ? seenIds[0] : undefined;
  while (!source.signal.aborted) {
    await wait(POLL_MS, undefined, { signal: source.signal }).catch(() => undefined);
    const events = await readUnseen(source, query, new Set(seenIds), oldestRelevantId);
    for (const event of events) {
      if (source.signal.aborted) return;
      yield event;
    }
    seenIds = [...seenIds, ...events.map(({ id }) => id)].sort();
    if (seenIds.length > MAX_REMEMBERED_IDS) {
      seenIds = seenIds.slice(-MAX_REMEMBERED_IDS);
      oldestRelevantId = seenIds[0];
    }
  }
}

/** Compares whole pages, because an event may be committed after a newer one, but ignores events older than `oldestRelevantId`. */
async function readUnseen(
  source: Source,
  query: EventQuery,
  seenIds: Set<string>,
  oldestRelevantId = '',
): Promise<Event[]> {
  const unseenEvents: Event[] = [];
  for (let lastId: string | undefined; ; ) {
    const { data, has_more } = await readPage(source, { ...query, starting_after: lastId });
    const newEvents = data.filter(({ id }) => id > oldestRelevantId && !seenIds.has(id));
    unseenEvents.push(...newEvents);
    lastId = data.at(-1)?.id;
    if (newEvents.length < data.length || !has_more) return unseenEvents.reverse();
  }
}

const readPage = ({ client, signal }: Source, query: EventQuery) => client.call('GET /api/events', { query, signal });

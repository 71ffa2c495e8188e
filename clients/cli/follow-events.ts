import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ExpandedEvent as Event, Given } from '../typescript/src/index.ts';

export type EventQuery = NonNullable<Given<'GET /api/events'>['query']>;
type Source = { client: Client; signal: AbortSignal };

const POLL_MS = 2_000;
const REMEMBERED = 1_000;

/** What happens from now on, oldest first. The first look only learns what happened before. */
export async function* followEvents(source: Source, query: EventQuery): AsyncGenerator<Event> {
  const page = await readPage(source, query);
  let seen = page.data.map(({ id }) => id);
  while (!source.signal.aborted) {
    await wait(POLL_MS, undefined, { signal: source.signal }).catch(() => undefined);
    const events = await readUnseen(source, query, new Set(seen));
    yield* events;
    seen = [...seen, ...events.map(({ id }) => id)].slice(-REMEMBERED);
  }
}

/** Compares whole pages, because an event may be committed after a newer one. */
async function readUnseen(source: Source, query: EventQuery, seen: Set<string>): Promise<Event[]> {
  const unseen: Event[] = [];
  for (let after: string | undefined; ; ) {
    const { data, has_more } = await readPage(source, { ...query, starting_after: after });
    const added = data.filter(({ id }) => !seen.has(id));
    unseen.push(...added);
    after = data.at(-1)?.id;
    if (added.length < data.length || !has_more) return unseen.reverse();
  }
}

const readPage = ({ client, signal }: Source, query: EventQuery) => client.call('GET /api/events', { query, signal });

import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ExpandedEvent as Event, Given } from '../typescript/src/index.ts';

export type EventQuery = NonNullable<Given<'GET /api/events'>['query']>;
type Source = { client: Client; signal: AbortSignal };

const POLL_MS = 2_000;
const REMEMBERED = 1_000;

/** What happens from now on, oldest first. The first look only learns what happened before. */
export async function* followEvents(source: Source, query: EventQuery): AsyncGenerator<Event> {
  const page = await readPage(source, query);
  let seen = page.data.map(({ id }) => id).sort();
  // Older events move up to the first page if newer ones are erased. If there are none, whatever comes is new.
  let floor = page.has_more ? seen[0] : undefined;
  while (!source.signal.aborted) {
    await wait(POLL_MS, undefined, { signal: source.signal }).catch(() => undefined);
    const events = await readUnseen(source, query, new Set(seen), floor);
    for (const event of events) {
      if (source.signal.aborted) return;
      yield event;
    }
    seen = [...seen, ...events.map(({ id }) => id)].sort();
    if (seen.length > REMEMBERED) {
      seen = seen.slice(-REMEMBERED);
      floor = seen[0];
    }
  }
}

/** Compares whole pages, because an event may be committed after a newer one, but not with what is older than `floor`. */
async function readUnseen(source: Source, query: EventQuery, seen: Set<string>, floor = ''): Promise<Event[]> {
  const unseen: Event[] = [];
  for (let after: string | undefined; ; ) {
    const { data, has_more } = await readPage(source, { ...query, starting_after: after });
    const added = data.filter(({ id }) => id > floor && !seen.has(id));
    unseen.push(...added);
    after = data.at(-1)?.id;
    if (added.length < data.length || !has_more) return unseen.reverse();
  }
}

const readPage = ({ client, signal }: Source, query: EventQuery) => client.call('GET /api/events', { query, signal });

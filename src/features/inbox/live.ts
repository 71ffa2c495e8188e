import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import { EVENT_STREAM } from '../../kernel/http/event-stream.ts';
import { type Context, type InWorkspace, type Route, route } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { end, frame, onAccessRevoked, type SseStream, send } from '../conversations/sse-stream.ts';

const HEARTBEAT_MS = 15_000;
/** Then it is opened again. */
const LONGEST_MS = 15 * 60_000;
/** Told of changes for longer than a stream lasts, so that the next one need not write. */
const WATCHED_MS = 60 * 60_000;
const MOST_IN_A_WORKSPACE = 200;

type Stream = SseStream & InWorkspace & { endsAt: number };

export type TeamLive = ReturnType<typeof createTeamLive>;

/** What happens in a workspace, by ids: the database tells every instance, and each tells those who listen there. */
export function createTeamLive(changes: CacheInvalidation) {
  const streams = new Map<string, Set<Stream>>();
  let closed = false;
  const all = () => [...streams.values()].flatMap((those) => [...those]);

  for (const [table, event] of Object.entries({
    conversations: 'conversation',
    bookings: 'booking',
    requests: 'request',
  }))
    changes.on(table, (workspaceId, id) => {
      // Without a workspace some may have been missed: they come back, and read afresh.
      if (!workspaceId) all().forEach(end);
      for (const stream of streams.get(workspaceId ?? '') ?? []) send(stream, frame(event, { id }));
    });
  onAccessRevoked(changes, (isMeant) => all().filter(isMeant).forEach(end));
  const heart = setInterval(() => {
    for (const stream of all()) {
      if (stream.endsAt <= performance.now()) end(stream);
      else send(stream, ':\n\n');
    }
  }, HEARTBEAT_MS);
  heart.unref();

  return {
    open({ workspace, actor }: InWorkspace) {
      const workspaceId = workspace.id;
      const those = streams.get(workspaceId) ?? new Set();
      if (closed || !changes.listening() || those.size >= MOST_IN_A_WORKSPACE)
        throw new Problem('unavailable', 'Live events aren’t available right now.', {
          headers: { 'Retry-After': '2' },
        });
      const body = new Readable({ read: () => undefined });
      const stream: Stream = { body, workspace, actor, endsAt: performance.now() + LONGEST_MS, over: false };
      streams.set(workspaceId, those.add(stream));
      body.once('close', () => {
        those.delete(stream);
        if (!those.size && streams.get(workspaceId) === those) streams.delete(workspaceId);
      });
      return { body, start: () => send(stream, frame('ready', {})) };
    },
    close() {
      closed = true;
      clearInterval(heart);
      all().forEach(end);
    },
  };
}

const ABOUT = `
Server-sent events for as long as the connection is held: \`conversation\`, \`booking\` and \`request\`, each \`{id}\` of
something that is new or was changed. \`ready\` comes first: from there on nothing is left out. It ends after a quarter of
an hour and is to be opened again.
`.trim();

export function teamLiveRoute({ key, teamLive }: { key: KeyGate; teamLive: TeamLive }): Route {
  return route({
    method: 'GET',
    root: 'dashboard',
    path: '/inbox/events',
    gate: key('conversations:read'),
    transaction: 'write',
    tag: 'Inbox',
    summary: 'Follow the workspace live',
    description: ABOUT,
    produces: EVENT_STREAM,
    answers: { 200: Type.String() },
    async handle(ctx, { request }) {
      const headers = { 'X-Accel-Buffering': 'no', Connection: 'close' };
      if (request.method === 'HEAD') return { status: 200, headers, body: '' };
      await watch(ctx);
      const { body, start } = teamLive.open(ctx);
      // Nobody reads it where the request was given up meanwhile.
      request.raw.socket.once('close', () => body.destroy());
      ctx.afterCommit(start);
      return { status: 200, headers, body };
    },
  });
}

async function watch({ db, workspace }: Context<InWorkspace>): Promise<void> {
  const now = Date.now();
  await db
    .insertInto('watched_workspaces')
    .values({ workspace_id: workspace.id, until: new Date(now + WATCHED_MS) })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet({ until: new Date(now + WATCHED_MS) })
        .where('watched_workspaces.until', '<', new Date(now + LONGEST_MS + HEARTBEAT_MS)),
    )
    .execute();
}

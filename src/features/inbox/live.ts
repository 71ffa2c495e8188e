import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import { destroyOnDisconnect, EVENT_STREAM } from '../../kernel/http/event-stream.ts';
import { type Context, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { endStream, formatFrame, onAccessRevoked, type SseStream, sendFrame } from '../conversations/sse-stream.ts';

const HEARTBEAT_MS = 15_000;
/** A stream ends after this time, and the client reconnects. */
const MAX_STREAM_MS = 15 * 60_000;
/** The workspace stays watched for longer than one stream lasts, so that reconnecting usually needs no write. */
const WATCH_DURATION_MS = 60 * 60_000;
const MAX_STREAMS_PER_WORKSPACE = 200;

type Stream = SseStream & WorkspacePrincipal & { endsAtMs: number };

export type TeamLiveStreams = ReturnType<typeof createTeamLiveStreams>;

/** Live streams of the ids that change in a workspace. The database notifies every instance, and each notifies its clients. */
export function createTeamLiveStreams(changes: CacheInvalidation) {
  const streamsByWorkspace = new Map<string, Set<Stream>>();
  let isClosed = false;
  const listStreams = () => [...streamsByWorkspace.values()].flatMap((streams) => [...streams]);

  for (const [table, event] of Object.entries({
    conversations: 'conversation',
    bookings: 'booking',
    requests: 'request',
  }))
    changes.on(table, (workspaceId, id) => {
      // Without a workspace id, notifications may have been lost: clients reconnect and reload.
      if (!workspaceId) listStreams().forEach(endStream);
      for (const stream of streamsByWorkspace.get(workspaceId ?? '') ?? [])
        sendFrame(stream, formatFrame(event, { id }));
    });
  onAccessRevoked(changes, (isAffected) => listStreams().filter(isAffected).forEach(endStream));
  const heartbeat = setInterval(() => {
    for (const stream of listStreams()) {
      if (stream.endsAtMs <= performance.now()) endStream(stream);
      else sendFrame(stream, ':\n\n');
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    open({ workspace, actor }: WorkspacePrincipal) {
      const workspaceId = workspace.id;
      const workspaceStreams = streamsByWorkspace.get(workspaceId) ?? new Set();
      if (isClosed || !changes.isListening() || workspaceStreams.size >= MAX_STREAMS_PER_WORKSPACE)
        throw new Problem('unavailable', 'Live events aren’t available right now.', {
          headers: { 'Retry-After': '2' },
        });
      const body = new Readable({ read: () => undefined });
      const stream: Stream = { body, workspace, actor, endsAtMs: performance.now() + MAX_STREAM_MS, isEnded: false };
      streamsByWorkspace.set(workspaceId, workspaceStreams.add(stream));
      body.once('close', () => {
        workspaceStreams.delete(stream);
        if (!workspaceStreams.size && streamsByWorkspace.get(workspaceId) === workspaceStreams)
          streamsByWorkspace.delete(workspaceId);
      });
      return { body, start: () => sendFrame(stream, formatFrame('ready', {})) };
    },
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      listStreams().forEach(endStream);
    },
  };
}

const DESCRIPTION = `
Server-sent events for as long as the connection is held: \`conversation\`, \`booking\` and \`request\`, each \`{id}\` of
something that is new or was changed. \`ready\` comes first: from there on nothing is left out. It ends after a quarter of
an hour and is to be opened again.
`.trim();

export function teamLiveRoute({ keyGate, teamLive }: { keyGate: KeyGate; teamLive: TeamLiveStreams }): Route {
  return route({
    method: 'GET',
    pathPrefixSet: 'dashboard',
    path: '/inbox/events',
    gate: keyGate('conversations:read'),
    transaction: 'write',
    tag: 'Inbox',
    summary: 'Follow the workspace live',
    description: DESCRIPTION,
    produces: EVENT_STREAM,
    responses: { 200: Type.String() },
    async handle(ctx, { request }) {
      const headers = { 'X-Accel-Buffering': 'no', Connection: 'close' };
      if (request.method === 'HEAD') return { status: 200, headers, body: '' };
      await watchWorkspace(ctx);
      const { body, start } = teamLive.open(ctx);
      destroyOnDisconnect(request, body);
      ctx.afterCommit(start);
      return { status: 200, headers, body };
    },
  });
}

async function watchWorkspace({ db, workspace }: Context<WorkspacePrincipal>): Promise<void> {
  const now = Date.now();
  await db
    .insertInto('watched_workspaces')
    .values({ workspace_id: workspace.id, until: new Date(now + WATCH_DURATION_MS) })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet({ until: new Date(now + WATCH_DURATION_MS) })
        .where('watched_workspaces.until', '<', new Date(now + MAX_STREAM_MS + HEARTBEAT_MS)),
    )
    .execute();
}

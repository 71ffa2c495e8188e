// Serves customers who wait on an open connection, such as callers: each WebSocket is one of them. What they say is answered
// on this instance at once. Nothing is lost when a connection breaks, because each turn is committed before its reply is spoken.
import { once } from 'node:events';
import type { IncomingMessage as HttpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { toE164 } from '../../kernel/phone.ts';
import { parseLivePath } from './addresses.ts';
import { answerLive } from './answer-live.ts';
import { claimCall, recordHeardLength } from './calls.ts';
import { type Channel, ForgedRequestError, type LiveCall, type LiveTiming } from './channel.ts';
import { type ConnectionRow, findConnectionForHook, toConnection } from './connections.ts';
import { type AnswerServices, readBusiness } from './turn.ts';
import { findUnheardReplies } from './unheard.ts';

export type LiveServices = AnswerServices & { config: { publicUrl: string }; liveTiming?: LiveTiming | undefined };
export type LiveConnections = { hasRoom(channelConnectionId: string): boolean };

const TIMING: LiveTiming = {
  openTimeoutMs: 10_000,
  maxSilenceMs: 10_000,
  keypadPauseMs: 1_500,
  charactersPerSecond: 14,
};
/** A sentence is short. */
const MAX_FRAME_BYTES = 16 * 1024;
const MAX_FRAMES_PER_SECOND = 50;
const MAX_CALLS_PER_INSTANCE = 200;
const MAX_CALLS_PER_CHANNEL_CONNECTION = 20;
/** Calls whose channel connection is being looked up. A provider opens few at once, and each lookup is short. */
const MAX_CALLS_BEING_OPENED = 50;
/** A connection whose other side has vanished is noticed after this time. */
const PING_INTERVAL_MS = 20_000;
/** The status codes of RFC 6455. */
const CLOSE_CODES = { unsupported: 1003, policy: 1008, restart: 1012 } as const;

type OpenedCall = {
  channel: Channel;
  live: NonNullable<Channel['live']>;
  row: ConnectionRow;
  callId: string;
  address: string;
};

export function acceptLiveConnections(server: FastifyInstance, services: LiveServices): LiveConnections {
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  const channelConnectionIdByWebSocket = new Map<WebSocket, string>();
  const runningTurns = new Set<Promise<unknown>>();
  const hasRoom = (channelConnectionId: string) =>
    channelConnectionIdByWebSocket.size < MAX_CALLS_PER_INSTANCE &&
    [...channelConnectionIdByWebSocket.values()].filter((id) => id === channelConnectionId).length <
      MAX_CALLS_PER_CHANNEL_CONNECTION;
  // Requests to upgrade to anything else get a plain HTTP response, as if nobody listened for upgrades.
  Object.assign(server.server, { shouldUpgradeCallback: isLiveRequest });
  const { openTimeoutMs } = services.liveTiming ?? TIMING;
  let openingCount = 0;
  const openWithLimit = async (request: HttpRequest): Promise<OpenedCall> => {
    if (openingCount >= MAX_CALLS_BEING_OPENED) throw new UpgradeRefusal('503 Service Unavailable');
    openingCount += 1;
    return openCall(services, request, hasRoom).finally(() => {
      openingCount -= 1;
    });
  };
  server.server.on('upgrade', (request, socket: Duplex, head) => {
    socket.on('error', () => socket.destroy());
    // HTTP's own timeouts end with the upgrade.
    const timeout = setTimeout(() => socket.destroy(), openTimeoutMs);
    socket.once('close', () => clearTimeout(timeout));
    openWithLimit(request).then(
      (openedCall) =>
        webSockets.handleUpgrade(request, socket, head, (webSocket) => {
          clearTimeout(timeout);
          channelConnectionIdByWebSocket.set(webSocket, openedCall.row.id);
          webSocket.once('close', () => channelConnectionIdByWebSocket.delete(webSocket));
          serveCall(services, webSocket, openedCall, runningTurns).catch((error: unknown) => {
            services.log.error({ connection: openedCall.row.id, err: error }, 'a call could not be served');
            webSocket.terminate();
          });
        }),
      (error: unknown) => refuseUpgrade(services, socket, error),
    );
  });
  server.addHook('preClose', async () => {
    const closings = [...channelConnectionIdByWebSocket.keys()].map((webSocket) => once(webSocket, 'close'));
    for (const webSocket of channelConnectionIdByWebSocket.keys()) webSocket.close(CLOSE_CODES.restart);
    await Promise.allSettled(runningTurns);
    for (const webSocket of channelConnectionIdByWebSocket.keys()) webSocket.terminate();
    // What callers have not heard is stored at the end of their connections.
    await Promise.allSettled(closings);
    await Promise.allSettled(runningTurns);
  });
  return { hasRoom };
}

const isLiveRequest = ({ url, headers }: HttpRequest): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && parseLivePath(url) !== undefined;

class UpgradeRefusal extends Error {
  readonly status: string;
  constructor(status: string) {
    super(status);
    this.status = status;
  }
}

/** Verifies the request and takes the call, which the provider has announced. */
async function openCall(
  services: LiveServices,
  request: HttpRequest,
  hasRoom: LiveConnections['hasRoom'],
): Promise<OpenedCall> {
  const { channels, database, keyring, clock, config } = services;
  const { connectionId = '', callId = '' } = parseLivePath(request.url) ?? {};
  const row = await findConnectionForHook(database, connectionId);
  const channel = row && channels.get(row.kind);
  if (!row || !channel?.live) throw new UpgradeRefusal('404 Not Found');
  const url = config.publicUrl.replace(/^http/, 'ws') + request.url;
  const providerRequest = { method: 'GET', url, query: {}, headers: request.headers, body: Buffer.alloc(0) } as const;
  channel.live.verify({ ...providerRequest, receivedAt: clock() }, toConnection(keyring, row, ''));
  if (!hasRoom(connectionId)) throw new UpgradeRefusal('503 Service Unavailable');
  const callRef = { connectionId, threadKey: callId };
  const claimed = await database.inWorkspace(row.workspace_id, (db) => claimCall(db, callRef));
  if (!claimed) throw new UpgradeRefusal('404 Not Found');
  return { channel, live: channel.live, row, callId, address: claimed.address };
}

function refuseUpgrade({ log }: LiveServices, socket: Duplex, error: unknown): void {
  const isForged = error instanceof ForgedRequestError;
  if (isForged) log.warn('a connection without the provider’s signature');
  else if (!(error instanceof UpgradeRefusal)) log.error({ err: error }, 'a call could not be opened');
  const status = isForged
    ? '403 Forbidden'
    : error instanceof UpgradeRefusal
      ? error.status
      : '500 Internal Server Error';
  // Otherwise the other side could keep its half open.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function serveCall(
  services: LiveServices,
  webSocket: WebSocket,
  { channel, live, row, callId, address }: OpenedCall,
  runningTurns: Set<Promise<unknown>>,
): Promise<void> {
  // Frames that arrive before the call is ready wait here.
  const queuedFrames: string[] = [];
  const isTooFast = createFrameCounter();
  let receive = (data: string): void => void queuedFrames.push(data);
  let end = (): void => undefined;
  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('message', (data, isBinary) => {
    if (isBinary) webSocket.close(CLOSE_CODES.unsupported);
    else if (isTooFast()) webSocket.close(CLOSE_CODES.policy);
    else if (webSocket.readyState === webSocket.OPEN) receive(String(data));
  });
  webSocket.once('close', () => end());
  keepAlive(webSocket);
  const business = await readBusiness(services, row.workspace_id);
  const thread = { workspaceId: row.workspace_id, connectionId: row.id, threadKey: callId };
  const phone = toE164(address, '');
  const unheardReplies = await findUnheardReplies(services, thread);
  const track = <T>(work: Promise<T>): Promise<T> => {
    runningTurns.add(work);
    return work.finally(() => runningTurns.delete(work));
  };
  let lastRecording: Promise<unknown> = Promise.resolve();
  const call: LiveCall = {
    id: callId,
    business,
    phone,
    unheardReplies,
    log: services.log,
    timing: services.liveTiming ?? TIMING,
    connection: toConnection(services.keyring, row, business.name),
    send: (frame) => {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(JSON.stringify(frame));
    },
    close: () => webSocket.close(CLOSE_CODES.policy),
    answer: (text, turn) => {
      const message = { id: '', address, text, ...(phone ? { customer: { phone } } : {}) };
      return track(answerLive(services, channel, thread, message, turn));
    },
    recordHeardLength: (messageId, characters) => {
      const record = () =>
        services.database.inWorkspace(row.workspace_id, (db) => recordHeardLength(db, messageId, characters));
      // One after the other: the caller may interrupt right after a reply was reported as spoken.
      lastRecording = track(lastRecording.then(record)).catch((error: unknown) =>
        services.log.warn({ err: error }, 'what a caller heard could not be stored'),
      );
    },
  };
  const session = live.start(call);
  receive = session.receive;
  end = session.end;
  for (const data of queuedFrames) receive(data);
  if (webSocket.readyState !== webSocket.OPEN) end();
}

function createFrameCounter(): () => boolean {
  let [currentSecond, count] = [0, 0];
  return () => {
    const now = Math.floor(performance.now() / 1000);
    [currentSecond, count] = now === currentSecond ? [currentSecond, count + 1] : [now, 1];
    return count > MAX_FRAMES_PER_SECOND;
  };
}

function keepAlive(webSocket: WebSocket): void {
  let isAlive = true;
  webSocket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) return webSocket.terminate();
    isAlive = false;
    webSocket.ping();
  }, PING_INTERVAL_MS).unref();
  webSocket.once('close', () => clearInterval(timer));
}

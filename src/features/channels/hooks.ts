// Providers call these URLs with messages and delivery reports, and open the connections of calls.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addProviderHook } from '../../kernel/http/provider-hook.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { buildWebhookUrl } from './addresses.ts';
import {
  type Channel,
  type Connection,
  ForgedRequestError,
  type InboundResult,
  type ProviderRequest,
  type ReceiveOptions,
} from './channel.ts';
import { findConnectionForHook, toConnection } from './connections.ts';
import { acceptLiveConnections, type LiveConnections, type LiveServices } from './live.ts';
import { handOffMissedCalls } from './missed-calls.ts';
import { storeInbound } from './receive.ts';
import { readBusiness } from './turn.ts';

/** Emails come with their attachments. */
const MAX_REQUEST_BYTES = 35 * 1024 * 1024;

export function addChannelHooks(server: FastifyInstance, services: LiveServices): void {
  const liveConnections = acceptLiveConnections(server, services);
  addProviderHook(server, {
    url: '/hooks/:connection',
    methods: ['GET', 'POST'],
    maxBytes: MAX_REQUEST_BYTES,
    async handle(request, reply, body) {
      const { response } = await receiveRequest(services, liveConnections, request, body);
      return response ? reply.type(response.type).send(response.body) : reply.send();
    },
  });
}

async function receiveRequest(
  services: LiveServices,
  liveConnections: LiveConnections,
  request: FastifyRequest,
  body: Buffer,
): Promise<InboundResult> {
  const { channels, database, keyring, clock, config } = services;
  const { connection: id } = request.params as { connection: string };
  const row = await findConnectionForHook(database, id);
  if (!row) throw notFound('connection');
  const now = clock();
  const providerRequest: ProviderRequest = {
    method: request.method as 'GET' | 'POST',
    url: config.publicUrl + request.url,
    query: request.query as Record<string, string>,
    headers: request.headers,
    body,
    receivedAt: now,
  };
  const options: ReceiveOptions = {
    publicUrl: config.publicUrl,
    webhookUrl: buildWebhookUrl(config.publicUrl, id),
    isPaused: row.status === 'paused',
    hasRoom: liveConnections.hasRoom(id),
    business: () => readBusiness(services, row.workspace_id),
  };
  const connection = toConnection(keyring, row, '');
  const inbound = await readRequest(channels.get(row.kind), providerRequest, connection, options, request);
  await database.inWorkspace(row.workspace_id, (db) => storeInbound(db, keyring, row, inbound, now));
  await handOffMissedCalls(services, row, inbound.calls);
  return inbound;
}

async function readRequest(
  channel: Channel | undefined,
  providerRequest: ProviderRequest,
  connection: Connection,
  options: ReceiveOptions,
  request: FastifyRequest,
): Promise<InboundResult> {
  if (!channel?.receive) throw notFound('connection');
  const logContext = { channel: channel.kind, connection: connection.id };
  try {
    return await channel.receive(providerRequest, connection, options);
  } catch (error) {
    if (error instanceof ForgedRequestError) {
      request.log.warn(logContext, 'a request without the provider’s signature');
      throw new Problem('invalid_signature', 'The signature is missing or wrong.');
    }
    request.log.warn(logContext, 'a provider’s request could not be read');
    throw new Problem('invalid_request', 'The request is not what the provider’s documentation describes.');
  }
}

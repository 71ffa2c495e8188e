// The addresses that providers call with messages and delivery reports.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { type Channel, type Connection, ForgedRequest, type ProviderRequest, type Received } from './channel.ts';
import { findConnection, toConnection } from './connections.ts';
import { storeReceived } from './receive.ts';

/** Mails come with their attachments. */
const MAX_BYTES = 35 * 1024 * 1024;

type Services = {
  channels: Map<string, Channel>;
  database: Database;
  keyring: Keyring;
  clock: Clock;
  config: { publicUrl: string };
};

export const webhookUrlOf = (publicUrl: string, connectionId: string): string => `${publicUrl}/hooks/${connectionId}`;

export function addChannelHooks(server: FastifyInstance, services: Services): void {
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    // Signatures are over the bytes as they came.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BYTES },
      async (_: unknown, body: Buffer) => body,
    );
    scope.route({
      method: ['GET', 'POST'],
      url: '/hooks/:connection',
      schema: { hide: true } as object,
      handler: async (request, reply) => {
        const { answer } = await receive(services, request);
        return answer ? reply.type(answer.type).send(answer.body) : reply.send();
      },
    });
    done();
  });
}

async function receive(services: Services, request: FastifyRequest): Promise<Received> {
  const { channels, database, keyring, clock, config } = services;
  const { connection: id } = request.params as { connection: string };
  const [found] = await database.statement<{ workspace: string | null }>(
    'select workspace_of_channel($1) as workspace',
    [id],
  );
  if (!found?.workspace) throw notFound('connection');
  const inWorkspace = <T>(work: (db: Db) => Promise<T>) => database.inWorkspace(found.workspace as string, work);
  const row = await inWorkspace((db) => findConnection(db, id));
  if (!row) throw notFound('connection');
  const now = clock();
  const providerRequest: ProviderRequest = {
    method: request.method as 'GET' | 'POST',
    url: config.publicUrl + request.url,
    query: request.query as Record<string, string>,
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    receivedAt: now,
  };
  const received = await readRequest(channels.get(row.kind), providerRequest, toConnection(keyring, row, ''), request);
  await inWorkspace((db) => storeReceived(db, keyring, row, received, now));
  return received;
}

async function readRequest(
  channel: Channel | undefined,
  providerRequest: ProviderRequest,
  connection: Connection,
  request: FastifyRequest,
): Promise<Received> {
  if (!channel?.receive) throw notFound('connection');
  const where = { channel: channel.kind, connection: connection.id };
  try {
    return await channel.receive(providerRequest, connection);
  } catch (error) {
    if (error instanceof ForgedRequest) {
      request.log.warn(where, 'a request without the provider’s signature');
      throw new Problem('invalid_signature', 'The signature is missing or wrong.');
    }
    request.log.warn(where, 'a provider’s request could not be read');
    throw new Problem('invalid_request', 'The request is not what the provider’s documentation describes.');
  }
}

// A restaurant with its content and its team, ready to connect channels.
import { expect, vi } from 'vitest';
import type { AppOptions } from '../../src/app-options.ts';
import type { Config } from '../../src/kernel/config.ts';
import { createEveryDayHours, expectStatus, KEEP_ALL_SAMPLES } from '../business.ts';
import { call, queryAsDbOwner, type Service, signUp, startService } from '../harness.ts';

export type Restaurant = Awaited<ReturnType<typeof startRestaurant>>;

/** Keeps the sample content, with hours that allow a booking on whatever weekday the test runs. */
export async function setUpRestaurant(service: Pick<Service, 'url'>, cookie: string): Promise<void> {
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { cookie, body: { industry: 'restaurant' } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { cookie, body: KEEP_ALL_SAMPLES }));
  const body = { hours: createEveryDayHours(['11:00', '23:00']), closures: [] };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body }));
}

export async function startRestaurant(options: Partial<AppOptions> = {}, overrides: Partial<Config> = {}) {
  const service: Service = await startService(undefined, { webhooksAllowPrivate: true, ...overrides }, options);
  await service.warmUp();
  const { cookie } = await signUp(service, { businessName: 'Bella Vista' });
  const workspace = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id as string;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspace]);
  await setUpRestaurant(service, cookie);
  const query = async (sql: string, values: unknown[] = []) =>
    (await queryAsDbOwner(service.connection, sql, values)).rows;
  /** The messages that went out to an address, the oldest first. */
  const findOutgoingMessagesTo = (
    address: string,
  ): Promise<{ status: string; error: string | null; attempts: number }[]> =>
    query(
      `select o.status, o.error, o.attempts, o.provider_ids from channel_outgoing o
       join channel_threads t on (t.connection_id, t.key) = (o.connection_id, o.thread_key)
       where t.address = $1 order by o.position`,
      [address],
    );
  const findConversationWith = async (address: string): Promise<{ id: string; status: string; channel: string }> =>
    (
      await query(
        `select c.id, c.status, c.channel from conversations c
         join channel_threads t on t.conversation_id = c.id where t.address = $1`,
        [address],
      )
    )[0];
  return {
    service,
    cookie,
    query,
    findOutgoingMessagesTo,
    findConversationWith,
    connect: (kind: string, settings: object) =>
      call(service, 'POST', '/api/channels', { cookie, body: { kind, settings } }),
    listConnections: async () => (await call(service, 'GET', '/api/channels', { cookie })).json.connections,
    /** A person of the team writes to the customer. */
    async replyTo(address: string, text: string): Promise<void> {
      const { id } = await findConversationWith(address);
      expectStatus(201, await call(service, 'POST', `/api/conversations/${id}/messages`, { cookie, body: { text } }));
    },
    /** Waits until the latest message to an address has a status. */
    waitForStatus: (address: string, status: string) =>
      vi.waitFor(async () => expect((await findOutgoingMessagesTo(address)).at(-1)).toMatchObject({ status }), 20_000),
    /** What the team sees of the latest message to an address. */
    findLatestDeliveryTo: async (
      address: string,
    ): Promise<{ messageId: string; status: string; error: string | null }> => {
      const { id } = await findConversationWith(address);
      return (await call(service, 'GET', `/api/inbox/conversations/${id}`, { cookie })).json.deliveries.at(-1);
    },
    listMessagesWith: async (address: string): Promise<{ role: string; text: string }[]> => {
      const { id } = await findConversationWith(address);
      return (await call(service, 'GET', `/api/conversations/${id}`, { cookie })).json.messages;
    },
  };
}

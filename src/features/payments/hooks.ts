// Stripe sends its events to this URL. Each is verified, stored once and acknowledged; a job does the rest.
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { addProviderHook } from '../../kernel/http/provider-hook.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { decryptSecrets, findConnectionOfHook } from './connections.ts';
import { parseEvent } from './signals.ts';
import type { PaymentProvider } from './stripe.ts';

const MAX_EVENT_BYTES = 1024 * 1024;

export const EVENT_TASK = 'payments.event';
export type EventJob = { workspaceId: string; eventId: string };

export const buildHookUrl = (publicUrl: string, id: string): string => `${publicUrl}/hooks/stripe/${id}`;

type Services = { database: Database; keyring: Keyring; clock: Clock; paymentProvider: PaymentProvider };

export function addPaymentHooks(server: FastifyInstance, services: Services): void {
  addProviderHook(server, {
    url: '/hooks/stripe/:connection',
    methods: ['POST'],
    maxBytes: MAX_EVENT_BYTES,
    async handle(request, _, body) {
      const { connection } = request.params as { connection: string };
      await receiveEvent(services, connection, body, String(request.headers['stripe-signature'] ?? ''));
      return { received: true };
    },
  });
}

async function receiveEvent(
  { database, keyring, clock, paymentProvider }: Services,
  connectionId: string,
  body: Buffer,
  signature: string,
): Promise<void> {
  const connection = await findConnectionOfHook(database, connectionId);
  if (!connection) throw notFound('connection');
  const { signingSecret } = decryptSecrets(keyring, connection);
  const event = await paymentProvider.verify(body, signature, signingSecret).catch(() => {
    throw new Problem('invalid_signature', 'The signature is missing or wrong.');
  });
  const signal = parseEvent(event);
  if (!signal) return;
  const { workspace_id: workspaceId } = connection;
  await database.inWorkspace(workspaceId, async (db) => {
    const insertedEvent = await db
      .insertInto('payment_events')
      .values({
        workspace_id: workspaceId,
        id: event.id,
        type: event.type,
        signal: JSON.stringify(signal),
        received_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!insertedEvent) return;
    await db.updateTable('payment_connections').set({ last_event_at: clock() }).execute();
    await enqueue(db, EVENT_TASK, { workspaceId, eventId: event.id } satisfies EventJob);
  });
}

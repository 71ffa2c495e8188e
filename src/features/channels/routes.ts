import { randomBytes } from 'node:crypto';
import { type TProperties, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { audit } from '../../kernel/audit/log.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import {
  type Context,
  created,
  DeferredResponse,
  type Gate,
  noContent,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Id, NonBlank, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { hasRole, type Role } from '../accounts/roles.ts';
import type { Documents } from '../business/store.ts';
import { hasChannel, requireChannel } from '../plans/plans.ts';
import { buildWebhookUrl } from './addresses.ts';
import { type Channel, ChannelError, type Connection, type FieldCondition } from './channel.ts';
import {
  type ConnectionRow,
  encryptSecrets,
  findConnection,
  isSecret,
  separateSecrets,
  toConnection,
} from './connections.ts';
import { createSendOptions, type SendConfig } from './send.ts';

type Ctx = Context<WorkspacePrincipal>;
type Dependencies = {
  session(role: Role): Gate<WorkspacePrincipal>;
  channels: Map<string, Channel>;
  documents: Documents;
  keyring: Keyring;
  safeFetch: SafeFetch;
  config: SendConfig;
};

const tag = 'Channels';
const MAX_CONNECTIONS = 50;
const ConnectionParams = Strict({ id: Id('chn') });
const ConnectionShape = Titled('ChannelConnection', {
  id: Id('chn'),
  kind: Type.String(),
  address: Type.String({ description: 'What customers write to' }),
  status: OneOf(['active', 'paused']),
  settings: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  webhookUrl: Type.String({
    description: 'Where the provider sends messages; for admins with the secret, if it needs one',
  }),
  lastReceivedAt: Nullable(Time()),
  lastSentAt: Nullable(Time()),
  lastError: Nullable(Type.String()),
  createdAt: Time(),
});
const KindShape = Titled('ChannelKind', {
  kind: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  available: Type.Boolean({ description: 'Whether the plan has it' }),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      required: Type.Boolean(),
      secret: Type.Boolean(),
      options: Type.Optional(Type.Array(Type.String())),
      onlyFor: Type.Optional(
        Type.Object(
          { field: Type.String(), value: Type.String() },
          { description: 'Needed if that field has that value' },
        ),
      ),
    }),
  ),
});
const SettingsShape = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'The fields that `GET /api/channels` lists for the kind',
});

export function channelRoutes({ session, channels, documents, keyring, safeFetch, config }: Dependencies): Route[] {
  const optionsFor = (connectionId: string) => createSendOptions(safeFetch, config, connectionId);
  const present = (row: ConnectionRow, { workspace, actor }: Ctx) => {
    const isAdmin = actor.kind === 'user' && hasRole(actor.role as Role, 'admin');
    const hasSecret = isAdmin && channels.get(row.kind)?.hasSecretUrl?.(row.settings);
    const secret = hasSecret ? toConnection(keyring, row, '').secrets.webhookSecret : undefined;
    return presentConnection(row, workspace.timezone, config.publicUrl, secret);
  };
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/channels',
      gate: session('agent'),
      tag,
      summary: 'List the channels and your connections to them',
      responses: { 200: Type.Object({ kinds: Type.Array(KindShape), connections: Type.Array(ConnectionShape) }) },
      async handle(ctx) {
        const rows = await ctx.db.selectFrom('channel_connections').selectAll().orderBy('id').execute();
        return ok({
          kinds: [...channels.values()].map((channel) => presentKind(channel, ctx)),
          connections: rows.map((row) => present(row, ctx)),
        });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/channels',
      gate: session('admin'),
      tag,
      summary: 'Connect a channel',
      description: 'Checks the settings with the provider first. Secrets are never shown again.',
      body: Strict({ kind: OneOf([...channels.keys()]), settings: SettingsShape }),
      responses: { 201: ConnectionShape },
      async handle(ctx, { body: { kind, settings: values } }) {
        requireChannel(ctx.workspace, kind);
        const channel = channels.get(kind) as Channel;
        const existing = await ctx.db.selectFrom('channel_connections').select('id').execute();
        if (existing.length >= MAX_CONNECTIONS)
          throw new Problem('conflict', `A workspace can have up to ${MAX_CONNECTIONS} connections. Delete one first.`);
        const { settings, secrets } = separateSecrets(channel, validateSettings(channel, values));
        const { document } = await documents.get(ctx);
        const connection: Connection = {
          id: newId('chn'),
          workspaceId: ctx.workspace.id,
          businessName: document.name,
          settings,
          secrets: { ...secrets, webhookSecret: randomBytes(24).toString('base64url') },
        };
        return new DeferredResponse(async () => {
          const foundSettings = await mapErrorToProblem(channel.connect?.(connection, optionsFor(connection.id)));
          return async (nextCtx: Ctx) => {
            const completeConnection = { ...connection, settings: { ...settings, ...foundSettings } };
            return created(present(await insertConnection(nextCtx, keyring, channel, completeConnection), nextCtx));
          };
        });
      },
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'dashboard',
      path: '/channels/:id',
      gate: session('admin'),
      tag,
      summary: 'Pause or resume a connection',
      description: 'While it is paused, messages from customers are not stored and nothing is sent.',
      params: ConnectionParams,
      body: Strict({ status: OneOf(['active', 'paused']) }),
      responses: { 200: ConnectionShape },
      async handle(ctx, { params: { id }, body: { status } }) {
        const row = await ctx.db
          .updateTable('channel_connections')
          .set({ status, updated_at: ctx.now })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw notFound('connection');
        await audit(ctx, `channel.${status === 'paused' ? 'pause' : 'resume'}`, id, row.kind);
        return ok(present(row, ctx));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/channels/:id/test',
      gate: session('admin'),
      tag,
      summary: 'Send a test message',
      params: ConnectionParams,
      body: Strict({ to: NonBlank({ maxLength: 300, description: 'A phone number, an email address or a chat' }) }),
      responses: { 204: null },
      async handle(ctx, { params: { id }, body: { to } }) {
        const row = await findConnection(ctx.db, id);
        const channel = row && channels.get(row.kind);
        if (!row || !channel) throw notFound('connection');
        const { document } = await documents.get(ctx);
        const connection = toConnection(keyring, row, document.name);
        const text = `This is a test message from ${document.name}. ${channel.title} is connected.`;
        return new DeferredResponse(async () => {
          await mapErrorToProblem(
            channel.send(
              { id: newId('msg'), address: to, text, suggestions: [], context: {} },
              connection,
              optionsFor(id),
            ),
          );
          return async () => noContent();
        });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/channels/:id',
      gate: session('admin'),
      tag,
      summary: 'Disconnect a channel',
      description: 'Conversations stay. Replies that have not been sent yet are not sent.',
      params: ConnectionParams,
      responses: { 204: null },
      async handle(ctx, { params: { id } }) {
        const row = await findConnection(ctx.db, id);
        const channel = row && channels.get(row.kind);
        if (!row) throw notFound('connection');
        await ctx.db.deleteFrom('channel_connections').where('id', '=', id).execute();
        await audit(ctx, 'channel.disconnect', id, row.kind);
        const connection = toConnection(keyring, row, '');
        // The provider may be gone or the secret revoked already, so this is only tried.
        ctx.afterCommit(() => void channel?.disconnect?.(connection, optionsFor(id)).catch(() => undefined));
        return noContent();
      },
    }),
  ];
}

async function insertConnection(
  ctx: Ctx,
  keyring: Keyring,
  channel: Channel,
  connection: Connection,
): Promise<ConnectionRow> {
  const { id, settings } = connection;
  const row = await ctx.db
    .insertInto('channel_connections')
    .values({
      workspace_id: ctx.workspace.id,
      id,
      kind: channel.kind,
      address: channel.describeAddress(settings),
      settings: JSON.stringify(settings),
      secrets: encryptSecrets(keyring, connection),
      last_received_at: null,
      last_sent_at: null,
      last_error: null,
      last_error_at: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, 'channel.connect', id, channel.kind);
  return row;
}

function validateSettings({ fields }: Channel, values: Record<string, unknown>): Record<string, unknown> {
  const errors = [...Value.Errors(fields, values)].map(({ instancePath, message }) => ({
    pointer: `/settings${instancePath}`,
    detail: message,
  }));
  const unknownFields = Object.keys(values).filter((name) => !(name in fields.properties));
  errors.push(
    ...unknownFields.map((name) => ({ pointer: `/settings/${name}`, detail: 'is not a field of this channel' })),
  );
  const [firstError] = errors;
  if (firstError) throw new Problem('validation_failed', `${firstError.pointer} ${firstError.detail}`, { errors });
  return values;
}

/** The provider's refusal, as a problem of the request. */
const mapErrorToProblem = <T>(call: Promise<T> | undefined): Promise<T | undefined> =>
  Promise.resolve(call).catch((error: unknown) => {
    if (!(error instanceof ChannelError)) throw error;
    throw new Problem('validation_failed', error.message, {
      errors: [{ pointer: '/settings', detail: error.message }],
    });
  });

const presentConnection = (row: ConnectionRow, zone: string, publicUrl: string, secret: string | undefined) => ({
  id: row.id,
  kind: row.kind,
  address: row.address,
  status: row.status,
  settings: row.settings,
  webhookUrl: buildWebhookUrl(publicUrl, row.id) + (secret ? `?token=${secret}` : ''),
  lastReceivedAt: row.last_received_at && rfc3339(row.last_received_at, zone),
  lastSentAt: row.last_sent_at && rfc3339(row.last_sent_at, zone),
  lastError: row.last_error ?? row.poll_error,
  createdAt: rfc3339(row.created_at, zone),
});

function presentKind({ kind, title, summary, fields }: Channel, { workspace }: Ctx) {
  const required = new Set<string>((fields as { required?: string[] }).required ?? []);
  return {
    kind,
    title,
    summary,
    available: hasChannel(workspace, kind),
    fields: Object.entries(fields.properties as TProperties).map(([name, schema]: [string, TSchema]) => {
      const field = schema as { title?: string; description?: string; enum?: string[]; onlyFor?: FieldCondition };
      return {
        name,
        title: field.title ?? name,
        ...(field.description ? { description: field.description } : {}),
        required: required.has(name),
        secret: isSecret(schema),
        ...(field.enum ? { options: field.enum } : {}),
        ...(field.onlyFor ? { onlyFor: field.onlyFor } : {}),
      };
    }),
  };
}

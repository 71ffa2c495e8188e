import { Type } from 'typebox';
import type { Config } from '../../kernel/config.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import {
  created,
  DeferredResponse,
  type Gate,
  noContent,
  ok,
  type Route,
  route,
  type Workspace,
} from '../../kernel/http/route.ts';
import { Empty, Id, NonBlank, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { canSendMail } from '../../kernel/mail.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import type { SignedInUser } from '../access/session-gate.ts';
import type { Role } from '../accounts/roles.ts';
import { readDocument } from '../business/store.ts';
import { type Device, findDevice, listDevices, removeDevice, saveDevice } from './devices.ts';
import {
  listWaitingEmailRecipients,
  readNotifiedMembers,
  savePreferences,
  wantsWaitingEmails,
  wantsWeeklyDigest,
} from './preferences.ts';
import type { PushResult, PushSender } from './push-sender.ts';
import { findBrowserKeyProblem, type PushKeyPair } from './web-push.ts';

type Dependencies = {
  database: Database;
  session(role: Role): Gate<{ workspace: Workspace; actor: SignedInUser }>;
  signedIn: Gate<{ actor: SignedInUser }>;
  safeFetch: Pick<SafeFetch, 'findRejectionReason'>;
  sendPush: PushSender;
  pushKeys(): Promise<PushKeyPair>;
  config: Config;
};

const tag = 'Notifications';
const MAX_DEVICES = 20;
const MAX_USER_AGENT_CHARACTERS = 300;
const OUTCOMES = ['delivered', 'gone', 'refused', 'unavailable'] as const satisfies readonly PushResult['outcome'][];
const DeviceParams = Strict({ id: Id('dev') });
const Endpoint = NonBlank({ maxLength: 2_000, description: 'The URL that the browser’s push service gave the page' });
const Subscription = Strict({
  endpoint: Endpoint,
  keys: Strict({
    p256dh: Type.String({ pattern: '^[\\w-]{87}=?$', description: 'A P-256 public key, 65 bytes in base64url' }),
    auth: Type.String({ pattern: '^[\\w-]{22}(==)?$', description: '16 bytes in base64url' }),
  }),
});
const DeviceShape = Titled('Alert device', {
  id: Id('dev'),
  endpoint: Type.String(),
  userAgent: Nullable(Type.String()),
  createdAt: Time(),
});
const NotificationsShape = Titled('Notifications', {
  canSendEmail: Type.Boolean({ description: 'Whether this installation can send email at all' }),
  teamEmail: Nullable(Type.String({ description: '`handoff.email` of the business' })),
  waitingEmails: Type.Boolean({ description: 'Whether the member is emailed when a customer is waiting' }),
  weeklyDigest: Type.Boolean(),
  devices: Type.Array(DeviceShape, { description: 'The member’s devices that show alerts of this workspace' }),
  isAnyoneAlerted: Type.Boolean({
    description: 'Whether somebody hears of a waiting customer, by email or on a device',
  }),
});

type MemberPrincipal = { workspace: Workspace; actor: SignedInUser };

export function notificationRoutes(dependencies: Dependencies): Route[] {
  const { database, session, signedIn, safeFetch, sendPush, pushKeys, config } = dependencies;
  const gate = session('read-only');
  const loadNotifications = async ({ db, workspace, actor }: MemberPrincipal & { db: Db }) => {
    const members = await readNotifiedMembers(db);
    const isSelf = ({ userId }: { userId: string }) => userId === actor.id;
    const self = must(members.find(isSelf), 'the signed-in member');
    const teamEmail = (await readDocument(db, workspace)).document.handoff.email;
    const anyDevice = await db.selectFrom('push_devices').select('id').limit(1).executeTakeFirst();
    const isAnyoneEmailed = canSendMail(config) && listWaitingEmailRecipients(members, teamEmail).length > 0;
    return {
      canSendEmail: canSendMail(config),
      teamEmail: teamEmail ?? null,
      waitingEmails: wantsWaitingEmails(self, teamEmail),
      weeklyDigest: wantsWeeklyDigest(self),
      devices: (await listDevices(db, actor.id)).map(presentDevice),
      isAnyoneAlerted: isAnyoneEmailed || anyDevice !== undefined,
    };
  };
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/notifications',
      gate,
      tag,
      summary: 'How the signed-in member is notified',
      description: 'Of the live workspace: test mode alerts nobody.',
      responses: { 200: NotificationsShape },
      handle: async (ctx) => ok(await loadNotifications(ctx)),
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'dashboard',
      path: '/notifications',
      gate,
      tag,
      summary: 'Choose what to be emailed about',
      description: 'Without a choice, owners get the weekly digest, and the alerts unless `handoff.email` is set.',
      body: Strict({ waitingEmails: Type.Optional(Type.Boolean()), weeklyDigest: Type.Optional(Type.Boolean()) }),
      responses: { 200: NotificationsShape },
      async handle(ctx, { body: { waitingEmails, weeklyDigest } }) {
        const member = { workspace_id: ctx.workspace.id, user_id: ctx.actor.id };
        await savePreferences(ctx.db, member, {
          ...(waitingEmails === undefined ? {} : { waiting_emails: waitingEmails }),
          ...(weeklyDigest === undefined ? {} : { weekly_digest: weeklyDigest }),
        });
        return ok(await loadNotifications(ctx));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/notifications/push-key',
      gate,
      tag,
      summary: 'The key that browsers subscribe with',
      description: 'The `applicationServerKey` of `PushManager.subscribe`, in base64url.',
      responses: { 200: Type.Object({ publicKey: Type.String() }) },
      handle: async () => ok({ publicKey: (await pushKeys()).publicKey }),
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/notifications/devices',
      gate,
      tag,
      summary: 'Turn alerts on for a device',
      description: 'Takes `PushSubscription.toJSON()`. The same browser again replaces what was known of it.',
      body: Subscription,
      responses: { 201: DeviceShape },
      async prepare({ endpoint, keys }) {
        const urlError = await safeFetch.findRejectionReason(endpoint);
        const keyError = findBrowserKeyProblem(keys.p256dh);
        const errors = [
          ...(urlError ? [{ pointer: '/endpoint', detail: urlError }] : []),
          ...(keyError ? [{ pointer: '/keys/p256dh', detail: keyError }] : []),
        ];
        const [firstError] = errors;
        if (firstError)
          throw new Problem('validation_failed', `${firstError.pointer} ${firstError.detail}`, { errors });
      },
      async handle({ db, workspace, actor, now }, { body: { endpoint, keys }, request }) {
        const devices = await listDevices(db, actor.id);
        if (devices.length >= MAX_DEVICES && !devices.some((device) => device.endpoint === endpoint))
          throw new Problem('conflict', `You can turn alerts on for up to ${MAX_DEVICES} devices. Remove one first.`);
        const device = await saveDevice(
          db,
          { workspaceId: workspace.id, userId: actor.id },
          {
            id: newId('dev'),
            endpoint,
            publicKey: keys.p256dh,
            authSecret: keys.auth,
            userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
            createdAt: now,
          },
        );
        return created(presentDevice(device));
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/notifications/devices/:id',
      gate,
      tag,
      summary: 'Turn alerts off for one of your devices',
      params: DeviceParams,
      responses: { 204: null },
      async handle({ db, actor }, { params: { id } }) {
        if (!(await findDevice(db, actor.id, id))) throw notFound('device');
        await removeDevice(db, id);
        return noContent();
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/notifications/devices/:id/test',
      gate,
      tag,
      summary: 'Send a test alert to one of your devices',
      description: 'Answers with what the browser’s push service said. A device that is `gone` has been removed.',
      params: DeviceParams,
      body: Empty,
      responses: { 200: Titled('Test alert', { outcome: OneOf(OUTCOMES) }) },
      async handle({ db, actor, workspace }, { params: { id } }) {
        const device = await findDevice(db, actor.id, id);
        if (!device) throw notFound('device');
        return new DeferredResponse(async () => {
          const { outcome } = await sendPush(device, { kind: 'test', business: workspace.name });
          return async (nextCtx: { db: Db }) => {
            if (outcome === 'gone') await removeDevice(nextCtx.db, id);
            return ok({ outcome });
          };
        });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/notifications/sign-out-device',
      gate: signedIn,
      tag,
      summary: 'Turn alerts off for a device in all your workspaces',
      description: 'Used when signing out, so that the next person on the device sees no alerts.',
      body: Strict({ endpoint: Endpoint }),
      responses: { 204: null },
      async handle({ actor }, { body: { endpoint } }) {
        await database.statement('select remove_push_device($1, $2)', [actor.id, endpoint]);
        return noContent();
      },
    }),
  ];
}

const presentDevice = ({ id, endpoint, userAgent, createdAt }: Device) => ({ id, endpoint, userAgent, createdAt });

import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  openTestKeyring,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';
import { createSubscription, startPushService, verifyVapid } from '../../../test/push-service.ts';
import { chooseDirectConnection } from '../../kernel/database/database.ts';
import { createPushKeys } from './push-keys.ts';

let service: Service;
let pushService: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  pushService = await startPushService();
  service = await startService(undefined, { webhooksAllowPrivate: true });
});

type Team = Awaited<ReturnType<typeof setUpTeam>>;
type Member = Team['owner'];

async function setUpTeam() {
  const team = await createTeam(service);
  const { key } = await createApiKey(service, team.workspace);
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } }));
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { name: 'Bella Vista' } }));
  const requestPerson = async (): Promise<string> => {
    const body = { message: 'I want to talk to a person about my secret perm' };
    return expectStatus(200, await call(service, 'POST', '/api/v1/chat', { key, body })).json.conversationId;
  };
  return { ...team, key, askForPerson: requestPerson };
}

async function subscribe({ workspace }: Team, member: Member) {
  const { endpoint, keys, decrypt } = createSubscription(pushService.origin);
  const { json } = expectStatus(
    201,
    await callAsMember(service, member, workspace, 'POST', '/api/notifications/devices', { endpoint, keys }),
  );
  const path = new URL(endpoint).pathname;
  const receivedPushes = () => pushService.receivedPushes.filter((push) => push.path === path);
  return { id: json.id as string, endpoint, keys, decrypt, receivedRequests: receivedPushes };
}

const HANDOFF_TASKS = `select task from jobs_of(array[$1]) where task ~ '^handoff' order by task`;

/** The jobs that a handoff would enqueue. */
async function tasksOfHandoff({ workspace }: Team): Promise<string[]> {
  const client = new pg.Client(chooseDirectConnection(service.connection));
  await client.connect();
  await client.query('begin');
  await client.query('select alert_team($1, $2)', [workspace, 'conv_1']);
  const { rows } = await client.query(HANDOFF_TASKS, [workspace]);
  await client.end();
  return rows.map(({ task }) => task);
}

const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const readSettings = async ({ workspace }: Team, member: Member) =>
  expectStatus(200, await callAsMember(service, member, workspace, 'GET', '/api/notifications')).json;

describe('an alert', () => {
  it('reaches every device of the team, encrypted and signed, without what was said', async () => {
    const team = await setUpTeam();
    const devices = [await subscribe(team, team.owner), await subscribe(team, team.agent)];
    const conversationId = await team.askForPerson();
    const { publicKey } = expectStatus(
      200,
      await callAsMember(service, team.owner, team.workspace, 'GET', '/api/notifications/push-key'),
    ).json;
    for (const device of devices) {
      const [request] = await waitFor(() => {
        expect(device.receivedRequests()).toHaveLength(1);
        return device.receivedRequests();
      });
      expect(request!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' });
      expect(await verifyVapid(request!, publicKey)).toMatchObject({ aud: pushService.origin });
      expect(JSON.parse(device.decrypt(request!.body))).toEqual({
        kind: 'waiting',
        business: 'Bella Vista',
        urgent: false,
        workspaceId: team.workspace,
        conversationId,
      });
    }
  });

  it('is tried again while the push service is busy, and a device that is gone is forgotten', async () => {
    const team = await setUpTeam();
    const device = await subscribe(team, team.owner);
    pushService.responseStatuses.push(503, 201);
    await team.askForPerson();
    await waitFor(() => expect(device.receivedRequests()).toHaveLength(2));
    expect((await readSettings(team, team.owner)).devices).toHaveLength(1);
    pushService.responseStatuses.push(410);
    await team.askForPerson();
    await waitFor(async () => expect((await readSettings(team, team.owner)).devices).toEqual([]));
    expect(service.logLines.join('\n')).not.toContain(device.endpoint);
  });

  it('is only prepared for a team that has a device', async () => {
    const team = await setUpTeam();
    expect(await tasksOfHandoff(team)).toEqual(['handoff.mail']);
    await subscribe(team, team.owner);
    expect(await tasksOfHandoff(team)).toEqual(['handoff.mail', 'handoff.push']);
  });

  it('of the sandbox, or to whoever has left the team, is not sent', async () => {
    const team = await setUpTeam();
    const [removedMemberDevice, ownerDevice] = [await subscribe(team, team.agent), await subscribe(team, team.owner)];
    expectStatus(
      204,
      await callAsMember(service, team.owner, team.workspace, 'DELETE', `/api/members/${team.agent.user.id}`),
    );
    const { key } = await createApiKey(service, team.workspace, { mode: 'test' });
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } }));
    expectStatus(
      200,
      await call(service, 'POST', '/api/v1/chat', { key, body: { message: 'I want to talk to a person' } }),
    );
    await team.askForPerson();
    await waitFor(() => expect(ownerDevice.receivedRequests()).toHaveLength(1));
    expect(removedMemberDevice.receivedRequests()).toEqual([]);
  });
});

describe('a device', () => {
  it('belongs to one member, who can send it a test alert', async () => {
    const team = await setUpTeam();
    const device = await subscribe(team, team.owner);
    const sendTest = (member: Member) =>
      callAsMember(service, member, team.workspace, 'POST', `/api/notifications/devices/${device.id}/test`, {});
    expectProblem(await sendTest(team.admin), 404, 'not_found');
    expect(expectStatus(200, await sendTest(team.owner)).json).toEqual({ outcome: 'delivered' });
    expect(JSON.parse(device.decrypt(device.receivedRequests()[0]!.body))).toEqual({
      kind: 'test',
      business: 'Bella Vista',
    });
    pushService.responseStatuses.push(429);
    expect((await sendTest(team.owner)).json).toEqual({ outcome: 'unavailable' });
    pushService.responseStatuses.push(404);
    expect((await sendTest(team.owner)).json).toEqual({ outcome: 'gone' });
    expectProblem(await sendTest(team.owner), 404, 'not_found');
  });

  it('is stored once, however often it subscribes, and belongs to the member who subscribed last', async () => {
    const team = await setUpTeam();
    const { endpoint, keys } = await subscribe(team, team.owner);
    for (const member of [team.owner, team.agent])
      expectStatus(
        201,
        await callAsMember(service, member, team.workspace, 'POST', '/api/notifications/devices', { endpoint, keys }),
      );
    expect((await readSettings(team, team.owner)).devices).toEqual([]);
    expect((await readSettings(team, team.agent)).devices).toMatchObject([{ endpoint }]);
  });

  it('is forgotten when alerts are turned off, or by signing out in every workspace', async () => {
    const [team, otherTeam] = [await setUpTeam(), await setUpTeam()];
    const { id, endpoint, keys } = await subscribe(team, team.owner);
    const path = `/api/notifications/devices/${id}`;
    expectProblem(await callAsMember(service, team.agent, team.workspace, 'DELETE', path), 404, 'not_found');
    expectStatus(204, await callAsMember(service, team.owner, team.workspace, 'DELETE', path));
    await queryAsDbOwner(
      service.connection,
      `insert into members (workspace_id, user_id, role) values ($1, $2, 'agent')`,
      [otherTeam.workspace, team.owner.user.id],
    );
    for (const { workspace } of [team, otherTeam])
      expectStatus(
        201,
        await callAsMember(service, team.owner, workspace, 'POST', '/api/notifications/devices', { endpoint, keys }),
      );
    const signOut = (member: Member) =>
      callAsMember(service, member, team.workspace, 'POST', '/api/notifications/sign-out-device', { endpoint });
    expectStatus(204, await signOut(team.agent));
    expect((await readSettings(team, team.owner)).devices).toHaveLength(1);
    expectStatus(204, await signOut(team.owner));
    for (const { workspace } of [team, otherTeam])
      expect((await callAsMember(service, team.owner, workspace, 'GET', '/api/notifications')).json.devices).toEqual(
        [],
      );
  });

  it('must have a public URL and a valid key', async () => {
    const guardedService = await startService();
    const { owner, workspace } = await createTeam(guardedService);
    const { endpoint, keys } = createSubscription('https://push.example.com');
    const saveDevice = (body: object) =>
      callAsMember(guardedService, owner, workspace, 'POST', '/api/notifications/devices', body);
    const expectRefused = async (body: object, pointer: string) => {
      const response = await saveDevice(body);
      expectProblem(response, 422, 'validation_failed');
      expect(getErrorPointers(response)).toEqual([pointer]);
    };
    for (const unsafeUrl of [
      'http://push.example.com/x',
      'https://127.0.0.1/x',
      'https://169.254.169.254/x',
      'ftp://x',
    ])
      await expectRefused({ endpoint: unsafeUrl, keys }, '/endpoint');
    const offCurveKey = Buffer.alloc(65, 4).toString('base64url');
    await expectRefused({ endpoint, keys: { ...keys, p256dh: offCurveKey } }, '/keys/p256dh');
  });
});

it('creates one push key pair per installation, encrypted in the database', async () => {
  const freshService = await startService();
  const keyring = openTestKeyring(freshService);
  const keyPairs = await Promise.all(Array.from({ length: 4 }, () => createPushKeys(freshService.database, keyring)()));
  expect(new Set(keyPairs.map(({ publicKey }) => publicKey)).size).toBe(1);
  const { rows } = await queryAsDbOwner(freshService.connection, 'select public_key, sealed from installation_keys');
  expect(rows).toHaveLength(1);
  const privateScalar = keyPairs[0]!.privateKey.export({ format: 'jwk' }).d!;
  expect(rows[0].sealed.toString('latin1')).not.toContain(privateScalar);
});

it('reports whether anybody is alerted to a waiting customer', async () => {
  const team = await setUpTeam();
  expect(await readSettings(team, team.owner)).toMatchObject({
    canSendEmail: false,
    waitingEmails: true,
    isAnyoneAlerted: false,
  });
  await subscribe(team, team.agent);
  expect(await readSettings(team, team.owner)).toMatchObject({ devices: [], isAnyoneAlerted: true });
  const mailingService = await startService(service.connection, { smtpUrl: 'smtp://127.0.0.1:1', jobs: 'off' });
  const otherTeam = await setUpTeam();
  const readOtherSettings = async () =>
    (await callAsMember(mailingService, otherTeam.owner, otherTeam.workspace, 'GET', '/api/notifications')).json;
  expect(await readOtherSettings()).toMatchObject({ canSendEmail: true, isAnyoneAlerted: true });
  expectStatus(
    200,
    await callAsMember(mailingService, otherTeam.owner, otherTeam.workspace, 'PATCH', '/api/notifications', {
      waitingEmails: false,
    }),
  );
  expect(await readOtherSettings()).toMatchObject({ waitingEmails: false, weeklyDigest: true, isAnyoneAlerted: false });
});

// The primary is killed under load, again and again: npm run test:failover. ROUNDS=2 plays fewer rounds.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCleanup, call, queryAsDbOwner, type Service, signUp } from '../harness.ts';
import { expectStatus } from '../http.ts';
import { createTemporaryFolder, type Process, startProcess } from '../process/service-process.ts';
import { waitUntil } from '../wait-until.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type Cluster, type KillTarget, startCluster } from './cluster.ts';
import { followConversation } from './follower.ts';
import {
  type Attempt,
  BUSINESS_DOCUMENT,
  type Business,
  createLoad,
  isAcknowledged,
  isOutcomeUnknown,
  type LoadRequest,
} from './load.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { createServerFolder, findInstallHint, removeFolder } from './programs.ts';
import { watchReadiness } from './readiness.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 10);
const REQUESTS_PER_SECOND = { booking: Number(process.env.BOOKINGS ?? 100), chat: Number(process.env.CHATS ?? 100) };
const BUSINESS_COUNT = 12;
const LOAD_BEFORE_KILL_MS = 8_000;
const LOAD_AFTER_RECOVERY_MS = 4_000;
const CALLS_PER_CHECK = 10;
const RECOVERY_LIMIT_MS = 90_000;

const installHint = await findInstallHint('patroni', 'etcd-server', 'haproxy', 'pgbouncer');
if (installHint)
  console.warn(`Skipped: these tests need PostgreSQL, Patroni, etcd, HAProxy and PgBouncer. ${installHint}`);

let cluster: Cluster;
/** The first reaches the primary through PgBouncer and HAProxy, the second through HAProxy alone. */
let instances: [Process, Process];
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let businesses: Business[];
/** A business on a plan with a monthly limit. */
let limitedBusiness: Business;
let load: ReturnType<typeof createLoad>;
const roundSummaries: Record<string, number | string>[] = [];

const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(cluster.connection, sql, values)).rows;

async function openBusiness(service: Process, plan = 'business'): Promise<Business> {
  const { cookie } = await signUp(service as unknown as Service);
  expectStatus(200, await call(service, 'PUT', '/api/plan', { cookie, body: { plan } }));
  const body = { name: 'load', mode: 'live', kind: 'secret' };
  const { key } = expectStatus(201, await call(service, 'POST', '/api/keys', { cookie, body })).json;
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } }));
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: BUSINESS_DOCUMENT }));
  const webhook = { url: receiver.url, events: ['booking.created'] };
  expectStatus(201, await call(service, 'POST', '/api/webhooks', { key, body: webhook }));
  return { key };
}

beforeAll(async () => {
  if (installHint) return;
  const folder = await createServerFolder();
  addCleanup(() => removeFolder(folder));
  cluster = await startCluster(folder);
  addCleanup(() => cluster.stop());
  const { host, port, user } = cluster.connection;
  const pgBouncer = await startPgBouncer(folder, { host, port, user }, 20);
  addCleanup(() => pgBouncer.stop());
  receiver = await startReceiver();
  const env = {
    DATA_DIR: await createTemporaryFolder(),
    MASTER_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    PLAN_CHANGES: 'owner',
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    AUTH_ATTEMPTS_PER_MINUTE: '1000',
    DATABASE_POOL_SIZE: '20',
  };
  const pooledUrl = `postgres://${user}@127.0.0.1:${pgBouncer.server.port}/${cluster.connection.database}`;
  instances = [
    await startProcess({ ...env, DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: cluster.url }),
    await startProcess({ ...env, DATABASE_URL: cluster.url }),
  ];
  businesses = [];
  for (let n = 0; n < BUSINESS_COUNT; n++) businesses.push(await openBusiness(instances[0]));
  limitedBusiness = await openBusiness(instances[0], 'professional');
  load = createLoad(instances, businesses, 'Client');
  await load.run('warm-up', REQUESTS_PER_SECOND, sleep(LOAD_BEFORE_KILL_MS));
});

afterAll(() => console.table(roundSummaries));

type Round = { requests: LoadRequest[]; killedAt: number; startedAt: number };

/** Kills the primary after some seconds of load, and ends the load some seconds after both instances serve again. */
async function playRound(round: string, killTarget: KillTarget, sendMessage: () => Promise<void>): Promise<Round> {
  const startedAt = performance.now();
  const loadEnd = Promise.withResolvers<void>();
  const loadRun = load.run(round, REQUESTS_PER_SECOND, loadEnd.promise);
  await sleep(LOAD_BEFORE_KILL_MS);
  await cluster.killPrimary(killTarget);
  const killedAt = performance.now();
  const messageDone = sendMessage();
  const watches = instances.map((service) => watchReadiness(service));
  await Promise.all(
    instances.map(async (service, n) => {
      // First the instance must notice the failover.
      await waitUntil(() => watches[n]?.statuses.includes(503) ?? false, RECOVERY_LIMIT_MS);
      await waitUntil(() => canWrite(service, businesses[0] as Business), RECOVERY_LIMIT_MS);
      await waitUntil(() => watches[n]?.statuses.at(-1) === 200, RECOVERY_LIMIT_MS);
    }),
  );
  await sleep(LOAD_AFTER_RECOVERY_MS);
  loadEnd.resolve();
  await messageDone;
  for (const watch of watches) watch.stop();
  return { requests: await loadRun, killedAt, startedAt };
}

const canWrite = async (service: Process, { key }: Business): Promise<boolean> =>
  (await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } }).catch(() => undefined))?.status ===
  200;

/** Sends a team member's message, repeatedly until it is stored. */
async function sendUntilStored(service: Process, conversationId: string, key: string, text: string): Promise<void> {
  const options = { key, body: { text }, headers: { 'idempotency-key': text } };
  const path = `/api/conversations/${conversationId}/messages`;
  await waitUntil(async () => (await call(service, 'POST', path, options)).status === 201, RECOVERY_LIMIT_MS);
}

const toSeconds = (ms: number) => Math.round(ms / 100) / 10;

describe.skipIf(installHint)('a killed primary', () => {
  const killTargets = Array.from({ length: ROUNDS }, (_, n): KillTarget => (n % 2 ? 'machine' : 'process'));

  it.for(killTargets.map((killTarget, n) => [n + 1, killTarget] as const))(
    'round %i: no acknowledged request is lost (killed: %s)',
    { timeout: 600_000 },
    async ([n, killTarget]) => {
      const round = `${n}`;
      const { key } = businesses[0] as Business;
      const { conversationId } = expectStatus(
        200,
        await call(instances[0], 'POST', '/api/chat', { key, body: { message: 'Hi' } }),
      ).json;
      const follower = followConversation(instances[1], conversationId, key);
      await waitUntil(() => follower.countConnections() > 0);
      const sendAndWait = (text: string) => sendUntilStored(instances[0], conversationId, key, `${text} ${round}`);
      await sendAndWait('before');
      const usedCalls = await useLimitedPlan();

      const { requests, killedAt, startedAt } = await playRound(round, killTarget, () => sendAndWait('during'));
      await sendAndWait('after');
      await waitUntil(() => follower.listTexts().includes(`after ${round}`));
      expect(follower.listTexts()).toEqual(['before', 'during', 'after'].map((text) => `${text} ${round}`));
      await follower.close();
      const attempts = requests.flatMap((request) => request.attempts);
      expect(findUnexpectedResponses(attempts)).toEqual([]);
      expect(
        requests.filter((request) => request.isRetryable && !hasFinalResponse(request)).map(({ id }) => id),
      ).toEqual([]);
      const storedCounts = await checkStoredRequests(round, requests);
      const webhookCounts = await checkWebhooks(round);
      // The failover did not reset the call counter.
      expect(await useLimitedPlan()).toBe(usedCalls + CALLS_PER_CHECK);
      const healStart = performance.now();
      await cluster.heal();
      for (const { child } of instances) expect(child.exitCode).toBeNull();
      roundSummaries.push({
        round,
        killed: killTarget,
        ...computeRatesBeforeKill(requests, startedAt, killedAt),
        'serving again (s)': formatRecoveryTimes(attempts, killedAt),
        ...storedCounts,
        '503': attempts.filter(({ response }) => response?.status === 503).length,
        'of them unknown': attempts.filter(isOutcomeUnknown).length,
        'slowest response (s)': toSeconds(Math.max(...attempts.map(({ sentAt, respondedAt }) => respondedAt - sentAt))),
        ...webhookCounts,
        'rejoined after (s)': toSeconds(performance.now() - healStart),
      });
      console.table(roundSummaries.at(-1));
    },
  );

  it('leaves no stuck or failed job', async () => {
    await waitUntil(async () => {
      const [row] = await queryRows(
        `select count(*)::integer as n from graphile_worker.jobs
         where locked_at is not null and locked_at < now() - interval '1 minute'
           or locked_at is null and run_at < now() - interval '20 seconds' and attempts < max_attempts`,
      );
      return row.n === 0;
    }, 150_000);
    const failedJobs = await queryRows(
      `select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts`,
    );
    expect(failedJobs).toEqual([]);
  });
});

const hasFinalResponse = ({ response }: LoadRequest): boolean =>
  response !== undefined && response.status !== 503 && response.json?.code !== 'idempotency_in_progress';

/** All responses except successes, taken slots, and temporary problems with a Retry-After header. */
function findUnexpectedResponses(attempts: Attempt[]): string[] {
  return attempts.flatMap(({ response }) => {
    if (!response) return ['no response'];
    const isExpected =
      [200, 201].includes(response.status) ||
      (response.status === 409 && ['slot_unavailable', 'idempotency_in_progress'].includes(response.json.code)) ||
      (response.status === 503 &&
        response.json.code === 'unavailable' &&
        Number(response.headers.get('retry-after')) > 0);
    return isExpected ? [] : [`${response.status} ${response.text.slice(0, 300)}`];
  });
}

/** Nothing acknowledged is lost, nothing is stored twice, and what was refused for certain is not stored. */
async function checkStoredRequests(round: string, requests: LoadRequest[]) {
  const bookings = await queryRows(
    `select id, customer ->> 'name' as request from bookings where customer ->> 'name' like $1`,
    [`Client ${round} %`],
  );
  const chats = await queryRows(
    `select id, metadata ->> 'request' as request from conversations where metadata ->> 'request' like $1`,
    [`Client ${round} %`],
  );
  const rowsByRequest = {
    booking: Map.groupBy(bookings, ({ request }) => request),
    chat: Map.groupBy(chats, ({ request }) => request),
  };
  const violations: string[] = [];
  let lostCount = 0;
  for (const request of requests) {
    const ids = (rowsByRequest[request.kind].get(request.id) ?? []).map(({ id }) => id);
    const { response } = request;
    const acknowledgedId = request.kind === 'booking' ? response?.json?.id : response?.json?.conversationId;
    if (isAcknowledged(request) && !ids.includes(acknowledgedId)) lostCount++;
    if (ids.length > 1) violations.push(`${request.kind} ${request.id} is stored ${ids.length} times`);
    if (!isAcknowledged(request) && !isOutcomeUnknown(request) && ids.length)
      violations.push(
        `${request.kind} ${request.id} is stored, but its response was ${response?.status} ${response?.text}`,
      );
  }
  const [overlaps] = await queryRows(
    `select count(*)::integer as n from bookings a join bookings b on a.workspace_id = b.workspace_id and a.id < b.id
       and a.resource ->> 'id' = b.resource ->> 'id' and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     where a.status = 'confirmed' and b.status = 'confirmed' and a.starts_at = b.starts_at`,
  );
  expect({ lost: lostCount, violations, doubleBooked: overlaps.n }).toEqual({
    lost: 0,
    violations: [],
    doubleBooked: 0,
  });
  const countAcknowledged = (kind: string) =>
    requests.filter((request) => request.kind === kind && isAcknowledged(request)).length;
  return {
    bookings: countAcknowledged('booking'),
    chats: countAcknowledged('chat'),
    lost: lostCount,
    'double-booked': overlaps.n,
  };
}

/** Each booking's event arrives at least once. */
async function checkWebhooks(round: string) {
  const bookings = await queryRows(`select id from bookings where customer ->> 'name' like $1`, [`Client ${round} %`]);
  const countById = () => {
    const counts = new Map<string, number>();
    for (const { json } of receiver.received) counts.set(json.data.id, (counts.get(json.data.id) ?? 0) + 1);
    return counts;
  };
  const countMissing = () => {
    const counts = countById();
    return bookings.filter(({ id }) => !counts.has(id)).length;
  };
  await waitUntil(() => countMissing() === 0, 120_000).catch(() => undefined);
  expect(countMissing()).toBe(0);
  const counts = countById();
  const repeatedCount = bookings.filter(({ id }) => (counts.get(id) ?? 0) > 1).length;
  return { webhooks: bookings.length, repeated: repeatedCount, missing: countMissing() };
}

/** Acknowledged requests per second before the kill. */
function computeRatesBeforeKill(requests: LoadRequest[], startedAt: number, killedAt: number) {
  const computeRatePerSecond = (kind: string) => {
    const acknowledgedRequests = requests.filter(
      (request) =>
        request.kind === kind && isAcknowledged(request) && (request.attempts.at(-1)?.respondedAt ?? 0) < killedAt,
    );
    return Math.round((acknowledgedRequests.length * 1_000) / (killedAt - startedAt));
  };
  return { 'bookings/s': computeRatePerSecond('booking'), 'chats/s': computeRatePerSecond('chat') };
}

/** From the kill to the first acknowledged write that was sent after it, through PgBouncer and without. */
function formatRecoveryTimes(attempts: Attempt[], killedAt: number): string {
  const computeRecoveryMs = (instanceIndex: number) =>
    Math.min(
      ...attempts
        .filter(
          (attempt) => attempt.instanceIndex === instanceIndex && attempt.sentAt > killedAt && isAcknowledged(attempt),
        )
        .map(({ respondedAt }) => respondedAt - killedAt),
    );
  return `${toSeconds(computeRecoveryMs(0))} / ${toSeconds(computeRecoveryMs(1))}`;
}

/** Sends calls on a plan with a monthly limit, and returns how many calls it has counted this month. */
async function useLimitedPlan(): Promise<number> {
  const { key } = limitedBusiness;
  for (let n = 0; n < CALLS_PER_CHECK; n++)
    expectStatus(200, await call(instances[n % 2] as Process, 'GET', '/api/conversations', { key }));
  const { rows } = await queryAsDbOwner(
    cluster.connection,
    `select month_used from call_counters c join api_keys k using (workspace_id) where k.hash = sha256($1)`,
    [Buffer.from(key)],
  );
  return rows[0].month_used;
}

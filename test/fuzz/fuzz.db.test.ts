// Sends random requests to every operation of the OpenAPI document, half of them valid and half of them mutated: six
// thousand in `npm run test:full`, otherwise a quarter of that, from three tenants. No response may be a server error,
// and each must be one that the document declares. `SEED=7 bin/with-node24 vitest run test/fuzz/fuzz.db.test.ts` sends
// different requests.
import pg from 'pg';
import { expect, it } from 'vitest';
import { NOW } from '../business.ts';
import { call, type Service, startService } from '../harness.ts';
import { chooseCaseCount, createSeededRandom, createTaskRandom } from '../random.ts';
import { createCoverage, findOperationsWithoutSuccess, formatCoverage } from './coverage.ts';
import { createHttpClient, toCurlCommand } from './http-client.ts';
import { listOperations, type OpenApiDocument } from './operations.ts';
import { createResponseChecker } from './response-checker.ts';
import { type Finding, fuzzTenant } from './run.ts';
import { openTenant } from './tenant.ts';

const REQUEST_COUNT = Number(process.env.REQUESTS ?? chooseCaseCount(6_000, 6));
/** Only to stop a test that hangs. */
const TIMEOUT_MS = 1_800_000;
const TENANT_MODES = ['live', 'test', 'live'] as const;

/** Operations that cannot succeed in this test, and why. */
const UNREACHABLE_OPERATIONS: Record<string, string> = {
  'GET /calendars/{token}': 'Its links are signed.',
  'POST /api/v1/calendar-connections': 'No calendar server answers here.',
  'GET /api/v1/calendar-connections/{id}/calendars': 'No calendar server answers here.',
  'PATCH /api/v1/calendar-connections/{id}': 'No calendar server answers here.',
  'POST /api/v1/calendar-connections/google': 'The operator has not set up Google here.',
  'POST /api/v1/calendar-connections/google/finish': 'The operator has not set up Google here.',
  'DELETE /api/v1/calendar-connections/{id}/conflicts/{bookingId}': 'No calendar disagrees with a booking here.',
  'PUT /api/payments/connection': 'Stripe does not respond here.',
  'DELETE /api/payments/connection': 'Stripe does not respond here, so no account is connected.',
  'POST /api/bookings/{id}/deposit/waive': 'No booking here needs a deposit.',
  'POST /api/bookings/{id}/deposit/refund': 'No booking here has a deposit.',
  'POST /api/channels': 'No provider of messages answers here.',
  'POST /api/channels/{id}/test': 'No provider of messages answers here.',
  'POST /api/brand/domain/verify': 'No name server answers here.',
  'GET /api/brand/domains': 'No name server answers here, so no domain is proven.',
  'PUT /api/plan': 'In this test only operators can change plans.',
  'POST /api/members/{userId}/reset-link': 'Every member here also has a workspace of their own.',
};

it('answers every request as documented', { timeout: TIMEOUT_MS }, async () => {
  const { seed } = createSeededRandom(1);
  const service = await startFuzzedService();
  const document = (await call(service, 'GET', '/openapi.json')).json as OpenApiDocument;
  const operations = listOperations(document);
  const coverage = createCoverage(operations);
  const checker = createResponseChecker(document.components.schemas.Problem);
  const httpClient = createHttpClient(service.url);
  const mailingService = await startService(service.connection, { jobs: 'off', smtpUrl: 'smtp://127.0.0.1:1' });
  const dbClient = new pg.Client(service.connection);
  await dbClient.connect();
  const startedAt = performance.now();
  const heartbeat = await startHeartbeat(service);
  const tenants = await Promise.all(
    TENANT_MODES.map((mode) => openTenant({ service, mailingService, database: dbClient }, mode)),
  );
  const openedAt = performance.now();
  const tenantRuns = tenants.map((tenant, index) => ({
    tenant,
    otherTenant: tenants[(index + 1) % tenants.length]!,
    random: createTaskRandom(seed, `tenant ${index}`),
    operations,
    checker,
    httpClient,
    coverage,
    unreachableOperations: Object.keys(UNREACHABLE_OPERATIONS),
  }));
  const findingsByTenant = await Promise.all(
    tenantRuns.map((tenantRun) => fuzzTenant(tenantRun, Math.ceil(REQUEST_COUNT / TENANT_MODES.length))),
  );
  httpClient.close();
  clearInterval(heartbeat);
  await dbClient.end();

  console.log(formatCoverage(coverage));
  console.log(
    `${REQUEST_COUNT} requests with SEED=${seed}: ${Math.round(openedAt - startedAt)} ms to open, ${Math.round(performance.now() - openedAt)} ms to send`,
  );
  const findings = findingsByTenant.flatMap((tenantFindings, index) =>
    tenantFindings.map((finding) => formatFinding(service, index, finding)),
  );
  expect(findings.join('\n\n')).toBe('');
  expect(findOperationsWithoutSuccess(coverage)).toEqual(Object.keys(UNREACHABLE_OPERATIONS));
});

/** The clock starts on a Monday morning. No jobs run, so that no email, crawl or webhook leaves this machine. */
function startFuzzedService() {
  const startTime = Date.now();
  const clock = () => new Date(Date.parse(NOW) + Date.now() - startTime);
  const config = { jobs: 'off' as const, planChanges: 'operator' as const, dnsServers: ['127.0.0.1:9'] };
  return startService(undefined, config, { clock, maxMemberCallsPerMinute: 100_000 });
}

/** Registers a job runner in the database, because the service is unhealthy without one. */
async function startHeartbeat(service: Service): Promise<NodeJS.Timeout> {
  const sendHeartbeat = () =>
    service.database.statement('select keep_runner($1, $2)', ['run_fuzz', []]).catch(() => undefined);
  await sendHeartbeat();
  return setInterval(sendHeartbeat, 5_000);
}

/** Formats a finding with the command that repeats the request and the service's log lines about it. */
function formatFinding({ url, logLines }: Service, tenantIndex: number, finding: Finding): string {
  const { problem, operation, mutation, requestNumber, request, response } = finding;
  const id = String(response?.headers['x-request-id']);
  return [
    `${operation}, ${mutation} (tenant ${tenantIndex}, request ${requestNumber}): ${problem}`,
    toCurlCommand(url, request),
    `${response?.status} ${response?.headers['content-type']} ${response?.body.toString('utf8').slice(0, 1_000)}`,
    ...logLines.filter((line) => line.includes(id) && line.includes('"err"')),
  ].join('\n');
}

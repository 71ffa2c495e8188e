// Sends one tenant's requests in sequence, so that the same seed always produces the same requests.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { type Coverage, findOperationsWithoutSuccess, recordRequest } from './coverage.ts';
import type { createHttpClient, HttpRequest, HttpResponse } from './http-client.ts';
import { type MutationContext, mutate } from './mutations.ts';
import { createOperationFinder, type Operation } from './operations.ts';
import { createRequestGenerator, type Draft, getCollection, toHttpRequest } from './requests.ts';
import type { createResponseChecker } from './response-checker.ts';
import { type Tenant, withCookies } from './tenant.ts';

export type Finding = {
  problem: string;
  operation: string;
  mutation: string;
  requestNumber: number;
  request: HttpRequest;
  response?: HttpResponse;
};

export type TenantRun = {
  tenant: Tenant;
  otherTenant: Tenant;
  random: Random;
  operations: Operation[];
  checker: ReturnType<typeof createResponseChecker>;
  httpClient: ReturnType<typeof createHttpClient>;
  coverage: Coverage;
  /** Operations that cannot succeed in this test. */
  unreachableOperations: string[];
};

/** The share of mutated requests. The first round has none, because later requests need the values it returns. */
const MUTATED_SHARE = 0.5;
/** The share of requests that are sent twice at the same time. */
const SENT_TWICE_SHARE = 0.08;
const MAX_REPLAYABLE_REQUESTS = 20;
/** Additional rounds for operations that have not succeeded yet, because some have many preconditions. */
const EXTRA_ROUNDS = 6;

export async function fuzzTenant(tenantRun: TenantRun, requestCount: number): Promise<Finding[]> {
  const {
    tenant,
    otherTenant,
    random,
    operations,
    checker,
    httpClient,
    coverage,
    unreachableOperations: unreachable,
  } = tenantRun;
  const isValid = (schema: object, value: unknown) => checker.findMismatch(schema, value) === undefined;
  const generator = createRequestGenerator(tenant, random, isValid);
  const findOperation = createOperationFinder(operations);
  const findings: Finding[] = [];
  const replayableRequests: Draft[] = [];
  let requestNumber = 0;

  /** Sends one request, records the response and checks it. */
  async function sendAndCheck(operation: Operation, draft: Draft, mutation: string): Promise<HttpResponse | undefined> {
    const finding = {
      operation: operation.name,
      mutation,
      requestNumber: ++requestNumber,
      request: toHttpRequest(draft),
    };
    const { request } = finding;
    const startedAt = performance.now();
    try {
      const response = await retryWhileUnavailable(() => httpClient.send(request));
      const answeringOperation = findOperation(request.method, request.path);
      const problem =
        checker.check(response, request.method, answeringOperation) ?? findUnauthorizedAccess(draft, response);
      if (problem) findings.push({ ...finding, problem, response });
      recordRequest(coverage, operation.name, answeringOperation?.name, response.status, performance.now() - startedAt);
      recordResponse(tenant, operation, request, response);
      return response;
    } catch (error) {
      findings.push({ ...finding, problem: (error as Error).message });
      return undefined;
    }
  }

  /** Returns whether the request was rejected for a reason that has been fixed. */
  async function sendRequest(operation: Operation, isMutated: boolean): Promise<boolean> {
    const validRequest = await generator.generate(operation);
    const context: MutationContext = {
      operation,
      random,
      ownValues: tenant.observedValues,
      foreignValues: otherTenant.observedValues,
      replayableRequests,
    };
    const { draft, mutation } = isMutated
      ? mutate(validRequest, context)
      : { draft: validRequest, mutation: 'as described' };
    const duplicateRequests = random.chance(SENT_TWICE_SHARE)
      ? [sendAndCheck(operation, draft, `${mutation}, twice at once`)]
      : [];
    const [response] = await Promise.all([sendAndCheck(operation, draft, mutation), ...duplicateRequests]);
    if (isMutated || !response) return false;
    if ('idempotency-key' in draft.headers) replayableRequests.push(draft);
    if (replayableRequests.length > MAX_REPLAYABLE_REQUESTS) replayableRequests.shift();
    return (
      [401, 403, 429].includes(response.status) && tenant.recoverFrom(JSON.parse(response.body.toString('utf8')).code)
    );
  }

  for (const { operation, round } of planRounds(operations, random)) {
    if (requestNumber >= requestCount) break;
    const isRestored = await sendRequest(operation, round > 0 && random.chance(MUTATED_SHARE));
    if (isRestored && requestNumber < requestCount) await sendRequest(operation, false);
  }
  const hasUncoveredOperations = () =>
    findOperationsWithoutSuccess(coverage).some((name) => !unreachable.includes(name));
  const candidates = operations.filter(
    ({ name }) => !SLOW_OPERATIONS.has(name) || findOperationsWithoutSuccess(coverage).includes(name),
  );
  for (let extraRound = 0; extraRound < EXTRA_ROUNDS; extraRound++)
    for (const operation of candidates) if (hasUncoveredOperations()) await sendRequest(operation, false);
  return findings;
}

const findUnauthorizedAccess = ({ targetsOtherWorkspace }: Draft, { status }: HttpResponse): string | undefined =>
  targetsOtherWorkspace && status >= 200 && status < 300 ? 'data of another workspace was accessed' : undefined;

/** Enough time for a busy machine. */
const MAX_UNAVAILABLE_MS = 120_000;

/** Retries while the service responds with 503. After the time limit, the 503 counts as the response. */
async function retryWhileUnavailable(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const deadline = Date.now() + MAX_UNAVAILABLE_MS;
  for (;;) {
    const response = await send();
    if (response.status !== 503 || Date.now() > deadline) return response;
    await sleep(1_000 * Number(response.headers['retry-after'] ?? 1));
  }
}

/** Operations that take a hundred times as long as others, and are therefore sent less often. */
const SLOW_OPERATIONS = new Set(['POST /api/v1/checkup', 'POST /api/privacy/export', 'POST /api/privacy/deletion']);
const SLOW_ROUND_INTERVAL = 4;

/** All operations in each round: first in the order of the document, where creating comes before reading, then shuffled. */
function* planRounds(operations: Operation[], random: Random): Generator<{ operation: Operation; round: number }> {
  for (let round = 0; ; round++) {
    const roundOperations = operations.filter(
      ({ name }) => round % SLOW_ROUND_INTERVAL === 0 || !SLOW_OPERATIONS.has(name),
    );
    for (const operation of round === 0 ? roundOperations : shuffle(roundOperations, random))
      yield { operation, round };
  }
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.integerBelow(last + 1);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}

/** Records the values in a response, including the free times in a conflict, and removes those that no longer exist. */
function recordResponse(
  { observedValues, newcomer }: Tenant,
  { path, method }: Operation,
  { path: requestedPath }: HttpRequest,
  response: HttpResponse,
): void {
  const { status, headers, body } = response;
  observedValues.record('requestId', headers['x-request-id']);
  if (status === 404 || (method === 'DELETE' && status === 204)) {
    const segmentIndex = path.split('/').findIndex((part) => part.startsWith('{'));
    if (segmentIndex > 0) observedValues.remove(requestedPath.split('/')[segmentIndex]);
  }
  if (path.startsWith('/api/auth/') && headers['set-cookie'])
    newcomer.cookie = withCookies(newcomer.cookie, headers['set-cookie']);
  if (!/[/+]json/.test(headers['content-type'] ?? '') || body.length === 0 || path.endsWith('/schema')) return;
  const responseBody = JSON.parse(body.toString('utf8'));
  if (status === 409) observedValues.record('alternatives', responseBody.alternatives);
  if (status < 300) observedValues.record(getCollection(path), responseBody);
}

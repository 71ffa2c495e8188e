import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, parseTestClock } from '../clock.ts';
import type { Keyring } from '../crypto.ts';
import type { Database, Db } from '../database/database.ts';
import { must } from '../must.ts';
import { Problem } from '../problem.ts';
import type { Admission, AdmissionTicket } from './admission.ts';
import { createEarlyStream, sendEvents } from './event-stream.ts';
import { expandResponse, splitExpand } from './expand.ts';
import { type Claim, computeFingerprint, type Idempotency, type StoredResponse, shouldStore } from './idempotency.ts';
import { createPageLinks, type PageInput } from './pagination.ts';
import {
  type Context,
  DeferredResponse,
  type DeferredStep,
  type Principal,
  type Route,
  type RouteResponse,
} from './route.ts';
import { findUnstorable, toFieldErrors } from './validation.ts';
import { addLink } from './versions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
    idempotencyClaim: Claim | undefined;
    dryRun: boolean;
    now: Date;
    startedAt: number;
    deadline: NodeJS.Timeout | undefined;
    /** The problem that was sent as the response. */
    problem: Problem | undefined;
    /** The request timed out, and the client has received an error. */
    hasTimedOut: boolean;
  }
  interface FastifyContextConfig {
    spec?: Route;
  }
}

const DEADLINE_REFRESH_MS = 5_000;
/**
 * Attempts per error: deadlock (40P01), exclusion constraint (23P01, such as a slot that was just booked) and serialization
 * failure (40001). Transactions that can hit the last one fail early, so they are worth more attempts.
 */
const MAX_SEQUENCE_ATTEMPTS = 10;
const MAX_ATTEMPTS_BY_SQLSTATE: Record<string, number> = { '40P01': 3, '23P01': 3, '40001': MAX_SEQUENCE_ATTEMPTS };

/** Thrown to roll back the transaction and still return its response. */
class RollbackSignal extends Error {
  readonly response: RouteResponse | DeferredResponse;
  constructor(response: RouteResponse | DeferredResponse) {
    super('undone');
    this.response = response;
  }
}

/** Thrown when a GET request needs to write. */
class NeedsWriteTransaction extends Error {}

export type ExecuteOptions = {
  database: Database;
  keyring: Keyring;
  idempotency: Idempotency;
  clock: Clock;
  admission: Admission;
};

/** The request's current time, which a test key can set. */
export function resolveRequestTime(request: FastifyRequest, clock: Clock): Date {
  const header = request.headers['x-test-clock'];
  if (header === undefined) return clock();
  if (request.principal.workspace?.mode !== 'test' || request.principal.actor?.kind !== 'key') {
    const detail = 'X-Test-Clock works only with a test key.';
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/x-test-clock', detail }] });
  }
  return parseTestClock(String(header));
}

/** Runs before validation: removes `dryRun` from a test key's body, and replays the response of a repeated Idempotency-Key. */
export async function prepareRequest(request: FastifyRequest, reply: FastifyReply, idempotency: Idempotency) {
  const spec = must(request.routeOptions.config.spec, 'a route that was declared');
  // A POST may have no body if all fields are optional.
  if (spec.body && request.body === undefined) request.body = {};
  if (typeof spec.bodyLimit === 'function' && measureBodyBytes(request) > spec.bodyLimit(request.body)) {
    throw new Problem('body_too_large');
  }
  if (spec.expand) splitExpand(request.query);
  rejectUnstorable(request);
  const replayedReply = await replayStoredResponse(request, reply, spec, idempotency);
  if (replayedReply) return replayedReply;

  const body = request.body as Record<string, unknown> | null | undefined;
  const isTestKey = request.principal.workspace?.mode === 'test' && request.principal.actor?.kind === 'key';
  if (isTestKey && spec.method !== 'GET' && typeof body === 'object' && body && Object.hasOwn(body, 'dryRun')) {
    const { dryRun, ...bodyWithoutDryRun } = body;
    if (typeof dryRun !== 'boolean') {
      throw new Problem('validation_failed', '/dryRun must be boolean', {
        errors: [{ pointer: '/dryRun', detail: 'must be boolean' }],
      });
    }
    request.body = bodyWithoutDryRun;
    request.dryRun = dryRun;
  }
}

/** Runs before anything is stored or quoted in an error. */
function rejectUnstorable({ params, query, body }: FastifyRequest): void {
  const bodyErrors = findUnstorable(body);
  const [firstBodyError] = bodyErrors;
  if (firstBodyError) throw new Problem('validation_failed', firstBodyError.detail, { errors: bodyErrors });
  const urlErrors = [...findUnstorable(params), ...findUnstorable(query)];
  const [firstUrlError] = urlErrors;
  if (firstUrlError) throw new Problem('invalid_request', firstUrlError.detail, { errors: urlErrors });
}

const measureBodyBytes = ({ headers, body }: FastifyRequest): number =>
  Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body)));

async function replayStoredResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  spec: Route,
  idempotency: Idempotency,
) {
  const { deduplication } = spec;
  const idempotencyKey = deduplication ? deduplication.key(request) : request.headers['idempotency-key'];
  const { workspace, actor } = request.principal;
  // Files are generated again rather than stored, which is safe because generating them changes nothing.
  if (idempotencyKey === undefined || spec.method !== 'POST' || spec.produces || !workspace) return undefined;
  if (typeof idempotencyKey !== 'string' || idempotencyKey.length < 1 || idempotencyKey.length > 255) {
    const detail = 'Idempotency-Key must have 1 to 255 characters.';
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/idempotency-key', detail }] });
  }
  const path = spec.path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(must((request.params as Record<string, string>)[name], 'each parameter of the path')),
  );
  // Visitors of a page share an API key, but must not get each other's responses.
  const visitor = actor?.kind === 'key' ? actor.visitor : undefined;
  const claimOrResponse = await idempotency.claim(
    workspace.id,
    visitor ? `${visitor.id} ${idempotencyKey}` : idempotencyKey,
    computeFingerprint(
      spec.method,
      `${spec.pathPrefixSet} ${path}`,
      deduplication ? deduplication.content(request) : request.body,
    ),
  );
  if ('token' in claimOrResponse) {
    request.idempotencyClaim = claimOrResponse;
    return undefined;
  }
  reply.code(claimOrResponse.status).header('Idempotent-Replayed', 'true');
  if (spec.stream?.isRequested(request) && spec.responses[claimOrResponse.status])
    return sendEvents(reply, spec.stream, claimOrResponse.body);
  if (claimOrResponse.contentType) reply.type(claimOrResponse.contentType);
  return reply.send(
    Buffer.from(deduplication ? deduplication.wrapResponse(claimOrResponse.body, request.body) : claimOrResponse.body),
  );
}

/** Runs the handler in a transaction (or several, for a deferred response) and sends the response after the commit. */
export async function execute(spec: Route, request: FastifyRequest, reply: FastifyReply, options: ExecuteOptions) {
  const { database, keyring, idempotency, admission } = options;
  const { workspace } = request.principal;
  const afterCommitCallbacks: (() => void)[] = [];
  let storedResponse: StoredResponse | undefined;
  let isReadOnly = spec.method === 'GET' && spec.transaction !== 'write';

  const runHandler: DeferredStep = async (ctx) => {
    const { params, body } = request;
    const { expand, query } = authorizeExpand(spec, request);
    const schemaErrors = request.validationError ? toFieldErrors(request.validationError.validation) : [];
    const response = await spec.handle(ctx, { params, query, body, schemaErrors, request });
    if (!expand || !spec.expand || response instanceof DeferredResponse) return response;
    return expandResponse(spec.expand, expand, ctx, response);
  };
  const runStep = async (step: DeferredStep, db?: Db): Promise<RouteResponse | DeferredResponse> => {
    afterCommitCallbacks.length = 0;
    const ctx = {
      ...request.principal,
      db,
      keyring,
      now: request.now,
      requestId: request.id,
      log: request.log as Context['log'],
      dryRun: request.dryRun,
      afterCommit: (callback: () => void) => void afterCommitCallbacks.push(callback),
      requireWriteTransaction() {
        if (isReadOnly) throw new NeedsWriteTransaction();
      },
    };
    const response = await step(ctx as Context);
    // After a timeout the client was told that the request failed, so it must be rolled back.
    if (request.hasTimedOut) throw new Problem('unavailable', 'The request took too long.');
    if (response instanceof DeferredResponse) {
      if (request.dryRun) throw new RollbackSignal(response);
      return response;
    }
    clearTimeout(request.deadline);
    if (request.dryRun || response.isRolledBack) throw new RollbackSignal(response);
    if (db && request.idempotencyClaim && shouldStore(response.status)) {
      storedResponse = serializeResponse(reply, response);
      await idempotency.storeResponse(db, request.idempotencyClaim, storedResponse);
    }
    return response;
  };

  const runTransaction = (step: DeferredStep) => {
    if (!workspace) return runStep(step);
    const runInWorkspace = isReadOnly ? database.inWorkspaceReadOnly : database.inWorkspace;
    return runInWorkspace(workspace.id, (db) => runStep(step, db));
  };
  // Requests outside workspaces are cheap, and health checks must work under full load, so they need no ticket.
  const ticket = workspace && (await admission.acquire(workspace.id, (abandon) => reply.raw.once('close', abandon)));
  const earlyStream = spec.stream?.isRequested(request) ? createEarlyStream(request, reply, spec.stream) : undefined;
  const runWithRetries = async (step: DeferredStep): Promise<RouteResponse | DeferredResponse> => {
    try {
      return await retryOnConflict(() => runTransaction(step));
    } catch (error) {
      if (error instanceof RollbackSignal) return error.response;
      if (!(error instanceof NeedsWriteTransaction)) throw error;
      isReadOnly = false;
      return runWithRetries(step);
    }
  };
  const runToResponse = async (step: DeferredStep): Promise<RouteResponse> => {
    const result = await runWithRetries(step);
    if (!(result instanceof DeferredResponse)) return result;
    if (!request.dryRun) for (const callback of afterCommitCallbacks) callback();
    return runToResponse(
      await runOutsideTransaction(request, ticket, () => result.work(earlyStream?.sendPartial ?? discardPartial)),
    );
  };
  const prepareAndRun = async (): Promise<RouteResponse> => {
    await spec.prepare?.(request.body);
    return runToResponse(runHandler);
  };
  // Released before the response is sent, because a client may read slowly or keep a stream open for hours.
  const response = await prepareAndRun()
    .catch((error) => {
      if (!earlyStream?.hasBegun()) throw error;
      request.log.error({ err: error }, 'a request failed after its answer had begun');
      return undefined;
    })
    .finally(() => ticket?.release());
  if (!response) {
    if (request.idempotencyClaim) await idempotency.storeOrRelease(request.idempotencyClaim, FAILED_RESPONSE);
    must(earlyStream, 'a response that has begun').fail();
    return reply;
  }
  if (request.idempotencyClaim && storedResponse) request.idempotencyClaim.isSettled = true;
  if (!request.dryRun && !response.isRolledBack) for (const callback of afterCommitCallbacks) callback();

  if (earlyStream?.hasBegun()) {
    const serializedResponse = storedResponse ?? serializeResponse(reply, response);
    if (request.idempotencyClaim && !storedResponse)
      await idempotency.storeOrRelease(request.idempotencyClaim, serializedResponse);
    earlyStream.end(serializedResponse.body);
    return reply;
  }
  reply.code(response.status).headers(response.headers ?? {});
  const links = spec.query && createPageLinks(request.url, request.query as PageInput, response.body);
  if (links) addLink(reply, links);
  if (response.body === undefined) return reply.send();
  if (spec.produces) return reply.type(response.headers?.['Content-Type'] ?? spec.produces).send(response.body);
  if (spec.stream?.isRequested(request)) {
    const serializedResponse = storedResponse ?? serializeResponse(reply, response);
    // Stored now, because the onSend hook cannot store a stream.
    if (request.idempotencyClaim && !request.idempotencyClaim.isSettled)
      await idempotency.storeOrRelease(request.idempotencyClaim, serializedResponse);
    return sendEvents(reply, spec.stream, serializedResponse.body);
  }
  if (storedResponse) return reply.type(storedResponse.contentType).send(Buffer.from(storedResponse.body));
  return reply.send(response.body);
}

/** Takes `expand` out of the query. Throws if the caller may not read what it asks for. */
function authorizeExpand(spec: Route, { query, principal: { actor } }: FastifyRequest) {
  if (!spec.expand) return { query };
  const { expand, ...rest } = query as { expand?: string[] };
  const requireScope = must(spec.gate.requireScope, 'a gate that knows scopes');
  for (const name of expand ?? []) requireScope(must(actor, 'a caller'), must(spec.expand[name], 'a valid name').scope);
  return { expand, query: rest };
}

const discardPartial = (): void => undefined;
const FAILED_RESPONSE: StoredResponse = { status: 500, contentType: '', body: '' };

/** Releases the ticket and pauses the request's deadline while `work` runs, which has its own timeout. */
async function runOutsideTransaction<T>(
  request: FastifyRequest,
  ticket: AdmissionTicket | undefined,
  work: () => Promise<T>,
): Promise<T> {
  ticket?.release();
  request.deadline?.refresh();
  const refreshTimer = setInterval(() => request.deadline?.refresh(), DEADLINE_REFRESH_MS);
  const result = await work().finally(() => clearInterval(refreshTimer));
  await ticket?.reacquire();
  return result;
}

function serializeResponse(reply: FastifyReply, { status, body }: RouteResponse): StoredResponse {
  if (body === undefined) return { status, contentType: '', body: '' };
  const text = String(reply.serializeInput(body as Record<string, unknown>, String(status)));
  return { status, contentType: 'application/json; charset=utf-8', body: text };
}

/** Unique constraints named `…_in_order` number rows, so two concurrent transactions may pick the same number. */
const chooseMaxAttempts = ({ code = '', constraint = '' }: { code?: string; constraint?: string }): number =>
  constraint.endsWith('_in_order') ? MAX_SEQUENCE_ATTEMPTS : (MAX_ATTEMPTS_BY_SQLSTATE[code] ?? 1);

/** Retries transactions that conflicted with a concurrent one, so that clients do not have to. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= chooseMaxAttempts(error as { code?: string })) throw error;
    }
  }
}

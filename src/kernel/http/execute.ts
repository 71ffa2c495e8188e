import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, parseTestClock } from '../clock.ts';
import type { Keyring } from '../crypto.ts';
import type { Database, Db } from '../database/database.ts';
import { must } from '../must.ts';
import { Problem } from '../problem.ts';
import type { Admission, Place } from './admission.ts';
import { beginEvents, sendEvents } from './event-stream.ts';
import { type Claim, fingerprint, type Idempotency, isStored, type StoredAnswer } from './idempotency.ts';
import { type Answer, type Context, DeferredAnswer, type DeferredStep, type Principal, type Route } from './route.ts';
import { findUnstorable, toFieldErrors } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
    claim: Claim | undefined;
    dryRun: boolean;
    now: Date;
    startedAt: number;
    deadline: NodeJS.Timeout | undefined;
    /** What it was refused with. */
    problem: Problem | undefined;
    /** Its time is up and the caller was told so. */
    givenUp: boolean;
  }
  interface FastifyContextConfig {
    spec?: Route;
  }
}

const HOLD_MS = 5_000;
/**
 * How often, by what came between: a deadlock; an exclusion constraint, where a time was taken by another while this one
 * looked; and another's write, for what needs one snapshot. That writes first what it shares with others, and fails early.
 */
const TRIES_IN_ORDER = 10;
const TRIES: Record<string, number> = { '40P01': 3, '23P01': 3, '40001': TRIES_IN_ORDER };

/** Carries an answer out of the transaction that is rolled back. */
class Undone extends Error {
  readonly answer: Answer | DeferredAnswer;
  constructor(answer: Answer | DeferredAnswer) {
    super('undone');
    this.answer = answer;
  }
}

/** A GET found that it has to write. */
class MustWrite extends Error {}

export type ExecuteOptions = {
  database: Database;
  keyring: Keyring;
  idempotency: Idempotency;
  clock: Clock;
  admission: Admission;
};

/** The business's time of this request: a test key may set it. */
export function readClock(request: FastifyRequest, clock: Clock): Date {
  const header = request.headers['x-test-clock'];
  if (header === undefined) return clock();
  if (request.principal.workspace?.mode !== 'test' || request.principal.actor?.kind !== 'key') {
    const detail = 'X-Test-Clock works only with a test key.';
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/x-test-clock', detail }] });
  }
  return parseTestClock(String(header));
}

/** Before validation: takes `dryRun` off a test key's body, and answers a repeated Idempotency-Key from the store. */
export async function prepareBody(request: FastifyRequest, reply: FastifyReply, idempotency: Idempotency) {
  const spec = must(request.routeOptions.config.spec, 'a route that was declared');
  // An action's POST may come without any body at all.
  if (spec.body && request.body === undefined) request.body = {};
  if (typeof spec.bodyLimit === 'function' && sizeOf(request) > spec.bodyLimit(request.body)) {
    throw new Problem('body_too_large');
  }
  refuseUnstorable(request);
  const replayed = await answerAgain(request, reply, spec, idempotency);
  if (replayed) return replayed;

  const body = request.body as Record<string, unknown> | null | undefined;
  const testKey = request.principal.workspace?.mode === 'test' && request.principal.actor?.kind === 'key';
  if (testKey && spec.method !== 'GET' && typeof body === 'object' && body && Object.hasOwn(body, 'dryRun')) {
    const { dryRun, ...rest } = body;
    if (typeof dryRun !== 'boolean') {
      throw new Problem('validation_failed', '/dryRun must be boolean', {
        errors: [{ pointer: '/dryRun', detail: 'must be boolean' }],
      });
    }
    request.body = rest;
    request.dryRun = dryRun;
  }
}

/** Before anything is stored, and before anything of it can be quoted in a problem. */
function refuseUnstorable({ params, query, body }: FastifyRequest): void {
  const errors = findUnstorable(body);
  const [first] = errors;
  if (first) throw new Problem('validation_failed', first.detail, { errors });
  const inAddress = [...findUnstorable(params), ...findUnstorable(query)];
  const [firstThere] = inAddress;
  if (firstThere) throw new Problem('invalid_request', firstThere.detail, { errors: inAddress });
}

const sizeOf = ({ headers, body }: FastifyRequest): number =>
  Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body)));

async function answerAgain(request: FastifyRequest, reply: FastifyReply, spec: Route, idempotency: Idempotency) {
  const { repeats } = spec;
  const key = repeats ? repeats.key(request) : request.headers['idempotency-key'];
  const { workspace, actor } = request.principal;
  // A file is made again: it is not kept for a day, and making it changes nothing.
  if (key === undefined || spec.method !== 'POST' || spec.produces || !workspace) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    const detail = 'Idempotency-Key must have 1 to 255 characters.';
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/idempotency-key', detail }] });
  }
  const path = spec.path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(must((request.params as Record<string, string>)[name], 'each parameter of the path')),
  );
  // Visitors of a page share its key, but must not get each other's answers.
  const visitor = actor?.kind === 'key' ? actor.visitor : undefined;
  const found = await idempotency.claim(
    workspace.id,
    visitor ? `${visitor.id} ${key}` : key,
    fingerprint(spec.method, `${spec.root} ${path}`, repeats ? repeats.content(request) : request.body),
  );
  if ('token' in found) {
    request.claim = found;
    return undefined;
  }
  reply.code(found.status).header('Idempotent-Replayed', 'true');
  if (spec.stream?.wanted(request) && spec.answers[found.status]) return sendEvents(reply, spec.stream, found.body);
  if (found.contentType) reply.type(found.contentType);
  return reply.send(Buffer.from(repeats ? repeats.answer(found.body, request.body) : found.body));
}

/** Runs the handler in its one transaction, or in two where it waits in between, and sends what it answers once that is committed. */
export async function execute(spec: Route, request: FastifyRequest, reply: FastifyReply, options: ExecuteOptions) {
  const { database, keyring, idempotency, admission } = options;
  const { workspace } = request.principal;
  const afterwards: (() => void)[] = [];
  let stored: StoredAnswer | undefined;
  let reads = spec.method === 'GET' && spec.transaction !== 'write';

  const handle: DeferredStep = (ctx) => {
    const { params, query, body } = request;
    const invalid = request.validationError ? toFieldErrors(request.validationError.validation as never) : [];
    return spec.handle(ctx, { params, query, body, invalid, request });
  };
  const work = async (next: DeferredStep, db?: Db): Promise<Answer | DeferredAnswer> => {
    afterwards.length = 0;
    const ctx = {
      ...request.principal,
      db,
      keyring,
      now: request.now,
      requestId: request.id,
      log: request.log as Context['log'],
      dryRun: request.dryRun,
      afterCommit: (then: () => void) => void afterwards.push(then),
      mustWrite() {
        if (reads) throw new MustWrite();
      },
    };
    const answer = await next(ctx as Context);
    // Past its time-out the caller was told that this failed, so it must not happen after all.
    if (request.givenUp) throw new Problem('unavailable', 'The request took too long.');
    if (answer instanceof DeferredAnswer) {
      if (request.dryRun) throw new Undone(answer);
      return answer;
    }
    clearTimeout(request.deadline);
    if (request.dryRun || answer.undone) throw new Undone(answer);
    if (db && request.claim && isStored(answer.status)) {
      stored = serialise(reply, answer);
      await idempotency.complete(db, request.claim, stored);
    }
    return answer;
  };

  const run = (next: DeferredStep) => {
    if (!workspace) return work(next);
    const transact = reads ? database.readWorkspace : database.inWorkspace;
    return transact(workspace.id, (db) => work(next, db));
  };
  // What is outside of any workspace asks the database for little, and health is asked when everything else is full.
  const place = workspace && (await admission.enter(workspace.id, (gone) => reply.raw.once('close', gone)));
  const early = spec.stream?.wanted(request) ? beginEvents(request, reply, spec.stream) : undefined;
  const attempt = async (next: DeferredStep): Promise<Answer | DeferredAnswer> => {
    try {
      return await again(() => run(next));
    } catch (error) {
      if (error instanceof Undone) return error.answer;
      if (!(error instanceof MustWrite)) throw error;
      reads = false;
      return attempt(next);
    }
  };
  const finished = async (next: DeferredStep): Promise<Answer> => {
    const found = await attempt(next);
    if (!(found instanceof DeferredAnswer)) return found;
    if (!request.dryRun) for (const then of afterwards) then();
    return finished(await apart(request, place, () => found.work(early?.ahead ?? nobody)));
  };
  const prepared = async (): Promise<Answer> => {
    await spec.prepare?.(request.body);
    return finished(handle);
  };
  // Left before the answer is sent: somebody may read it slowly, or listen to it for hours.
  const answer = await prepared()
    .catch((error) => {
      if (!early?.begun()) throw error;
      request.log.error({ err: error }, 'a request failed after its answer had begun');
      return undefined;
    })
    .finally(() => place?.leave());
  if (!answer) {
    if (request.claim) await idempotency.settle(request.claim, FAILED);
    must(early, 'an answer that has begun').fail();
    return reply;
  }
  if (request.claim && stored) request.claim.done = true;
  if (!request.dryRun && !answer.undone) for (const then of afterwards) then();

  if (early?.begun()) {
    const whole = stored ?? serialise(reply, answer);
    if (request.claim && !stored) await idempotency.settle(request.claim, whole);
    early.end(whole.body);
    return reply;
  }
  reply.code(answer.status).headers(answer.headers ?? {});
  if (answer.body === undefined) return reply.send();
  if (spec.produces) return reply.type(answer.headers?.['Content-Type'] ?? spec.produces).send(answer.body);
  if (spec.stream?.wanted(request)) {
    const json = stored ?? serialise(reply, answer);
    // What is sent is a stream, of which nothing could be stored later on.
    if (request.claim && !request.claim.done) await idempotency.settle(request.claim, json);
    return sendEvents(reply, spec.stream, json.body);
  }
  if (stored) return reply.type(stored.contentType).send(Buffer.from(stored.body));
  return reply.send(answer.body);
}

const nobody = (): void => undefined;
const FAILED: StoredAnswer = { status: 500, contentType: '', body: '' };

/** What is waited for has a time limit of its own: the request's does not run meanwhile, and others have its turn. */
async function apart<T>(request: FastifyRequest, place: Place | undefined, work: () => Promise<T>): Promise<T> {
  place?.leave();
  request.deadline?.refresh();
  const hold = setInterval(() => request.deadline?.refresh(), HOLD_MS);
  const found = await work().finally(() => clearInterval(hold));
  await place?.back();
  return found;
}

function serialise(reply: FastifyReply, { status, body }: Answer): StoredAnswer {
  if (body === undefined) return { status, contentType: '', body: '' };
  const text = String(reply.serializeInput(body as Record<string, unknown>, String(status)));
  return { status, contentType: 'application/json; charset=utf-8', body: text };
}

/** A key of that name numbers rows one after another: in one snapshot both would be the next. */
const triesFor = ({ code = '', constraint = '' }: { code?: string; constraint?: string }): number =>
  constraint.endsWith('_in_order') ? TRIES_IN_ORDER : (TRIES[code] ?? 1);

/** Two transactions that cannot both go first are the database's business, not the caller's. */
export async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= triesFor(error as { code?: string })) throw error;
    }
  }
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../crypto.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { accessLog, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { Problem } from '../problem.ts';
import type { Tracer } from '../tracing.ts';
import { Busy, createAdmission, limitsFor } from './admission.ts';
import { addPreflights } from './cors.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { type ExecuteOptions, execute, prepareBody, readClock } from './execute.ts';
import type { Idempotency } from './idempotency.ts';
import { addJsonParser } from './json-parser.ts';
import { allowedMethods } from './methods.ts';
import { documentRoute } from './openapi.ts';
import { BODY_LIMIT, LARGEST_BODY, type Principal, ROOTS, type Route } from './route.ts';
import { endSilentConnections } from './silent-connections.ts';
import { validationProblem, validatorCompiler } from './validation.ts';

export const REQUEST_TIMEOUT_MS = 20_000;
/** For logs and metrics alone, as other servers have it. */
const HUNG_UP = 499;
const HUNG_UP_TEXT = 'the caller hung up';
/** What Node says of a stream that was to be sent to somebody who is gone. */
const CUT_OFF = 'ERR_STREAM_PREMATURE_CLOSE';
/** The longest is a sealed e-mail address in the link of a mail. */
const MOST_PARAM_LENGTH = 600;
const NOBODY: Principal = Object.freeze({});

export type ServerOptions = {
  config: Config;
  log: Log;
  database: Database;
  keyring: Keyring;
  idempotency: Idempotency;
  metrics: Metrics;
  clock: Clock;
  tracer?: Tracer;
  /** Told of every request once it is answered. */
  answered?(request: FastifyRequest, status: number, ms: number): void;
  timeoutMs?: number;
  /** A page in place of "not found", where it has one for the address. */
  page?(request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined;
};

export function createServer(options: ServerOptions): FastifyInstance {
  const { config, log } = options;
  // Its type would carry that of the logger through every signature that takes a server.
  const server = Fastify({
    loggerInstance: log,
    logController: createLogController(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
    genReqId: (raw) => requestId(raw.headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MOST_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      reply.headers(commonHeaders(request.id, config));
      sendProblem(toProblem(error), request, reply as FastifyReply, config);
    },
    clientErrorHandler: refuseBrokenRequest(config),
  }) as unknown as FastifyInstance;
  // Left to Node, an expectation that it does not know is refused with an empty answer.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  endSilentConnections(server);
  server.setValidatorCompiler(validatorCompiler());
  server.removeAllContentTypeParsers();
  addJsonParser(server);
  // Requests have them from the start, so that all are of one shape; a hook fills in what is null here, before anyone reads it.
  server.decorateRequest('principal', null as unknown as Principal);
  server.decorateRequest('claim', undefined);
  server.decorateRequest('dryRun', false);
  server.decorateRequest('now', null as unknown as Date);
  server.decorateRequest('startedAt', 0);
  server.decorateRequest('deadline', undefined);
  server.decorateRequest('givenUp', false);
  server.decorateRequest('problem', undefined);
  addHooks(server, options);
  server.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error as FastifyError);
    // Nobody is there to be told. What they left behind is no fault; a fault of ours is one, whoever listens.
    const isOurs = problem.code === 'internal_error' && (error as FastifyError).code !== CUT_OFF;
    if (request.socket.destroyed && !isOurs) {
      request.log.debug(HUNG_UP_TEXT);
      return reply.code(HUNG_UP).send();
    }
    const isFault = problem.status >= 500 && !(error instanceof Busy);
    if (isFault && !reply.sent) request.log.error({ err: error }, 'a request failed');
    sendProblem(problem, request, reply, config);
  });
  server.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(server, request.url);
    const page = allowed.length ? undefined : options.page?.(request, reply);
    if (page !== undefined) return page;
    const problem = allowed.length
      ? new Problem('method_not_allowed', `This path answers to ${allowed.join(', ')}.`, {
          headers: { Allow: allowed.join(', ') },
        })
      : new Problem('not_found', `There is nothing at this path. The API reference is at ${config.publicUrl}/docs.`);
    sendProblem(problem, request, reply, config);
  });
  return server;
}

/** The one line of each request is ours. What breaks off an answer that has begun is told to nobody else. */
function createLogController(): LogController {
  const controller = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });
  return Object.assign(controller, {
    streamError(error: FastifyError, { log, socket }: FastifyRequest) {
      if (socket.destroyed) log.debug(HUNG_UP_TEXT);
      else log.error({ err: error }, 'an answer failed after it had begun');
    },
  });
}

export function addRoutes(server: FastifyInstance, routes: Route[], options: ServerOptions): void {
  const admission = createAdmission(limitsFor(options.database.pool.options.max));
  options.metrics.requests(admission.counts);
  for (const spec of routes) {
    const paths = [...ROOTS[spec.root].map((root) => root + spec.path), ...(spec.also ?? [])];
    for (const [index, url] of paths.entries()) addRoute(server, spec, url, index > 0, { ...options, admission });
    if (spec.gate.widget) addPreflights(server, spec.method, paths);
  }
}

function addRoute(server: FastifyInstance, spec: Route, url: string, alias: boolean, options: ExecuteOptions): void {
  const answers = Object.entries(spec.answers).filter(([, schema]) => schema && !spec.produces);
  server.route({
    method: spec.method,
    url,
    bodyLimit: typeof spec.bodyLimit === 'function' ? LARGEST_BODY : (spec.bodyLimit ?? BODY_LIMIT),
    config: { spec },
    attachValidation: spec.collectErrors ?? false,
    schema: {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      ...(spec.body ? { body: spec.body } : {}),
      response: Object.fromEntries(answers),
      ...documentRoute(spec, alias),
    },
    preValidation: (request, reply) => prepareBody(request, reply, options.idempotency),
    handler: (request, reply) => execute(spec, request, reply, options),
  });
}

function addHooks(
  server: FastifyInstance,
  { config, metrics, clock, idempotency, log, tracer, answered, timeoutMs = REQUEST_TIMEOUT_MS }: ServerOptions,
): void {
  if (tracer) server.addHook('onRequest', (request, _reply, next) => tracer.begin(request, next));
  const access = accessLog(log);
  const ended = (request: FastifyRequest, reply: FastifyReply) => {
    const status = reply.raw.headersSent ? reply.statusCode : HUNG_UP;
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = (performance.now() - request.startedAt) / 1000;
    // How long somebody listened says nothing of how fast we are.
    const isLive = request.routeOptions.config.spec?.produces === EVENT_STREAM && status === 200;
    if (!isLive) metrics.request(request.method, route, status, seconds);
    answered?.(request, status, seconds * 1000);
    tracer?.end(request, route, status);
    const { workspace, actor } = request.principal;
    access[route.includes('/health') || route === '/metrics' ? 'debug' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(seconds * 10_000) / 10,
        workspace: workspace?.id,
        actor: actor?.id,
      },
      'request',
    );
  };
  server.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now();
    request.principal = NOBODY;
    // Fastify's own onResponse is not run for whoever hangs up.
    reply.raw.once('close', () => ended(request, reply));
    // Fastify's own handlerTimeout is off as soon as a body has been read.
    request.deadline = setTimeout(() => {
      request.givenUp = true;
      reply.send(new Problem('unavailable', 'The request took too long.', RETRY));
    }, timeoutMs).unref();
    reply.headers(commonHeaders(request.id, config));
    const { spec } = request.routeOptions.config;
    if (!spec) return;
    request.principal = await spec.gate.enter(request, reply);
    request.now = readClock(request, clock);
  });
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    clearTimeout(request.deadline);
    // Kept open, the connection of a request that ran on would hold up the stop.
    if (closing) reply.header('Connection', 'close');
    await request.principal?.settle?.(reply.statusCode);
    const { claim } = request;
    if (claim && !claim.done) {
      const contentType = String(reply.getHeader('content-type') ?? '');
      const body = payload === undefined || payload === null ? '' : String(payload);
      await idempotency.settle(claim, { status: reply.statusCode, contentType, body }).catch((error) => {
        log.warn({ requestId: request.id, err: error }, 'an idempotent answer could not be stored');
      });
    }
    return payload;
  });
}

const commonHeaders = (id: string, { publicUrl }: Config): Record<string, string> => ({
  'X-Request-Id': id,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});

/** A caller's own id is kept when it is harmless, so that its logs and ours can be read together. */
function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && /^[\w.:-]{1,100}$/.test(sent) ? sent : newId('req');
}

function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (error.validation) return validationProblem(error.validation as never, error.validationContext ?? 'body');
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('invalid_json');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new Problem('unsupported_media_type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_PARAM_NOT_STRING':
      return new Problem('not_found');
  }
  // Text that PostgreSQL cannot store came in by a path or a query; bodies are checked before.
  if (error.code === '22021' || error.code === '22P05')
    return new Problem('invalid_request', 'The request holds a character that cannot be stored.');
  if (OUT_OF_ROOM.has(error.code ?? ''))
    return new Problem('unavailable', 'Nothing can be stored right now. Try again later.', RETRY_LATER);
  if (isDatabaseGone(error))
    return new Problem('unavailable', 'The database cannot be reached. Try again in a moment.', RETRY);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new Problem('invalid_request');
  return new Problem('internal_error');
}

const RETRY = { headers: { 'Retry-After': '2' } };
/** Somebody has to make room first. */
const RETRY_LATER = { headers: { 'Retry-After': '60' } };
const OUT_OF_ROOM = new Set(['53100', '53200', 'ENOSPC', 'EDQUOT']);
const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '25P03',
]);

function isDatabaseGone(error: Error & { code?: string }): boolean {
  return (
    GONE.has(error.code ?? '') ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)|is not currently accepting connections$/.test(
      error.message,
    )
  );
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply, config: Config): void {
  request.problem = problem;
  if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify(problem.document(config.publicUrl, request.id)));
}

/** What is not HTTP gets its problem and no more of our time. */
const refuseBrokenRequest =
  ({ publicUrl }: Config) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
    const problem = isTooLong
      ? new Problem('headers_too_large')
      : new Problem('invalid_request', 'This is not a valid HTTP request.');
    const id = newId('req');
    const body = JSON.stringify(problem.document(publicUrl, id));
    socket.end(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nX-Request-Id: ${id}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };

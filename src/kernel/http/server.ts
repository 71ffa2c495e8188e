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
import { CommitOutcomeUnknown, isConnectionLost } from '../database/connection-errors.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { getAccessLog, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { Problem } from '../problem.ts';
import type { Tracer } from '../tracing.ts';
import { chooseAdmissionLimits, createAdmission, ServerBusy } from './admission.ts';
import { addPreflightRoutes } from './cors.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { type ExecuteOptions, execute, prepareRequest, resolveRequestTime } from './execute.ts';
import { describeExpand } from './expand.ts';
import type { Idempotency } from './idempotency.ts';
import { addJsonParser } from './json-parser.ts';
import { rejectMalformedRequest } from './malformed-request.ts';
import { findAllowedMethods } from './methods.ts';
import { documentRoute } from './openapi.ts';
import { DEFAULT_BODY_LIMIT, MAX_BODY_LIMIT, PATH_PREFIXES, type Principal, type Route } from './route.ts';
import { closeUnusedConnections } from './unused-connections.ts';
import { createSerializerCompiler, createValidatorCompiler, validationProblem } from './validation.ts';
import { announceDeprecation, CURRENT_VERSION, chooseVersion, VERSION_HEADER } from './versions.ts';

export const REQUEST_TIMEOUT_MS = 20_000;
/** nginx's status for a client that disconnected. Only used in logs and metrics. */
const CLIENT_CLOSED_STATUS = 499;
const CLIENT_CLOSED_MESSAGE = 'the caller hung up';
/** Node's error code for a response stream whose client disconnected. */
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';
/** The longest parameter is an encrypted email address in the link of an email. */
const MAX_PARAM_LENGTH = 600;
const ANONYMOUS: Principal = Object.freeze({});

export type ServerOptions = {
  config: Config;
  log: Log;
  database: Database;
  keyring: Keyring;
  idempotency: Idempotency;
  metrics: Metrics;
  clock: Clock;
  tracer?: Tracer;
  /** Called after every response. */
  onResponse?(request: FastifyRequest, status: number, ms: number): void;
  timeoutMs?: number;
  /** If undefined, the service answers to any host name. */
  isKnownHost?(hostname: string): Promise<boolean>;
  /** Sends a page instead of "not found", or returns undefined. */
  fallbackPage?(request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined;
};

export function createServer(options: ServerOptions): FastifyInstance {
  const { config, log } = options;
  // Cast, because the logger's type would otherwise appear in every signature with a server.
  const server = Fastify({
    loggerInstance: log,
    logController: createLogController(),
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: 30_000,
    // Node would answer without a body.
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
    genReqId: (raw) => chooseRequestId(raw.headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for framework errors.
      reply.headers(createCommonHeaders(request.id, config));
      sendProblem(toProblem(error), request, reply as FastifyReply, config);
    },
    clientErrorHandler: rejectMalformedRequest(config),
  }) as unknown as FastifyInstance;
  // Ignores unknown Expect headers, which Node would reject with an empty response.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  closeUnusedConnections(server);
  server.setValidatorCompiler(createValidatorCompiler());
  server.setSerializerCompiler(createSerializerCompiler());
  server.removeAllContentTypeParsers();
  addJsonParser(server);
  // Declared up front, so that all request objects have the same shape. The onRequest hook replaces the nulls.
  server.decorateRequest('principal', null as unknown as Principal);
  server.decorateRequest('idempotencyClaim', undefined);
  server.decorateRequest('dryRun', false);
  server.decorateRequest('now', null as unknown as Date);
  server.decorateRequest('startedAt', 0);
  server.decorateRequest('deadline', undefined);
  server.decorateRequest('hasTimedOut', false);
  server.decorateRequest('problem', undefined);
  addHooks(server, options);
  server.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error as FastifyError);
    // The client is gone. Errors caused by that are not logged, but our own bugs are.
    const isBug = problem.code === 'internal_error' && (error as FastifyError).code !== PREMATURE_CLOSE;
    if (request.socket.destroyed && !isBug) {
      request.log.debug(CLIENT_CLOSED_MESSAGE);
      return reply.code(CLIENT_CLOSED_STATUS).send();
    }
    const isServerError = problem.status >= 500 && !(error instanceof ServerBusy);
    if (isServerError && !reply.sent) request.log.error({ err: error }, 'a request failed');
    sendProblem(problem, request, reply, config);
  });
  server.setNotFoundHandler((request, reply) => {
    const allowedMethodNames = findAllowedMethods(server, request.url);
    const page = allowedMethodNames.length ? undefined : options.fallbackPage?.(request, reply);
    if (page !== undefined) return page;
    const problem = allowedMethodNames.length
      ? new Problem('method_not_allowed', `This path answers to ${allowedMethodNames.join(', ')}.`, {
          headers: { Allow: allowedMethodNames.join(', ') },
        })
      : new Problem('not_found', `There is nothing at this path. The API reference is at ${config.publicUrl}/docs.`);
    sendProblem(problem, request, reply, config);
  });
  return server;
}

/** Replaces Fastify's request logging. Stream errors are only reported here, not to the error handler. */
function createLogController(): LogController {
  const controller = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });
  return Object.assign(controller, {
    streamError(error: FastifyError, { log, socket }: FastifyRequest) {
      if (socket.destroyed) log.debug(CLIENT_CLOSED_MESSAGE);
      else log.error({ err: error }, 'an answer failed after it had begun');
    },
  });
}

export function addRoutes(server: FastifyInstance, routes: Route[], options: ServerOptions): void {
  const admission = createAdmission(chooseAdmissionLimits(options.database.pool.options.max));
  options.metrics.registerRequestCounts(admission.readCounts);
  for (const spec of routes.map(describeExpand)) {
    const { path, aliasPath, absoluteAliases = [] } = spec;
    const relativePaths = [path, ...(aliasPath ? [aliasPath] : [])];
    const paths = [
      ...relativePaths.flatMap((relativePath) =>
        PATH_PREFIXES[spec.pathPrefixSet].map((prefix) => prefix + relativePath),
      ),
      ...absoluteAliases,
    ];
    for (const [index, url] of paths.entries()) addRoute(server, spec, url, index > 0, { ...options, admission });
    if (spec.gate.allowsWidget) addPreflightRoutes(server, spec.method, paths);
  }
}

function addRoute(server: FastifyInstance, spec: Route, url: string, isAlias: boolean, options: ExecuteOptions): void {
  const responseSchemas = Object.entries(spec.responses).filter(([, schema]) => schema && !spec.produces);
  server.route({
    method: spec.method,
    url,
    bodyLimit: typeof spec.bodyLimit === 'function' ? MAX_BODY_LIMIT : (spec.bodyLimit ?? DEFAULT_BODY_LIMIT),
    config: { spec },
    attachValidation: spec.collectErrors ?? false,
    schema: {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      ...(spec.body ? { body: spec.body } : {}),
      response: Object.fromEntries(responseSchemas),
      ...documentRoute(spec, isAlias),
    },
    preValidation: (request, reply) => prepareRequest(request, reply, options.idempotency),
    handler: (request, reply) => execute(spec, request, reply, options),
  });
}

function addHooks(server: FastifyInstance, options: ServerOptions): void {
  const { config, metrics, clock, idempotency, log, tracer, onResponse, isKnownHost } = options;
  const { timeoutMs = REQUEST_TIMEOUT_MS } = options;
  if (tracer) server.addHook('onRequest', (request, _reply, next) => tracer.startRequest(request, next));
  const accessLogger = getAccessLog(log);
  const onClose = (request: FastifyRequest, reply: FastifyReply) => {
    const status = reply.raw.headersSent ? reply.statusCode : CLIENT_CLOSED_STATUS;
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = (performance.now() - request.startedAt) / 1000;
    // The duration of a live stream says nothing about performance.
    const isLive = request.routeOptions.config.spec?.produces === EVENT_STREAM && status === 200;
    if (!isLive) metrics.observeRequest(request.method, route, status, seconds);
    onResponse?.(request, status, seconds * 1000);
    tracer?.endRequest(request, route, status);
    const { workspace, actor } = request.principal;
    accessLogger[isProbe(route) ? 'debug' : 'info'](
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
    request.principal = ANONYMOUS;
    // Fastify's onResponse hook does not run when the client disconnects.
    reply.raw.once('close', () => onClose(request, reply));
    // Fastify's handlerTimeout stops as soon as the body has been read.
    request.deadline = setTimeout(() => {
      request.hasTimedOut = true;
      reply.send(new Problem('unavailable', 'The request took too long.', RETRY_SOON));
    }, timeoutMs).unref();
    reply.headers(createCommonHeaders(request.id, config));
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw new Problem('invalid_request', 'Send the header `Host`.');
    if (!isProbe(request.routeOptions.url) && (await isKnownHost?.(request.hostname)) === false)
      throw new Problem('unknown_host', `This is ${config.publicUrl}. It doesn’t answer to that name.`);
    const { spec } = request.routeOptions.config;
    if (!spec) return;
    chooseVersion(request, reply);
    if (spec.deprecated) announceDeprecation(reply, spec.deprecated, config.publicUrl);
    request.principal = await spec.gate.authorize(request, reply);
    request.now = resolveRequestTime(request, clock);
  });
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    clearTimeout(request.deadline);
    // A connection kept open would delay the shutdown.
    if (isClosing) reply.header('Connection', 'close');
    await request.principal?.beforeResponse?.(reply.statusCode);
    const { idempotencyClaim: claim } = request;
    if (claim && !claim.isSettled) {
      const contentType = String(reply.getHeader('content-type') ?? '');
      const body = payload === undefined || payload === null ? '' : String(payload);
      const response = { status: reply.statusCode, contentType, body };
      await idempotency.storeOrRelease(claim, response).catch((error) => {
        log.warn({ requestId: request.id, err: error }, 'an idempotent answer could not be stored yet');
        void idempotency.settleEventually(claim, response);
      });
    }
    return payload;
  });
}

/** Load balancers and monitoring call these routes often, and with any host name. */
const isProbe = (route = ''): boolean => /\/health(\/|$)/.test(route) || route === '/metrics';

const createCommonHeaders = (id: string, { publicUrl }: Config): Record<string, string> => ({
  'X-Request-Id': id,
  [VERSION_HEADER]: CURRENT_VERSION,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});

/** Uses the client's request ID if it is safe, so that both sides' logs can be matched. */
function chooseRequestId(headerValue: string | string[] | undefined): string {
  return typeof headerValue === 'string' && /^[\w.:-]{1,100}$/.test(headerValue) ? headerValue : newId('req');
}

function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (error.validation) return validationProblem(error.validation, error.validationContext ?? 'body');
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
  // PostgreSQL cannot store a character of the path or query. Bodies are checked earlier.
  if (error.code === '22021' || error.code === '22P05')
    return new Problem('invalid_request', 'The request holds a character that cannot be stored.');
  if (STORAGE_FULL_CODES.has(error.code ?? ''))
    return new Problem('unavailable', 'Nothing can be stored right now. Try again later.', RETRY_LATER);
  if (error instanceof CommitOutcomeUnknown) return new Problem('unavailable', OUTCOME_UNKNOWN_DETAIL, RETRY_SOON);
  if (isConnectionLost(error) || error.code === QUERY_CANCELED)
    return new Problem('unavailable', 'The database cannot be reached. Try again in a moment.', RETRY_SOON);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new Problem('invalid_request');
  return new Problem('internal_error');
}

const RETRY_SOON = { headers: { 'Retry-After': '2' } };
/** Longer, because the operator has to free disk space first. */
const RETRY_LATER = { headers: { 'Retry-After': '60' } };
const STORAGE_FULL_CODES = new Set(['53100', '53200', 'ENOSPC', 'EDQUOT']);
/** A statement that took too long. */
const QUERY_CANCELED = '57014';
const OUTCOME_UNKNOWN_DETAIL =
  'The connection to the database was lost while this was being saved, so it may have been saved. Send the same request ' +
  'with the same Idempotency-Key to get its answer. If you sent no key, check whether it was saved before you send it again.';

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply, config: Config): void {
  request.problem = problem;
  if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify(problem.toDocument(config.publicUrl, request.id)));
}

import type { ChatReply } from './api.ts';
import { readEvents, type ServerEvent } from './events.ts';
import type { Answer, Endpoint, Given } from './operations.ts';
import { ProblemError, problemOf } from './problem.ts';

export type ClientOptions = {
  /** The API's origin; not needed in a page that the service itself serves. */
  baseUrl?: string;
  /** `fd_sk_…` on a server, `fd_pk_…` in a page. Without one, the session cookie is used. */
  key?: string;
  /** Extra headers for every request. */
  headers?: () => Record<string, string>;
  /** How often a temporarily failed request is retried (default 2). */
  retries?: number;
  fetch?: typeof fetch;
};

export type CallOptions = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Defaults to a new key for every POST, so that a retry cannot take effect twice. */
  idempotencyKey?: string;
};

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type SendOptions = CallOptions & { query?: Query; body?: unknown };

type Arguments<E extends Endpoint> =
  Partial<Given<E>> extends Given<E> ? [callOptions?: Given<E> & CallOptions] : [callOptions: Given<E> & CallOptions];
type AnyCallOptions = SendOptions & { params?: Record<string, string> };

/** Endpoints with paginated responses. */
type PagedEndpoint = {
  [E in Endpoint]: Answer<E> extends { data: { id: string }[]; has_more: boolean } ? E : never;
}[Endpoint];
type Entry<E extends PagedEndpoint> = Answer<E> extends { data: (infer T extends { id: string })[] } ? T : never;

/** A part of a streamed reply, in the AI SDK's UI message stream format; `data-message` is the complete reply. */
export type ChatPart =
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'data-message'; data: ChatReply }
  | { type: 'start' | 'text-start' | 'text-end' | 'finish' };

export type Client = ReturnType<typeof createClient>;

const BASE_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 60_000;

export function createClient(options: ClientOptions = {}) {
  const { baseUrl = '', key, headers = () => ({}), retries = 2, fetch: fetchFn = fetch } = options;

  /** Sends the request once. */
  async function attempt(method: Method, path: string, callOptions: SendOptions): Promise<Response> {
    const { query, body, signal, headers: callHeaders, idempotencyKey } = callOptions;
    const requestInit = {
      method,
      signal,
      headers: {
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...headers(),
        ...callHeaders,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    return fetchFn(baseUrl + withQuery(path, query), requestInit).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ProblemError(0, { code: 'unreachable', detail: 'The service cannot be reached.' }, { cause });
    });
  }

  /** Sends the request, with retries. */
  async function fetchWithRetries(method: Method, path: string, callOptions: SendOptions = {}): Promise<Response> {
    const idempotencyKey =
      callOptions.idempotencyKey ?? (method === 'POST' && retries > 0 ? crypto.randomUUID() : undefined);
    const isRepeatable = method !== 'PATCH' && (method !== 'POST' || idempotencyKey !== undefined);
    for (let retryCount = 0; ; retryCount++) {
      const response = await attempt(method, path, { ...callOptions, idempotencyKey }).catch((error: unknown) => {
        if (!(error instanceof ProblemError) || !isRepeatable || retryCount >= retries) throw error;
        return undefined;
      });
      if (response?.ok) return response;
      const delayMs = retryDelayMs(response, retryCount);
      const isRetryable =
        !response || response.status === 429 || (isRepeatable && [409, 503].includes(response.status));
      if (response && (retryCount >= retries || delayMs === undefined || !isRetryable)) throw await problemOf(response);
      await sleep(delayMs ?? 0, callOptions.signal);
    }
  }

  /** Calls any path. Returns the response's JSON, its text if it is not JSON, or undefined if it has no body. */
  async function send<T>(method: Method, path: string, callOptions?: SendOptions): Promise<T> {
    const response = await fetchWithRetries(method, path, callOptions);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return (isJson && text ? JSON.parse(text) : text || undefined) as T;
  }

  function request<T>(endpoint: Endpoint, { params, ...rest }: AnyCallOptions = {}): Promise<T> {
    const [method, path] = endpoint.split(' ') as [Method, string];
    return send(method, fillPath(path, params), rest);
  }

  /** `call('GET /api/v1/bookings/{id}', { params: { id } })` */
  function call<E extends Endpoint>(endpoint: E, ...[callOptions]: Arguments<E>): Promise<Answer<E>> {
    return request(endpoint, callOptions);
  }

  /** Iterates over all entries of a list, page by page. */
  async function* all<E extends PagedEndpoint>(endpoint: E, ...[callOptions]: Arguments<E>): AsyncGenerator<Entry<E>> {
    const baseOptions: AnyCallOptions = { ...callOptions };
    let lastId: string | undefined;
    do {
      const query = { limit: 100, ...baseOptions.query, starting_after: lastId };
      const page = await request<{ data: Entry<E>[]; has_more: boolean }>(endpoint, { ...baseOptions, query });
      yield* page.data;
      lastId = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (lastId !== undefined);
  }

  /** Iterates over server-sent events until the stream ends or the loop is left. */
  async function* events(method: Method, path: string, callOptions: SendOptions = {}): AsyncGenerator<ServerEvent> {
    const streamHeaders = { Accept: 'text/event-stream', ...callOptions.headers };
    const { body } = await fetchWithRetries(method, path, { ...callOptions, headers: streamHeaders });
    if (body) yield* readEvents(body);
  }

  /** Streams a chat reply. */
  async function* chat(body: Given<'POST /api/chat'>['body'], callOptions?: CallOptions): AsyncGenerator<ChatPart> {
    for await (const { data } of events('POST', '/api/chat', { ...callOptions, body }))
      if (data !== '[DONE]') yield JSON.parse(data) as ChatPart;
  }

  return { call, all, chat, events, send };
}

const fillPath = (path: string, params: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search ? `${path}?${search}` : path;
}

/** The delay from `Retry-After`; undefined if it is missing or too long. Network errors use exponential backoff. */
function retryDelayMs(response: Response | undefined, tries: number): number | undefined {
  if (!response) return BASE_RETRY_DELAY_MS * 2 ** tries * (1 + Math.random());
  const requestedMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
  return requestedMs <= MAX_RETRY_DELAY_MS ? requestedMs : undefined;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

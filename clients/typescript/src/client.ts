import type { ChatReply } from './api.ts';
import { readEvents, type ServerEvent } from './events.ts';
import type { Answer, Endpoint, Given } from './operations.ts';
import { ProblemError, problemOf } from './problem.ts';

export type ClientOptions = {
  /** Where the service is; left out in a page that it serves itself. */
  baseUrl?: string;
  /** `fd_sk_…` on a server, `fd_pk_…` in a page; left out, the session's cookie. */
  key?: string;
  /** Sent with every request. */
  headers?: () => Record<string, string>;
  /** How often a request that was turned away for now is sent again (2). */
  retries?: number;
  fetch?: typeof fetch;
};

export type CallOptions = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Left out, every POST gets one of its own, so that sending it again cannot do it twice. */
  idempotencyKey?: string;
};

export type Query = Record<string, string | number | boolean | undefined>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type SendOptions = CallOptions & { query?: Query; body?: unknown };

type Arguments<E extends Endpoint> =
  Partial<Given<E>> extends Given<E> ? [given?: Given<E> & CallOptions] : [given: Given<E> & CallOptions];
type Anything = SendOptions & { params?: Record<string, string> };

/** Endpoints that answer in pages. */
type Paged = { [E in Endpoint]: Answer<E> extends { data: { id: string }[]; has_more: boolean } ? E : never }[Endpoint];
type Entry<E extends Paged> = Answer<E> extends { data: (infer T extends { id: string })[] } ? T : never;

/** A part of a streamed reply, in the AI SDK's UI message stream format; `data-message` is the whole of it. */
export type ChatPart =
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'data-message'; data: ChatReply }
  | { type: 'start' | 'text-start' | 'text-end' | 'finish' };

export type Client = ReturnType<typeof createClient>;

const LONGEST_WAIT_MS = 60_000;

export function createClient(options: ClientOptions = {}) {
  const { baseUrl = '', key, headers = () => ({}), retries = 2, fetch: through = fetch } = options;

  /** One try. */
  async function attempt(method: Method, path: string, given: SendOptions): Promise<Response> {
    const { query, body, signal, headers: own, idempotencyKey } = given;
    const request = {
      method,
      signal,
      headers: {
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...headers(),
        ...own,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    return through(baseUrl + withQuery(path, query), request).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ProblemError(0, { code: 'unreachable', detail: 'The service cannot be reached.' }, { cause });
    });
  }

  /** The answer once there is one, however often it has to be asked for. */
  async function open(method: Method, path: string, given: SendOptions = {}): Promise<Response> {
    const idempotencyKey = given.idempotencyKey ?? (method === 'POST' && retries > 0 ? crypto.randomUUID() : undefined);
    const isRepeatable = method !== 'PATCH' && (method !== 'POST' || idempotencyKey !== undefined);
    for (let tries = 0; ; tries++) {
      const found = await attempt(method, path, { ...given, idempotencyKey }).catch((error: unknown) => {
        if (!(error instanceof ProblemError) || !isRepeatable || tries >= retries) throw error;
        return undefined;
      });
      if (found?.ok) return found;
      const wait = waitFor(found, tries);
      const isTurnedAway = !found || found.status === 429 || (isRepeatable && [409, 503].includes(found.status));
      if (found && (tries >= retries || wait === undefined || !isTurnedAway)) throw await problemOf(found);
      await pause(wait ?? 0, given.signal);
    }
  }

  /** Any path: the answer's JSON, its text where it is none, undefined where it has no body. */
  async function send<T>(method: Method, path: string, given?: SendOptions): Promise<T> {
    const response = await open(method, path, given);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return (isJson && text ? JSON.parse(text) : text || undefined) as T;
  }

  function request<T>(endpoint: Endpoint, { params, ...rest }: Anything = {}): Promise<T> {
    const [method, path] = endpoint.split(' ') as [Method, string];
    return send(method, fillIn(path, params), rest);
  }

  /** `call('GET /api/v1/bookings/{id}', { params: { id } })` */
  function call<E extends Endpoint>(endpoint: E, ...[given]: Arguments<E>): Promise<Answer<E>> {
    return request(endpoint, given);
  }

  /** Every entry of a list, page by page. */
  async function* all<E extends Paged>(endpoint: E, ...[given]: Arguments<E>): AsyncGenerator<Entry<E>> {
    const asked: Anything = { ...given };
    let after: string | undefined;
    do {
      const query = { limit: 100, ...asked.query, starting_after: after };
      const page = await request<{ data: Entry<E>[]; has_more: boolean }>(endpoint, { ...asked, query });
      yield* page.data;
      after = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (after !== undefined);
  }

  /** A stream of events, until it ends or the loop is left. */
  async function* events(method: Method, path: string, given: SendOptions = {}): AsyncGenerator<ServerEvent> {
    const accept = { Accept: 'text/event-stream', ...given.headers };
    const { body } = await open(method, path, { ...given, headers: accept });
    if (body) yield* readEvents(body);
  }

  /** A reply as it is written. */
  async function* chat(body: Given<'POST /api/chat'>['body'], given?: CallOptions): AsyncGenerator<ChatPart> {
    for await (const { data } of events('POST', '/api/chat', { ...given, body }))
      if (data !== '[DONE]') yield JSON.parse(data) as ChatPart;
  }

  return { call, all, chat, events, send };
}

const fillIn = (path: string, params: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function withQuery(path: string, query: Query = {}): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(set.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** As long as the service says; undefined where that is longer than anybody waits, or it does not say for how long. */
function waitFor(response: Response | undefined, tries: number): number | undefined {
  if (!response) return 250 * 2 ** tries * (1 + Math.random());
  const said = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
  return said <= LONGEST_WAIT_MS ? said : undefined;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

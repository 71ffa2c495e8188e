import { place } from './place.ts';
import { texts } from './texts.ts';

export type FieldError = { pointer: string; detail: string };

/** A problem as the service tells it. Its message is for people: it says what is wrong and what to do next. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  /** Whatever else the problem carries, such as `alternatives`. */
  readonly more: Record<string, unknown>;
  constructor(status: number, problem: Record<string, unknown>) {
    super(String(problem.detail ?? problem.title ?? texts.errors.unexpected));
    this.status = status;
    this.code = String(problem.code ?? 'unreachable');
    this.errors = (problem.errors as FieldError[] | undefined) ?? [];
    this.more = problem;
  }
}

export type Query = Record<string, string | number | boolean | undefined>;
export type ListOf<T> = { object: 'list'; data: T[]; has_more: boolean };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Options = { query?: Query; body?: unknown; signal?: AbortSignal; mode?: 'live' | 'test' };

/** The headers that say where a request works: for those that need a stream, or a file. */
export const placeHeaders = (mode = place.mode): Record<string, string> => ({
  ...(place.workspace ? { 'X-Workspace': place.workspace } : {}),
  'X-Mode': mode,
});

function withQuery(path: string, query: Query = {}): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

async function send<T>(method: Method, path: string, { query, body, signal, mode }: Options = {}): Promise<T> {
  const response = await fetch(withQuery(path, query), {
    method,
    signal,
    headers: { ...placeHeaders(mode), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((error: unknown) => {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, { detail: texts.errors.unreachable });
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const answer = isJson && text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new ApiError(response.status, answer ?? {});
  return answer as T;
}

export const api = {
  get: <T>(path: string, options?: Options) => send<T>('GET', path, options),
  post: <T>(path: string, body: unknown = {}, options?: Options) => send<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown, options?: Options) => send<T>('PUT', path, { ...options, body }),
  patch: <T>(path: string, body: unknown, options?: Options) => send<T>('PATCH', path, { ...options, body }),
  delete: (path: string, options?: Options) => send<void>('DELETE', path, options),
};

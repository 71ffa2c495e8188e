import {
  ProblemError as ApiError,
  createClient,
  type Method,
  type SendOptions,
} from '../../clients/typescript/src/index.ts';
import { place } from './place.ts';
import { texts } from './texts.ts';

export type * from '../../clients/typescript/src/index.ts';
export { ApiError };
export type FieldError = ApiError['errors'][number];
export type ListOf<T> = { object: 'list'; data: T[]; has_more: boolean };

type Options = Omit<SendOptions, 'headers'> & { mode?: 'live' | 'test' };

/** Queries decide themselves what is asked for again, and what was not saved is for people to repeat. */
const client = createClient({ retries: 0 });

/** Where a request works. */
export const placeHeaders = (mode = place.mode): Record<string, string> => ({
  ...(place.workspace ? { 'X-Workspace': place.workspace } : {}),
  'X-Mode': mode,
});

async function send<T>(method: Method, path: string, { mode, ...options }: Options = {}): Promise<T> {
  return client.send<T>(method, path, { ...options, headers: placeHeaders(mode) }).catch((error: unknown) => {
    // What does not come from the service itself has no words for people.
    if (error instanceof ApiError && !error.requestId)
      error.message = error.status ? texts.errors.unexpected : texts.errors.unreachable;
    throw error;
  });
}

export const api = {
  get: <T>(path: string, options?: Options) => send<T>('GET', path, options),
  post: <T>(path: string, body: unknown = {}, options?: Options) => send<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown, options?: Options) => send<T>('PUT', path, { ...options, body }),
  patch: <T>(path: string, body: unknown, options?: Options) => send<T>('PATCH', path, { ...options, body }),
  delete: (path: string, options?: Options) => send<void>('DELETE', path, options),
  events: (path: string, signal: AbortSignal) => client.events('GET', path, { signal, headers: placeHeaders() }),
};

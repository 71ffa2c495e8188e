import {
  ProblemError as ApiError,
  createClient,
  type Method,
  type SendOptions,
} from '../../clients/typescript/src/index.ts';
import { activeWorkspace } from './active-workspace.ts';
import { texts } from './texts.ts';

export type * from '../../clients/typescript/src/index.ts';
export { ApiError };
export type FieldError = ApiError['errors'][number];
export type ListOf<T> = { object: 'list'; data: T[]; has_more: boolean };

type RequestOptions = Omit<SendOptions, 'headers'> & { mode?: 'live' | 'test' };

/** No retries here: queries retry by themselves, and people repeat failed changes. */
const client = createClient({ retries: 0 });

/** Tells the API which workspace and mode a request is for. */
export const buildWorkspaceHeaders = (mode = activeWorkspace.mode): Record<string, string> => ({
  ...(activeWorkspace.workspace ? { 'X-Workspace': activeWorkspace.workspace } : {}),
  'X-Mode': mode,
});

async function send<T>(method: Method, path: string, { mode, ...options }: RequestOptions = {}): Promise<T> {
  return client.send<T>(method, path, { ...options, headers: buildWorkspaceHeaders(mode) }).catch((error: unknown) => {
    // Errors that do not come from our API have no message for users.
    if (error instanceof ApiError && !error.requestId)
      error.message = error.status ? texts.errors.unexpected : texts.errors.unreachable;
    throw error;
  });
}

export const api = {
  get: <T>(path: string, options?: RequestOptions) => send<T>('GET', path, options),
  post: <T>(path: string, body: unknown = {}, options?: RequestOptions) => send<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown, options?: RequestOptions) => send<T>('PUT', path, { ...options, body }),
  patch: <T>(path: string, body: unknown, options?: RequestOptions) => send<T>('PATCH', path, { ...options, body }),
  delete: (path: string, options?: RequestOptions) => send<void>('DELETE', path, options),
  events: (path: string, signal: AbortSignal) =>
    client.events('GET', path, { signal, headers: buildWorkspaceHeaders() }),
};

import type { Session } from './api-types.ts';
import type { BrowserStorage } from './browser-storage.ts';
import type { Options } from './options.ts';

/** An error response of the API. Network errors are fetch's TypeError instead. */
export type ApiError = Error & { status: number; code: string };

/** Checks fields instead of a class, because the widget's two bundles share no classes. */
export const isApiError = (error: unknown): error is ApiError => (error as Partial<ApiError>)?.status !== undefined;

type RequestOptions = { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };
export type Api = {
  /** Sets the visitor's identity with a token signed by the page's server. */
  identify(jwt: string | undefined): void;
  requestSession(): Promise<Session>;
  /** Sends a request as the visitor; an expired token is renewed once. */
  request(path: string, options?: RequestOptions): Promise<Response>;
};

export function createApi(
  { baseUrl, key, business }: Options,
  storage: BrowserStorage,
  getLanguage: () => string | undefined,
): Api {
  let identity: string | undefined;

  async function send(path: string, { method, body, headers, signal }: RequestOptions): Promise<Response> {
    const response = await fetch(baseUrl + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
      credentials: 'omit',
      signal,
    });
    if (response.ok) return response;
    const { code = '', detail = response.statusText } = await response.json().catch(() => ({}));
    throw Object.assign(new Error(detail), { status: response.status, code });
  }

  async function requestSession(): Promise<Session> {
    const { token } = storage.get();
    const response = await send('/api/widget/session', {
      body: { visitor: token, identity, language: getLanguage(), ...business },
    });
    const session: Session = await response.json();
    storage.set({
      token: session.token,
      settings: session.settings,
      settingsAt: Date.now(),
      conversationId: session.conversation?.id,
    });
    return session;
  }

  const sendAsVisitor = (path: string, options: RequestOptions) => {
    const { token = '' } = storage.get();
    return send(path, { ...options, headers: { 'x-visitor-token': token, ...options.headers } });
  };

  async function request(path: string, options: RequestOptions = {}): Promise<Response> {
    try {
      return await sendAsVisitor(path, options);
    } catch (error) {
      if (!isApiError(error) || !/_visitor$/.test(error.code)) throw error;
      await requestSession();
      return sendAsVisitor(path, options);
    }
  }
  function identify(jwt: string | undefined) {
    identity = jwt;
  }
  return { identify, requestSession, request };
}

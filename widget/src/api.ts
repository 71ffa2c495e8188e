import type { Memory } from './memory.ts';
import type { Options } from './options.ts';
import type { Session } from './shapes.ts';

/** The service has answered, and not as hoped. What never got an answer is fetch's own TypeError. */
export type Refusal = Error & { status: number; code: string };

/** By its fields, since the two files of the widget share no class. */
export const isRefusal = (error: unknown): error is Refusal => (error as Partial<Refusal>)?.status !== undefined;

type Ask = { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };
export type Api = {
  /** Says who the visitor is from now on, by a token that the host's server has signed. */
  identify(jwt: string | undefined): void;
  session(): Promise<Session>;
  /** As the visitor; a token that has run out is renewed once. */
  ask(path: string, options?: Ask): Promise<Response>;
};

/** `language` is the visitor's. */
export function createApi({ base, key, business }: Options, memory: Memory, language: () => string | undefined): Api {
  let identity: string | undefined;

  async function post(path: string, { method, body, headers, signal }: Ask): Promise<Response> {
    const response = await fetch(base + path, {
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

  async function session(): Promise<Session> {
    const { token } = memory.get();
    const response = await post('/api/widget/session', {
      body: { visitor: token, identity, language: language(), ...business },
    });
    const found: Session = await response.json();
    memory.set({
      token: found.token,
      settings: found.settings,
      settingsAt: Date.now(),
      conversationId: found.conversation?.id,
    });
    return found;
  }

  const asVisitor = (path: string, options: Ask) => {
    const { token = '' } = memory.get();
    return post(path, { ...options, headers: { 'x-frontdesk-visitor': token, ...options.headers } });
  };

  async function ask(path: string, options: Ask = {}): Promise<Response> {
    try {
      return await asVisitor(path, options);
    } catch (error) {
      if (!isRefusal(error) || !/_visitor$/.test(error.code)) throw error;
      await session();
      return asVisitor(path, options);
    }
  }
  function identify(jwt: string | undefined) {
    identity = jwt;
  }
  return { identify, session, ask };
}

import { SignJWT } from 'jose';
import { type CallOptions, call, type HttpResponse, type Service } from './harness.ts';

export const ORIGIN = 'https://www.example.com';

export type WidgetSite = { key: string; origin?: string };
export type VisitorSession = { token: string; id: string; conversation: { id: string } | null };

/** Sends a request as the widget on a website does, on behalf of a visitor if a token is given. */
export const callFromWidget = (
  service: { url: string },
  { key, origin = ORIGIN }: WidgetSite,
  method: string,
  path: string,
  { token, headers, ...options }: CallOptions & { token?: string } = {},
): Promise<HttpResponse> =>
  call(service, method, path, {
    key,
    headers: { origin, ...(token ? { 'x-visitor-token': token } : {}), ...headers },
    ...options,
  });

export async function startVisitorSession(
  service: Service,
  site: WidgetSite,
  body: object = {},
): Promise<VisitorSession> {
  const { status, json, text } = await callFromWidget(service, site, 'POST', '/api/widget/session', { body });
  if (status !== 200) throw new Error(`session: ${status} ${text}`);
  return { token: json.token, id: json.visitor.id, conversation: json.conversation };
}

/** The identity token that the business's own server would sign for a visitor. */
export const signIdentity = (secret: string, claims: Record<string, unknown>, expires: string | number | Date = '1h') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(expires).sign(Buffer.from(secret));

export type LiveEvent = { event: string; id?: string; data: Record<string, unknown> };

/** Opens a server-sent event stream and collects its events. */
export async function openEventStream(service: { url: string }, path: string, headers: Record<string, string>) {
  const abortController = new AbortController();
  const response = await fetch(service.url + path, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: abortController.signal,
  });
  const events: LiveEvent[] = [];
  const waiters = new Set<() => void>();
  let heartbeatCount = 0;
  let hasEnded = false;
  const readingDone = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop()!;
      for (const frame of frames) {
        if (frame.startsWith(':')) heartbeatCount++;
        else events.push(parseEvent(frame));
      }
      for (const wake of waiters) wake();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
      for (const wake of waiters) wake();
    });
  const waitUntil = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      if (hasEnded) throw new Error(`the stream is over: ${JSON.stringify(events)}`);
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiters.delete(wake);
          resolve();
        };
        waiters.add(wake);
      });
    }
  };
  return {
    response,
    events,
    countHeartbeats: () => heartbeatCount,
    listMessages: () => events.filter(({ event }) => event === 'message').map(({ data }) => data),
    /** Waits until `count` events have arrived. */
    waitForEvents: async (count: number) => {
      await waitUntil(() => events.length >= count);
      return events;
    },
    waitUntil,
    ended: readingDone,
    close: () => abortController.abort(),
  };
}

function parseEvent(frame: string): LiveEvent {
  const fields = Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  return { event: fields.event!, ...(fields.id ? { id: fields.id } : {}), data: JSON.parse(fields.data!) };
}

// Google's accounts and Calendar API on loopback, as their documentation describes them. It holds one account.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GoogleCalendarConfig } from '../../src/kernel/config.ts';
import { addCleanup } from '../harness.ts';

type GoogleEvent = {
  id: string;
  etag: string;
  status: string;
  summary?: string;
  description?: string;
  transparency?: string;
  start: { date?: string; dateTime?: string };
  end: { date?: string; dateTime?: string };
  attendees?: object[];
};
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

const CLIENT = { id: 'desk.apps.googleusercontent.com', secret: 'GOCSPX-secret' };
const ACCOUNT = 'ana@example.com';
const PAGE_SIZE = 3;

export async function startGoogle() {
  const google = createStandIn();
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { status, body: answer, headers } = google.answer(request, body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(answer === undefined ? '' : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config: GoogleCalendarConfig = {
    ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret },
    authUrl: `${url}/o/oauth2/v2/auth`,
    tokenUrl: `${url}/token`,
    revokeUrl: `${url}/revoke`,
    apiUrl: `${url}/calendar/v3`,
  };
  return { ...google, config, account: ACCOUNT };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function createStandIn() {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  let refreshToken: string | undefined;
  const accessTokens = new Set<string>();
  const events = new Map<string, GoogleEvent & { changed: number }>();
  const requests: string[] = [];
  const refusals: Answer[] = [];
  let lifetime = 3_599;
  let change = 0;
  let oldestToken = 0;

  const store = (event: Omit<GoogleEvent, 'etag'>): GoogleEvent => {
    change++;
    const stored = { ...event, etag: `"${change}"`, changed: change };
    events.set(event.id, stored);
    return stored;
  };

  function token(fields: URLSearchParams): Answer {
    if (fields.get('client_id') !== CLIENT.id || fields.get('client_secret') !== CLIENT.secret)
      return { status: 401, body: { error: 'invalid_client' } };
    const invalidGrant = { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } };
    const access = () => {
      const accessToken = `ya29.${randomBytes(8).toString('hex')}`;
      accessTokens.add(accessToken);
      return { access_token: accessToken, expires_in: lifetime, token_type: 'Bearer' };
    };
    if (fields.get('grant_type') === 'refresh_token')
      return refreshToken && fields.get('refresh_token') === refreshToken
        ? { status: 200, body: access() }
        : invalidGrant;
    const code = codes.get(fields.get('code') ?? '');
    codes.delete(fields.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.challenge !== challenge || code.redirectUri !== fields.get('redirect_uri')) return invalidGrant;
    refreshToken = `1//${randomBytes(8).toString('hex')}`;
    const scope =
      'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly';
    return { status: 200, body: { ...access(), refresh_token: refreshToken, scope } };
  }

  function list(query: URLSearchParams): Answer {
    const since = query.get('syncToken');
    if (since !== null && (query.has('timeMin') || query.has('timeMax'))) return error(400, 'invalid');
    if (since !== null && Number(since) < oldestToken) return error(410, 'fullSyncRequired');
    const until = Date.parse(query.get('timeMax') ?? '') || Number.POSITIVE_INFINITY;
    const from = Date.parse(query.get('timeMin') ?? '') || 0;
    const timeOf = ({ dateTime, date }: GoogleEvent['start']) => Date.parse(dateTime ?? date ?? '');
    const matching = [...events.values()]
      .filter((event) =>
        since === null
          ? event.status !== 'cancelled' && timeOf(event.end) > from && timeOf(event.start) < until
          : event.changed > Number(since),
      )
      .sort((a, b) => a.changed - b.changed);
    const first = Number(query.get('pageToken') ?? 0);
    const page = matching.slice(first, first + PAGE_SIZE).map(({ changed: _, ...event }) =>
      // A deleted event has nothing but its ID.
      event.status === 'cancelled' ? { id: event.id, etag: event.etag, status: event.status } : event,
    );
    const isLast = first + PAGE_SIZE >= matching.length;
    return {
      status: 200,
      body: {
        items: page,
        ...(isLast ? { nextSyncToken: String(change) } : { nextPageToken: String(first + PAGE_SIZE) }),
      },
    };
  }

  function eventCall({ method = '', headers }: IncomingMessage, id: string, body: string): Answer {
    const existing = events.get(id);
    const ifMatch = headers['if-match'];
    if (!existing) return error(404, 'notFound');
    if (method === 'GET') return { status: 200, body: existing };
    if (method === 'DELETE' && existing.status === 'cancelled') return error(410, 'deleted');
    if (ifMatch !== undefined && ifMatch !== existing.etag) return error(412, 'conditionNotMet');
    if (method === 'DELETE') {
      store({ ...existing, status: 'cancelled' });
      return { status: 204 };
    }
    return { status: 200, body: store({ ...JSON.parse(body), id }) };
  }

  function api(request: IncomingMessage, path: string, query: URLSearchParams, body: string): Answer {
    const bearer = request.headers.authorization?.replace('Bearer ', '');
    if (!bearer || !accessTokens.has(bearer)) return error(401, 'authError');
    const refusal = refusals.shift();
    if (refusal) return refusal;
    if (path === '/users/me/calendarList')
      return {
        status: 200,
        body: {
          items: [
            { id: ACCOUNT, summary: ACCOUNT, primary: true },
            { id: 'work@group', summary: 'Work' },
          ],
        },
      };
    const [, calendar, id] = /^\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    if (calendar !== encodeURIComponent('work@group')) return error(404, 'notFound');
    if (id) return eventCall(request, id, body);
    if (request.method === 'GET') return list(query);
    const event = JSON.parse(body);
    if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return error(400, 'invalid');
    return events.has(event.id) ? error(409, 'duplicate') : { status: 200, body: store(event) };
  }

  return {
    /** What the person sees and does: they are asked, say yes, and are sent back. */
    consent(url: string): { code: string; state: string } {
      const query = new URL(url).searchParams;
      if (query.get('access_type') !== 'offline' || query.get('code_challenge_method') !== 'S256')
        throw new Error('not offline, or without PKCE');
      const code = `4/${randomBytes(8).toString('hex')}`;
      codes.set(code, { challenge: query.get('code_challenge')!, redirectUri: query.get('redirect_uri')! });
      return { code, state: query.get('state')! };
    },
    answer(request: IncomingMessage, body: string): Answer {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      requests.push(`${request.method} ${pathname}`);
      if (pathname === '/token') return token(new URLSearchParams(body));
      if (pathname === '/revoke') {
        const isKnown = new URLSearchParams(body).get('token') === refreshToken;
        if (isKnown) revoke();
        return isKnown ? { status: 200, body: {} } : { status: 400, body: { error: 'invalid_token' } };
      }
      return api(request, pathname.replace('/calendar/v3', ''), searchParams, body);
    },
    /** What the person does in Google's own calendar. */
    add: (event: Omit<GoogleEvent, 'etag' | 'status'>) => store({ status: 'confirmed', ...event }),
    change: (id: string, changes: Partial<GoogleEvent>) => store({ ...events.get(id)!, ...changes }),
    delete: (id: string) => void store({ ...events.get(id)!, status: 'cancelled' }),
    events: () => [...events.values()].filter(({ status }) => status !== 'cancelled'),
    /** The next calls are answered with these. */
    refuse: (...answers: Answer[]) => void refusals.push(...answers),
    forgetSyncTokens() {
      oldestToken = change + 1;
    },
    expireAccess: () => accessTokens.clear(),
    /** Of the access tokens from now on. */
    setLifetime(seconds: number) {
      lifetime = seconds;
    },
    /** In the account's settings, the person takes our access away. */
    revoke,
    isRevoked: () => refreshToken === undefined,
    requests,
  };

  function revoke() {
    refreshToken = undefined;
    accessTokens.clear();
  }
}

export const error = (code: number, reason: string): Answer => ({
  status: code,
  body: { error: { code, message: reason, errors: [{ domain: 'calendar', reason, message: reason }] } },
});

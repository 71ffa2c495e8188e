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
type StubResponse = { status: number; body?: unknown; headers?: Record<string, string> };

const CLIENT = { id: 'desk.apps.googleusercontent.com', secret: 'GOCSPX-secret' };
const ACCOUNT = 'ana@example.com';
const EVENTS_PER_PAGE = 3;

export async function startGoogle() {
  const fakeGoogle = createFakeGoogle();
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { status, body: responseBody, headers } = fakeGoogle.handle(request, body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(responseBody === undefined ? '' : JSON.stringify(responseBody));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config: GoogleCalendarConfig = {
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    authUrl: `${url}/o/oauth2/v2/auth`,
    tokenUrl: `${url}/token`,
    revokeUrl: `${url}/revoke`,
    apiUrl: `${url}/calendar/v3`,
  };
  return { ...fakeGoogle, config, account: ACCOUNT };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function createFakeGoogle() {
  const grantsByCode = new Map<string, { challenge: string; redirectUri: string }>();
  let refreshToken: string | undefined;
  const accessTokens = new Set<string>();
  const events = new Map<string, GoogleEvent & { changeNumber: number }>();
  const requests: string[] = [];
  const queuedResponses: StubResponse[] = [];
  let tokenLifetime = 3_599;
  let changeCount = 0;
  let oldestSyncToken = 0;

  const storeEvent = (event: Omit<GoogleEvent, 'etag'>): GoogleEvent => {
    changeCount++;
    const storedEvent = { ...event, etag: `"${changeCount}"`, changeNumber: changeCount };
    events.set(event.id, storedEvent);
    return storedEvent;
  };

  function createTokenResponse(fields: URLSearchParams): StubResponse {
    if (fields.get('client_id') !== CLIENT.id || fields.get('client_secret') !== CLIENT.secret)
      return { status: 401, body: { error: 'invalid_client' } };
    const invalidGrant = { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } };
    const grantAccess = () => {
      const accessToken = `ya29.${randomBytes(8).toString('hex')}`;
      accessTokens.add(accessToken);
      return { access_token: accessToken, expires_in: tokenLifetime, token_type: 'Bearer' };
    };
    if (fields.get('grant_type') === 'refresh_token')
      return refreshToken && fields.get('refresh_token') === refreshToken
        ? { status: 200, body: grantAccess() }
        : invalidGrant;
    const grant = grantsByCode.get(fields.get('code') ?? '');
    grantsByCode.delete(fields.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== fields.get('redirect_uri'))
      return invalidGrant;
    refreshToken = `1//${randomBytes(8).toString('hex')}`;
    const scope =
      'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly';
    return { status: 200, body: { ...grantAccess(), refresh_token: refreshToken, scope } };
  }

  function listEvents(query: URLSearchParams): StubResponse {
    const syncToken = query.get('syncToken');
    if (syncToken !== null && (query.has('timeMin') || query.has('timeMax')))
      return createErrorResponse(400, 'invalid');
    if (syncToken !== null && Number(syncToken) < oldestSyncToken) return createErrorResponse(410, 'fullSyncRequired');
    const until = Date.parse(query.get('timeMax') ?? '') || Number.POSITIVE_INFINITY;
    const from = Date.parse(query.get('timeMin') ?? '') || 0;
    const parseTime = ({ dateTime, date }: GoogleEvent['start']) => Date.parse(dateTime ?? date ?? '');
    const matchingEvents = [...events.values()]
      .filter((event) =>
        syncToken === null
          ? event.status !== 'cancelled' && parseTime(event.end) > from && parseTime(event.start) < until
          : event.changeNumber > Number(syncToken),
      )
      .sort((a, b) => a.changeNumber - b.changeNumber);
    const offset = Number(query.get('pageToken') ?? 0);
    const page = matchingEvents.slice(offset, offset + EVENTS_PER_PAGE).map(({ changeNumber: _, ...event }) =>
      // A deleted event has nothing but its ID.
      event.status === 'cancelled' ? { id: event.id, etag: event.etag, status: event.status } : event,
    );
    const isLast = offset + EVENTS_PER_PAGE >= matchingEvents.length;
    return {
      status: 200,
      body: {
        items: page,
        ...(isLast ? { nextSyncToken: String(changeCount) } : { nextPageToken: String(offset + EVENTS_PER_PAGE) }),
      },
    };
  }

  function createEventResponse({ method = '', headers }: IncomingMessage, id: string, body: string): StubResponse {
    const existing = events.get(id);
    const ifMatch = headers['if-match'];
    if (!existing) return createErrorResponse(404, 'notFound');
    if (method === 'GET') return { status: 200, body: existing };
    if (method === 'DELETE' && existing.status === 'cancelled') return createErrorResponse(410, 'deleted');
    if (ifMatch !== undefined && ifMatch !== existing.etag) return createErrorResponse(412, 'conditionNotMet');
    if (method === 'DELETE') {
      storeEvent({ ...existing, status: 'cancelled' });
      return { status: 204 };
    }
    return { status: 200, body: storeEvent({ ...JSON.parse(body), id }) };
  }

  function createApiResponse(
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    body: string,
  ): StubResponse {
    const accessToken = request.headers.authorization?.replace('Bearer ', '');
    if (!accessToken || !accessTokens.has(accessToken)) return createErrorResponse(401, 'authError');
    const queuedResponse = queuedResponses.shift();
    if (queuedResponse) return queuedResponse;
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
    if (calendar !== encodeURIComponent('work@group')) return createErrorResponse(404, 'notFound');
    if (id) return createEventResponse(request, id, body);
    if (request.method === 'GET') return listEvents(query);
    const event = JSON.parse(body);
    if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return createErrorResponse(400, 'invalid');
    return events.has(event.id) ? createErrorResponse(409, 'duplicate') : { status: 200, body: storeEvent(event) };
  }

  return {
    /** Gives consent, as the person does on Google's page, and returns what the redirect carries. */
    consent(url: string): { code: string; state: string } {
      const query = new URL(url).searchParams;
      if (query.get('access_type') !== 'offline' || query.get('code_challenge_method') !== 'S256')
        throw new Error('not offline, or without PKCE');
      const code = `4/${randomBytes(8).toString('hex')}`;
      grantsByCode.set(code, { challenge: query.get('code_challenge')!, redirectUri: query.get('redirect_uri')! });
      return { code, state: query.get('state')! };
    },
    handle(request: IncomingMessage, body: string): StubResponse {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      requests.push(`${request.method} ${pathname}`);
      if (pathname === '/token') return createTokenResponse(new URLSearchParams(body));
      if (pathname === '/revoke') {
        const isKnown = new URLSearchParams(body).get('token') === refreshToken;
        if (isKnown) revoke();
        return isKnown ? { status: 200, body: {} } : { status: 400, body: { error: 'invalid_token' } };
      }
      return createApiResponse(request, pathname.replace('/calendar/v3', ''), searchParams, body);
    },
    /** Changes that the person makes in Google's own calendar. */
    add: (event: Omit<GoogleEvent, 'etag' | 'status'>) => storeEvent({ status: 'confirmed', ...event }),
    change: (id: string, changes: Partial<GoogleEvent>) => storeEvent({ ...events.get(id)!, ...changes }),
    delete: (id: string) => void storeEvent({ ...events.get(id)!, status: 'cancelled' }),
    events: () => [...events.values()].filter(({ status }) => status !== 'cancelled'),
    /** Responds to the next API calls with these. */
    queueResponses: (...responses: StubResponse[]) => void queuedResponses.push(...responses),
    forgetSyncTokens() {
      oldestSyncToken = changeCount + 1;
    },
    expireAccess: () => accessTokens.clear(),
    /** The lifetime of access tokens from now on. */
    setTokenLifetime(seconds: number) {
      tokenLifetime = seconds;
    },
    /** Revokes our access, as the person can in the account's settings. */
    revoke,
    isRevoked: () => refreshToken === undefined,
    requests,
  };

  function revoke() {
    refreshToken = undefined;
    accessTokens.clear();
  }
}

export const createErrorResponse = (code: number, reason: string): StubResponse => ({
  status: code,
  body: { error: { code, message: reason, errors: [{ domain: 'calendar', reason, message: reason }] } },
});

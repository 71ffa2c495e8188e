// Talks to a CalDAV server (RFC 4791) at a URL that the owner typed.
import type { FetchResult, SafeFetch } from '../../../kernel/safe-fetch.ts';
import { UnsafeAddressError } from '../../../kernel/safe-fetch.ts';
import type { CalDavCredentials } from '../sync/connections.ts';
import { CalendarError, WrongCredentials } from '../sync/provider.ts';
import { type Multistatus, parseMultistatus } from './dav-xml.ts';

const TIMEOUT_MS = 20_000;
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 4;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

type DavRequest = {
  method: 'GET' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT';
  url: string;
  depth?: '0' | '1';
  body?: string;
  headers?: Record<string, string>;
};

export type DavClient = {
  send(request: DavRequest): Promise<FetchResult & { url: string }>;
  /** Throws a CalendarError if the response is not a multistatus. */
  query(request: DavRequest): Promise<Multistatus & { url: string }>;
};

export function createDavClient({ fetch }: SafeFetch, { user, password }: CalDavCredentials): DavClient {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  async function send({ method, url, depth, body, headers }: DavRequest): Promise<FetchResult & { url: string }> {
    for (let [currentUrl, redirects] = [url, 0]; ; redirects++) {
      const response = await fetch(currentUrl, {
        method,
        headers: {
          authorization,
          ...(depth ? { depth } : {}),
          ...(body !== undefined && method !== 'PUT' ? { 'content-type': 'application/xml; charset=utf-8' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
      }).catch((error: unknown) => {
        if (error instanceof UnsafeAddressError)
          throw new CalendarError(`The server address ${error.message}.`, { needsOwnerAction: true });
        throw new CalendarError('The calendar server did not answer.');
      });
      const { location } = response.headers;
      if (!REDIRECT_STATUSES.includes(response.status) || typeof location !== 'string' || redirects === MAX_REDIRECTS)
        return { ...requireUsableResponse(response), url: currentUrl };
      currentUrl = redirectTarget(currentUrl, location);
    }
  }
  return {
    send,
    async query(request) {
      const response = await send(request);
      if (response.status !== 207) throw createRefusalError(response.status);
      return { ...parseMultistatus(response.body), url: response.url };
    },
  };
}

/** A redirect must not make us send the password unencrypted. */
function redirectTarget(from: string, location: string): string {
  const target = new URL(location, from);
  if (from.startsWith('https:') && target.protocol !== 'https:')
    throw new CalendarError('The calendar server leads to an address without encryption.', { needsOwnerAction: true });
  return target.href;
}

function requireUsableResponse(response: FetchResult): FetchResult {
  if (response.status === 401) throw new WrongCredentials('The server refused the user name or the app password.');
  if (response.status === 429 || response.status === 503)
    throw new CalendarError('The calendar server is busy. We’ll try again later.', {
      retryAfterSeconds: Number(response.headers['retry-after']) || undefined,
    });
  if (response.status >= 500 && response.status !== 507)
    throw new CalendarError(`The calendar server has a problem (${response.status}).`);
  if (response.bytes.length >= MAX_RESPONSE_BYTES)
    throw new CalendarError('The calendar is too large to read.', { needsOwnerAction: true });
  return response;
}

export function createRefusalError(status: number): CalendarError {
  if (status === 403)
    return new CalendarError('The server does not let us use this calendar. Check its sharing.', {
      needsOwnerAction: true,
    });
  if (status === 404 || status === 410)
    return new CalendarError('There is no calendar at this address any more.', { needsOwnerAction: true });
  return new CalendarError(`The calendar server refused the request (${status}).`);
}

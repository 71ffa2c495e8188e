// Google's consent (OAuth 2 for web servers, with PKCE): https://developers.google.com/identity/protocols/oauth2/web-server
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { GoogleCalendarConfig } from '../../../kernel/config.ts';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { GoogleCredentials } from '../sync/connections.ts';
import { CalendarError } from '../sync/provider.ts';

const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
];
const STATE_VALIDITY_MS = 30 * 60_000;
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** For whom the consent is: only who began it can finish it. */
export type ConsentState = { workspaceId: string; actorId: string; resourceId: string; connectionId?: string };
type SignedState = ConsentState & { nonce: string; expiresAt: number };

export function createConsent(keyring: Keyring, publicUrl: string) {
  const secret = keyring.derive('google calendar consent');
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  /** Derived instead of stored: only we can derive it again. */
  const verifierOf = (nonce: string) => hmac(`verifier ${nonce}`);
  const redirectUri = `${publicUrl}/bookings/calendars`;
  return {
    urlFor({ authUrl, clientId }: GoogleCalendarConfig, state: ConsentState, now: Date): string {
      const nonce = randomBytes(16).toString('base64url');
      const signed: SignedState = { ...state, nonce, expiresAt: now.getTime() + STATE_VALIDITY_MS };
      const payload = Buffer.from(JSON.stringify(signed)).toString('base64url');
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        access_type: 'offline',
        // Without it, Google gives no refresh token the second time.
        prompt: 'consent',
        state: `${payload}.${hmac(payload)}`,
        code_challenge: createHash('sha256').update(verifierOf(nonce)).digest('base64url'),
        code_challenge_method: 'S256',
      });
      return `${authUrl}?${query}`;
    },
    /** Undefined if it is not ours, or has expired. */
    readState(text: string, now: Date): SignedState | undefined {
      const [payload = '', signature = ''] = text.split('.');
      const [expected, actual] = [Buffer.from(hmac(payload)), Buffer.from(signature)];
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
      const state: SignedState = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return state.expiresAt > now.getTime() ? state : undefined;
    },
    async exchangeCode(
      safeFetch: SafeFetch,
      google: GoogleCalendarConfig,
      code: string,
      { nonce }: SignedState,
    ): Promise<GoogleCredentials> {
      const answer = await requestToken(safeFetch, google, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifierOf(nonce),
      });
      if (!answer.refresh_token || !hasScopes(answer.scope))
        throw new CalendarError('Google did not grant access to your calendars. Connect again and allow all of it.', {
          needsOwner: true,
        });
      return { refreshToken: answer.refresh_token, ...accessTokenOf(answer) };
    },
  };
}

/** People can leave out a part of what we ask for. */
const hasScopes = (granted = ''): boolean => SCOPES.every((scope) => granted.split(' ').includes(scope));

type TokenAnswer = { access_token: string; expires_in: number; refresh_token?: string; scope?: string };

const accessTokenOf = ({ access_token, expires_in }: TokenAnswer) => ({
  accessToken: access_token,
  expiresAt: Date.now() + expires_in * 1_000,
});

export async function refreshAccessToken(
  safeFetch: SafeFetch,
  google: GoogleCalendarConfig,
  { refreshToken }: GoogleCredentials,
): Promise<GoogleCredentials> {
  const answer = await requestToken(safeFetch, google, { grant_type: 'refresh_token', refresh_token: refreshToken });
  return { refreshToken: answer.refresh_token ?? refreshToken, ...accessTokenOf(answer) };
}

/** Ends all access that the account has given us. */
export async function revokeAccess(
  { fetch }: SafeFetch,
  { revokeUrl }: GoogleCalendarConfig,
  { refreshToken }: GoogleCredentials,
): Promise<void> {
  await fetch(revokeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ token: refreshToken })),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
}

async function requestToken(
  { fetch }: SafeFetch,
  { tokenUrl, clientId, clientSecret }: GoogleCalendarConfig,
  fields: Record<string, string>,
): Promise<TokenAnswer> {
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret })),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  }).catch(() => {
    throw new CalendarError('Google did not answer.');
  });
  if (answer.status === 200) return JSON.parse(answer.body);
  const isRevoked = answer.status === 400 && answer.body.includes('invalid_grant');
  if (isRevoked)
    throw new CalendarError('Google ended our access to this account. Connect it again.', { needsOwner: true });
  throw new CalendarError(`Google could not confirm our access (${answer.status}).`);
}

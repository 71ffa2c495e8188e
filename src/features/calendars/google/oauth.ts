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
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Whom the consent is for. Only the person who started it can finish it. */
export type ConsentState = { workspaceId: string; actorId: string; resourceId: string; connectionId?: string };
type SignedState = ConsentState & { nonce: string; expiresAt: number };

export function createConsent(keyring: Keyring, publicUrl: string) {
  const secret = keyring.derive('google calendar consent');
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  /** The PKCE verifier, derived instead of stored. */
  const deriveVerifier = (nonce: string) => hmac(`verifier ${nonce}`);
  const redirectUri = `${publicUrl}/bookings/calendars`;
  return {
    buildUrl({ authUrl, clientId }: GoogleCalendarConfig, state: ConsentState, now: Date): string {
      const nonce = randomBytes(16).toString('base64url');
      const signedState: SignedState = { ...state, nonce, expiresAt: now.getTime() + STATE_VALIDITY_MS };
      const payload = Buffer.from(JSON.stringify(signedState)).toString('base64url');
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        access_type: 'offline',
        // Without it, Google gives no refresh token the second time.
        prompt: 'consent',
        state: `${payload}.${hmac(payload)}`,
        code_challenge: createHash('sha256').update(deriveVerifier(nonce)).digest('base64url'),
        code_challenge_method: 'S256',
      });
      return `${authUrl}?${query}`;
    },
    /** Undefined if the state was not signed by us or has expired. */
    verifyState(text: string, now: Date): SignedState | undefined {
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
      const tokenResponse = await requestToken(safeFetch, google, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: deriveVerifier(nonce),
      });
      if (!tokenResponse.refresh_token || !hasScopes(tokenResponse.scope))
        throw new CalendarError('Google did not grant access to your calendars. Connect again and allow all of it.', {
          needsOwnerAction: true,
        });
      return { refreshToken: tokenResponse.refresh_token, ...toAccessToken(tokenResponse) };
    },
  };
}

/** People can leave out a part of what we ask for. */
const hasScopes = (grantedScopes = ''): boolean => SCOPES.every((scope) => grantedScopes.split(' ').includes(scope));

type TokenResponse = { access_token: string; expires_in: number; refresh_token?: string; scope?: string };

const toAccessToken = ({ access_token, expires_in }: TokenResponse) => ({
  accessToken: access_token,
  expiresAt: Date.now() + expires_in * 1_000,
});

export async function refreshAccessToken(
  safeFetch: SafeFetch,
  google: GoogleCalendarConfig,
  { refreshToken }: GoogleCredentials,
): Promise<GoogleCredentials> {
  const tokenResponse = await requestToken(safeFetch, google, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  return { refreshToken: tokenResponse.refresh_token ?? refreshToken, ...toAccessToken(tokenResponse) };
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
    maxBytes: MAX_RESPONSE_BYTES,
  });
}

async function requestToken(
  { fetch }: SafeFetch,
  { tokenUrl, clientId, clientSecret }: GoogleCalendarConfig,
  fields: Record<string, string>,
): Promise<TokenResponse> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret })),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_RESPONSE_BYTES,
  }).catch(() => {
    throw new CalendarError('Google did not answer.');
  });
  if (response.status === 200) return JSON.parse(response.body);
  const isRevoked = response.status === 400 && response.body.includes('invalid_grant');
  if (isRevoked)
    throw new CalendarError('Google ended our access to this account. Connect it again.', { needsOwnerAction: true });
  throw new CalendarError(`Google could not confirm our access (${response.status}).`);
}

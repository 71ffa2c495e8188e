// What Meta's channels share: the verification of webhooks, the Graph API and its errors.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { callProvider } from './call-provider.ts';
import {
  ChannelError,
  type Connection,
  ForgedRequestError,
  type InboundResult,
  type ProviderRequest,
  type SendOptions,
} from './channel.ts';

const API_URL = 'https://graph.facebook.com/v25.0';

export const META_FIELDS = {
  accessToken: Type.String({
    title: 'Access token',
    description: 'A permanent system user token from Meta Business Suite.',
    minLength: 1,
    maxLength: 1_000,
    secret: true,
  }),
  appSecret: Type.String({
    title: 'App secret',
    description: 'In your Meta app under App settings > Basic.',
    minLength: 1,
    maxLength: 200,
    secret: true,
  }),
};

export const createMetaIdField = (options: { title: string; description: string }) =>
  Type.String({ pattern: '^\\d{5,25}$', ...options });

/**
 * The owner enters this in the Meta app together with the webhook URL. It is no secret: it only lets Meta begin
 * to send, and what Meta sends is signed with the app secret.
 */
export const readVerifyToken = ({ secrets }: Connection): { verifyToken: string } => ({
  verifyToken: secrets.webhookSecret ?? '',
});

/** Answers Meta's challenge, which checks that the webhook is ours; otherwise verifies what Meta sends and reads it. */
export function receiveFromMeta(
  request: ProviderRequest,
  connection: Connection,
  readBody: (body: unknown) => InboundResult,
): InboundResult {
  const { method, query, headers, body } = request;
  const { appSecret = '', webhookSecret = '' } = connection.secrets;
  if (method === 'GET') {
    if (query['hub.mode'] !== 'subscribe' || !isEqualInConstantTime(query['hub.verify_token'], webhookSecret))
      throw new ForgedRequestError();
    return { messages: [], response: { body: String(query['hub.challenge'] ?? ''), type: 'text/plain' } };
  }
  if (!isEqualInConstantTime(headers['x-hub-signature-256'], signMetaRequest(body, appSecret)))
    throw new ForgedRequestError();
  return readBody(JSON.parse(body.toString('utf8')));
}

export const signMetaRequest = (body: Buffer | string, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

function isEqualInConstantTime(actual: unknown, expected: string): boolean {
  const actualBytes = Buffer.from(String(actual ?? ''));
  const expectedBytes = Buffer.from(expected);
  return expected !== '' && actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}

/** Posts JSON to the Graph API, or sends a GET request if there is none. `appsecret_proof` shows that we know the app secret. */
export async function callMeta(
  { settings, secrets }: Connection,
  fetch: SendOptions['fetch'],
  path: string,
  { query = {}, json }: { query?: Record<string, string>; json?: object } = {},
): Promise<Record<string, unknown>> {
  const { accessToken = '', appSecret = '' } = secrets;
  const parameters = new URLSearchParams({
    ...query,
    appsecret_proof: createHmac('sha256', appSecret).update(accessToken).digest('hex'),
  });
  const response = await callProvider(fetch, 'Meta', `${settings.apiUrl ?? API_URL}/${path}?${parameters}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    ...(json ? { json } : { method: 'GET' as const }),
  });
  if (response.status < 300) return response.json as Record<string, unknown>;
  const { error = {} } = response.json as { error?: MetaError };
  throw new ChannelError(explainMetaError(error), { isPermanent: !isTransient(error) });
}

export type MetaError = { code?: number; error_subcode?: number; message?: string; is_transient?: boolean };

/** Limits of calls and short outages, which Meta reports with status 400. */
const TRANSIENT_CODES = new Set([
  1, 2, 4, 17, 32, 341, 613, 80006, 80007, 130429, 131000, 131016, 131056, 131057, 133004,
]);

const isTransient = ({ code = 0, is_transient = false }: MetaError): boolean =>
  is_transient || TRANSIENT_CODES.has(code);

const OUTSIDE_WINDOW = 'Meta allows replies only within 24 hours of the customer’s last message.';
const NO_PERMISSION =
  'The access token may not send messages. Create one with the messaging permissions in Meta Business Suite.';
const ACCOUNT_BLOCKED = 'Meta has blocked your account from sending. See Business Support Home in Meta Business Suite.';
const WRONG_TEMPLATE = 'The template doesn’t exist in this language or isn’t approved. Check it in WhatsApp Manager.';
const NOT_REACHABLE = 'The customer can’t be reached. They may have blocked you or deleted their account.';

/** By subcode, which is more specific than the code. */
const SUBCODE_MESSAGES: Record<number, string> = {
  2018278: OUTSIDE_WINDOW,
  2534022: OUTSIDE_WINDOW,
  2018001: NOT_REACHABLE,
  1545041: NOT_REACHABLE,
  2018108: NOT_REACHABLE,
  2534014: NOT_REACHABLE,
};

const CODE_MESSAGES: Record<number, string> = {
  190: 'The access token has expired. Create a new one in Meta Business Suite.',
  3: NO_PERMISSION,
  10: NO_PERMISSION,
  200: NO_PERMISSION,
  230: NO_PERMISSION,
  131005: NO_PERMISSION,
  368: ACCOUNT_BLOCKED,
  130497: ACCOUNT_BLOCKED,
  131031: ACCOUNT_BLOCKED,
  470: OUTSIDE_WINDOW,
  131047: OUTSIDE_WINDOW,
  551: NOT_REACHABLE,
  131026: 'The customer’s number isn’t on WhatsApp or can’t receive this message.',
  10904: 'Your Page doesn’t accept messages. Turn them on in the Page’s settings.',
  131021: 'A business can’t message its own number.',
  131030: 'A test number can only send to numbers that you have added in the Meta app.',
  131042: 'WhatsApp couldn’t charge you. Check your payment method in Meta Business Suite.',
  131048: 'Too many customers have blocked or reported you. Check the quality of your number in WhatsApp Manager.',
  131049: 'Meta hasn’t delivered the message, since the customer gets many like it.',
  131050: 'The customer has stopped marketing messages from you.',
  132000: 'The template needs exactly one variable, for your reply.',
  132001: WRONG_TEMPLATE,
  132007: WRONG_TEMPLATE,
  132015: WRONG_TEMPLATE,
  132016: WRONG_TEMPLATE,
  133010: 'The phone number isn’t registered with WhatsApp. Register it in WhatsApp Manager.',
};

/** In our words, because Meta's own may quote the customer. */
export function explainMetaError(error: MetaError): string {
  const { code = 0, error_subcode = 0, message = '' } = error;
  if (isTransient(error)) return 'Meta is busy or limits how much you can send at the moment.';
  if (/appsecret_proof/.test(message)) return 'The app secret isn’t that of the app that the access token belongs to.';
  if (code === 100 && error_subcode === 33) return 'Meta can’t find this ID with this access token. Check both.';
  return (
    SUBCODE_MESSAGES[error_subcode] ?? CODE_MESSAGES[code] ?? `Meta refused the message (error ${code || 'unknown'}).`
  );
}

// What Twilio's channels share: its signature, its webhooks, its API and its errors.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { callProvider } from './call-provider.ts';
import {
  ChannelError,
  type Connection,
  type DeliveryUpdate,
  ForgedRequestError,
  type InboundResult,
  type IncomingMessage,
  type ProviderRequest,
  type SendOptions,
} from './channel.ts';

const API_URL = 'https://api.twilio.com';
/** Twilio sends no reply of its own. */
const EMPTY_TWIML = { body: '<?xml version="1.0" encoding="UTF-8"?><Response/>', type: 'text/xml' };

export const TWILIO_FIELDS = {
  accountSid: Type.String({
    title: 'Account SID',
    description: 'On your Twilio Console home page.',
    pattern: '^AC[0-9a-fA-F]{32}$',
  }),
  authToken: Type.String({
    title: 'Auth Token',
    description: 'Next to the Account SID.',
    minLength: 1,
    maxLength: 200,
    secret: true,
  }),
};

/** Twilio signs the URL with its query, followed by the form's fields in alphabetical order. */
export function signTwilioRequest(url: string, form: URLSearchParams, authToken: string): string {
  const fields = [...new Set(form.keys())].sort().map((name) => {
    const values = [...new Set(form.getAll(name))].sort();
    return values.map((value) => name + value).join('');
  });
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

/** The fields of a signed request. Throws a ForgedRequestError. */
export function readTwilioRequest(
  { method, url, headers, body }: ProviderRequest,
  { secrets }: Connection,
): Record<string, string> {
  const form = new URLSearchParams(method === 'POST' ? body.toString('utf8') : '');
  const expectedSignature = Buffer.from(signTwilioRequest(url, form, secrets.authToken ?? ''));
  const signature = Buffer.from(String(headers['x-twilio-signature'] ?? ''));
  if (signature.length !== expectedSignature.length || !timingSafeEqual(signature, expectedSignature))
    throw new ForgedRequestError();
  return Object.fromEntries(form);
}

/** Reads a webhook: a message of a customer, or a report about one of ours. */
export function receiveFromTwilio(request: ProviderRequest, connection: Connection): InboundResult {
  const fields = readTwilioRequest(request, connection);
  const { query } = request;
  if (fields.MessageStatus) return { messages: [], updates: readStatus(fields, query.message) };
  const message = readMessage(fields);
  return { messages: message ? [message] : [], response: EMPTY_TWIML };
}

type Fields = Record<string, string>;

const STATUSES: Record<string, DeliveryUpdate['status']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

function readStatus({ MessageSid, MessageStatus = '', ErrorCode }: Fields, messageId?: string): DeliveryUpdate[] {
  const status = STATUSES[MessageStatus];
  if (!status || !MessageSid) return [];
  const code = Number(ErrorCode);
  return [
    {
      providerMessageId: MessageSid,
      ...(messageId ? { ownMessageId: messageId } : {}),
      status,
      ...(status === 'failed' ? { error: explainTwilioError(code), hasOptedOut: code === OPTED_OUT_CODE } : {}),
    },
  ];
}

function readMessage(fields: Fields): IncomingMessage | undefined {
  const { MessageSid, From, Body = '', ProfileName, OptOutType } = fields;
  // Twilio has answered a request for help with the text that the business has entered there.
  if (!MessageSid || !From || OptOutType === 'HELP') return undefined;
  const address = From.replace(/^whatsapp:/, '');
  const attachments = readAttachments(fields);
  const contact = /^\+\d{7,15}$/.test(address) ? { phone: address } : {};
  return {
    id: MessageSid,
    address,
    // A business may have keywords of its own to stop messages, in other languages for example.
    text: OptOutType === 'STOP' || OptOutType === 'START' ? OptOutType : Body,
    customer: { ...contact, ...(ProfileName ? { name: ProfileName } : {}) },
    proven: contact,
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}

function readAttachments(fields: Fields) {
  const files = Array.from({ length: Math.min(Number(fields.NumMedia) || 0, 10) }, (_, index) => {
    const type = fields[`MediaContentType${index}`] ?? 'application/octet-stream';
    return { name: chooseFileName(type), type };
  });
  return fields.Latitude ? [...files, { name: 'location', type: 'text/plain' }] : files;
}

/** A name for a file that came without one. */
function chooseFileName(type: string): string {
  const kind = type.split('/')[0] ?? '';
  return { image: 'photo', audio: 'voice message', video: 'video' }[kind] ?? 'file';
}

/** Sends one message. Twilio reports what becomes of it to a URL with our message ID. */
export async function sendByTwilio(
  connection: Connection,
  { fetch, webhookUrl }: Pick<SendOptions, 'fetch' | 'webhookUrl'>,
  messageId: string,
  form: Record<string, string>,
): Promise<string> {
  const { accountSid } = connection.settings;
  const { sid } = await callTwilio(connection, fetch, `/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    ...form,
    StatusCallback: `${webhookUrl}?message=${messageId}`,
  });
  return String(sid);
}

/** Proves that the account has a number with this capability. Returns its path in the API. */
export async function findTwilioNumber(
  connection: Connection,
  fetch: SendOptions['fetch'],
  phoneNumber: string,
  capability: 'sms' | 'voice',
): Promise<string> {
  const numbersPath = `/2010-04-01/Accounts/${connection.settings.accountSid}/IncomingPhoneNumbers`;
  const query = new URLSearchParams({ PhoneNumber: phoneNumber });
  const { incoming_phone_numbers: foundNumbers = [] } = (await callTwilio(
    connection,
    fetch,
    `${numbersPath}.json?${query}`,
  )) as {
    incoming_phone_numbers?: { sid: string; phone_number: string; capabilities?: { sms?: boolean; voice?: boolean } }[];
  };
  const number = foundNumbers.find(({ phone_number }) => phone_number === phoneNumber);
  if (!number) throw new ChannelError('Your Twilio account doesn’t have this number.', { isPermanent: true });
  if (number.capabilities?.[capability] === false)
    throw new ChannelError(
      capability === 'sms' ? 'This number can’t send text messages.' : 'This number can’t take calls.',
      { isPermanent: true },
    );
  return `${numbersPath}/${number.sid}.json`;
}

/** Posts a form to the API, or sends a GET request if there is none. */
export async function callTwilio(
  { settings, secrets }: Connection,
  fetch: SendOptions['fetch'],
  path: string,
  form?: Record<string, string>,
): Promise<Record<string, unknown>> {
  const credentials = Buffer.from(`${settings.accountSid}:${secrets.authToken}`).toString('base64');
  const { status, json } = await callProvider(fetch, 'Twilio', `${settings.apiUrl ?? API_URL}${path}`, {
    headers: { authorization: `Basic ${credentials}` },
    ...(form ? { form } : { method: 'GET' as const }),
  });
  if (status < 300) return json as Record<string, unknown>;
  const code = Number((json as { code?: number }).code ?? status);
  throw new ChannelError(explainTwilioError(code), { isPermanent: true, hasOptedOut: code === OPTED_OUT_CODE });
}

const OPTED_OUT_CODE = 21610;
const WRONG_CREDENTIALS =
  'Twilio doesn’t accept the Account SID and Auth Token. Copy both again from the Twilio Console.';
const NOT_MOBILE_TEXT = 'The customer’s number can’t receive these messages.';
const WRONG_SENDER =
  'Your Twilio number can’t send this message. Check in the Twilio Console that it can send messages.';
const OUTSIDE_WINDOW = 'WhatsApp allows replies only within 24 hours of the customer’s last message.';
const NOT_REGISTERED = 'US carriers block your number until it is registered. Register it in the Twilio Console.';

const EXPLANATION_BY_CODE: Record<number, string> = {
  401: WRONG_CREDENTIALS,
  20003: WRONG_CREDENTIALS,
  20005: 'Your Twilio account isn’t active.',
  404: 'Twilio can’t find this in your account.',
  20404: 'Twilio can’t find this in your account.',
  21211: NOT_MOBILE_TEXT,
  21614: NOT_MOBILE_TEXT,
  21635: NOT_MOBILE_TEXT,
  30006: NOT_MOBILE_TEXT,
  63024: NOT_MOBILE_TEXT,
  21606: WRONG_SENDER,
  21659: WRONG_SENDER,
  21660: WRONG_SENDER,
  21612: WRONG_SENDER,
  63007: WRONG_SENDER,
  21408:
    'Your Twilio account can’t send to this country. Allow it under Messaging geographic permissions in the Twilio Console.',
  21608: 'A Twilio trial account can only send to numbers that you have verified.',
  [OPTED_OUT_CODE]: 'The customer has opted out of messages.',
  21703: 'The Messaging Service has no number. Add one in the Twilio Console.',
  30002: 'Your Twilio account is suspended.',
  30003: 'The customer’s phone is off or out of range.',
  30004: 'The customer or their carrier blocks your messages.',
  30005: 'The customer’s number doesn’t exist or isn’t reachable.',
  30007: 'The carrier has blocked the message as spam.',
  30008: 'The carrier couldn’t deliver the message and gave no reason.',
  30032: 'US carriers block your toll-free number until it is verified. Verify it in the Twilio Console.',
  30034: NOT_REGISTERED,
  30035: NOT_REGISTERED,
  63016: OUTSIDE_WINDOW,
  63018: 'WhatsApp limits how many messages you can send. Try again later.',
  63003: 'The customer’s number isn’t on WhatsApp.',
  63032: 'WhatsApp doesn’t deliver this message to the customer.',
};

/** Twilio's own words may quote the customer's number, so they are not passed on. */
export const explainTwilioError = (code: number): string =>
  EXPLANATION_BY_CODE[code] ??
  (code ? `Twilio refused the message (error ${code}).` : 'Twilio couldn’t deliver the message.');

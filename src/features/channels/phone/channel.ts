// Phone calls, by Twilio's ConversationRelay.
import { Type } from 'typebox';
import type { Business } from '../../../capability/document.ts';
import { toE164 } from '../../../kernel/phone.ts';
import type { CallEnd } from '../../inbox/store.ts';
import { buildLiveUrl } from '../addresses.ts';
import { createApiUrlField } from '../call-provider.ts';
import { type Channel, ChannelError, type Connection, type InboundResult, type ReceiveOptions } from '../channel.ts';
import { callTwilio, findTwilioNumber, readTwilioRequest, TWILIO_FIELDS } from '../twilio.ts';
import { renderGreeting, startCall } from './call.ts';
import { readEndReason } from './relay-protocol.ts';
import { createVoiceFormatter, findTransferNumber } from './transfer.ts';
import { connectToRelay, dial, hangUp, reject, sayAndHangUp } from './twiml.ts';

const NUMBER_PATTERN = '^\\+[1-9]\\d{6,14}$';
/** The address of callers who withhold their number. */
const WITHHELD_ADDRESS = 'anonymous';
/** For a caller without a number, Twilio sends one of these words as it is spelled on a phone's keys: +266696687. */
const PLACEHOLDER_NUMBERS = new Set(
  ['anonymous', 'restricted', 'unavailable', 'unknown', 'blocked', 'private'].map((word) => `+${spellOnKeys(word)}`),
);

function spellOnKeys(word: string): string {
  const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
  return [...word].map((letter) => KEYS.findIndex((letters) => letters.includes(letter)) + 2).join('');
}

const toCallerAddress = (from = ''): string =>
  PLACEHOLDER_NUMBERS.has(from) ? WITHHELD_ADDRESS : (toE164(from, '') ?? WITHHELD_ADDRESS);

export const channel: Channel = {
  kind: 'phone',
  title: 'Phone',
  summary: 'Customers call your Twilio number and talk to your assistant.',
  maxCharacters: Number.POSITIVE_INFINITY,
  maxButtons: 0,
  fields: Type.Object({
    ...TWILIO_FIELDS,
    number: Type.String({
      title: 'Phone number',
      description: 'A number in your Twilio account, like +12125550100.',
      pattern: NUMBER_PATTERN,
    }),
    transferTo: Type.Optional(
      Type.String({
        title: 'Transfer calls to',
        description: 'Where to transfer callers who ask for a person. Leave blank to use your business phone number.',
        pattern: NUMBER_PATTERN,
      }),
    ),
    apiUrl: createApiUrlField('Optional, for accounts in a Twilio region, such as https://api.dublin.ie1.twilio.com.'),
  }),
  describeAddress: ({ number }) => String(number),

  async connect(connection, options) {
    const { number, transferTo } = connection.settings;
    if (number === transferTo)
      throw new ChannelError('Calls can’t be transferred to the number that the assistant answers.', {
        isPermanent: true,
      });
    const resource = await findTwilioNumber(connection, options.fetch, String(number), 'voice');
    await callTwilio(connection, options.fetch, resource, {
      VoiceUrl: options.webhookUrl,
      VoiceMethod: 'POST',
      StatusCallback: `${options.webhookUrl}?event=status`,
      StatusCallbackMethod: 'POST',
    });
    return { resource };
  },
  async disconnect(connection, { fetch }) {
    await callTwilio(connection, fetch, String(connection.settings.resource), { VoiceUrl: '', StatusCallback: '' });
  },

  receive(request, connection, options) {
    const fields = readTwilioRequest(request, connection);
    const handler = EVENT_HANDLERS[request.query.event ?? 'call'];
    return handler && fields.CallSid
      ? handler({ fields, connection, options, query: request.query })
      : { messages: [] };
  },

  live: { verify: readTwilioRequest, start: startCall },

  /** Only the test is a call of ours. */
  async send({ address, text, author }, connection, { fetch }) {
    if (author)
      throw new ChannelError('A call can’t be answered in writing. Call the customer back.', { isPermanent: true });
    const { accountSid, number } = connection.settings;
    const { sid } = await callTwilio(connection, fetch, `/2010-04-01/Accounts/${accountSid}/Calls.json`, {
      To: address.replace(/[^\d+]/g, ''),
      From: String(number),
      Twiml: sayAndHangUp(text, 'en-US').body,
    });
    return [String(sid)];
  },
};

type CallEvent = {
  fields: Record<string, string>;
  query: Record<string, string>;
  connection: Connection;
  options: ReceiveOptions;
};

/** How often a call is connected again after its connection broke. */
const MAX_CONNECTION_ATTEMPTS = 3;

/** Twilio calls us when a call comes in, when our part of it is over, when a transfer is over, and at its end. */
const EVENT_HANDLERS: Record<string, (event: CallEvent) => InboundResult | Promise<InboundResult>> = {
  async call(event) {
    const { connection, options } = event;
    const business = await options.business();
    if (!options.isPaused && options.hasRoom) return connectCall(event, business, renderGreeting(business));
    const number = findTransferNumber(connection.settings, business);
    const { CallSid: id = '', From } = event.fields;
    return {
      messages: [],
      calls: [
        { id, event: 'started', address: toCallerAddress(From) },
        { id, event: 'ended', ended: number ? 'transferred' : 'missed' },
      ],
      response: number ? dial(number, buildEventUrl(options, 'dial')) : reject(),
    };
  },

  async session(event) {
    const { fields, query, connection, options } = event;
    const { CallSid: id = '', CallStatus, HandoffData } = fields;
    const reason = readEndReason(HandoffData);
    const endCall = (ended: CallEnd, response: InboundResult['response']): InboundResult => ({
      messages: [],
      calls: [{ id, event: 'ended', ended }],
      ...(response ? { response } : {}),
    });
    if (reason === 'goodbye') return endCall('assistant', hangUp());
    if (reason === 'silence') return endCall('silence', hangUp());
    // The caller has hung up.
    if (CallStatus && CallStatus !== 'in-progress') return { messages: [], response: hangUp() };
    const business = await options.business();
    const format = createVoiceFormatter(business);
    // The connection broke, as it does when this service restarts. The call goes on.
    if (!reason && Number(query.attempt) < MAX_CONNECTION_ATTEMPTS)
      return connectCall(event, business, format.text('Sorry, I lost you for a moment. Could you say that again?'));
    const number = findTransferNumber(connection.settings, business);
    if (number) return endCall('transferred', dial(number, buildEventUrl(options, 'dial')));
    const apology = format.text('Sorry, we can’t take your call right now. Please call back later.');
    return endCall('failed', sayAndHangUp(apology, business.locale));
  },

  async dial({ fields: { CallSid: id = '', DialCallStatus }, options }) {
    if (DialCallStatus === 'completed' || DialCallStatus === 'answered') return { messages: [], response: hangUp() };
    const business = await options.business();
    const format = createVoiceFormatter(business);
    const apology = format.text('Sorry, no one can take your call right now. We’ll let the team know you called.');
    return {
      messages: [],
      calls: [{ id, event: 'ended', ended: 'missed' }],
      response: sayAndHangUp(apology, business.locale),
    };
  },

  status: ({ fields: { CallSid: id = '', CallDuration } }) => ({
    messages: [],
    calls: [{ id, event: 'over', seconds: Number(CallDuration) || 0 }],
  }),
};

const buildEventUrl = ({ webhookUrl }: ReceiveOptions, event: string): string => `${webhookUrl}?event=${event}`;

/** Twilio opens a connection for the call, and says the greeting. */
function connectCall(
  { fields: { CallSid: id = '', From }, query, connection, options }: CallEvent,
  business: Business,
  welcomeGreeting: string,
): InboundResult {
  const attempt = (Number(query.attempt) || 0) + 1;
  return {
    messages: [],
    calls: [{ id, event: 'started', address: toCallerAddress(From) }],
    response: connectToRelay({
      url: buildLiveUrl(options.publicUrl, connection.id, id),
      action: `${buildEventUrl(options, 'session')}&attempt=${attempt}`,
      welcomeGreeting,
      language: business.locale,
    }),
  };
}

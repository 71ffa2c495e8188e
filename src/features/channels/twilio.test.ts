import { describe, expect, it } from 'vitest';
import { type Connection, ForgedRequestError } from './channel.ts';
import { explainTwilioError, receiveFromTwilio, signTwilioRequest } from './twilio.ts';

const TOKEN = '12345';
const CONNECTION: Connection = {
  id: 'chn_1',
  workspaceId: 'ws_1',
  businessName: 'Bella Vista',
  settings: {},
  secrets: { authToken: TOKEN },
};
const WEBHOOK_URL = 'https://desk.example/hooks/chn_1';

function receive(
  fields: Record<string, string>,
  {
    url = WEBHOOK_URL,
    signedUrl = url,
    query = {},
  }: { url?: string; signedUrl?: string; query?: Record<string, string> } = {},
) {
  const form = new URLSearchParams(fields);
  const headers = { 'x-twilio-signature': signTwilioRequest(signedUrl, form, TOKEN) };
  const body = Buffer.from(String(form));
  return receiveFromTwilio({ method: 'POST', url, query, headers, body, receivedAt: new Date() }, CONNECTION);
}
const MESSAGE = { MessageSid: 'SM1', From: '+12125550147', To: '+12125550100', Body: 'Hi & bye + 1', NumMedia: '0' };

describe('the signature', () => {
  it('is that of Twilio’s documentation', () => {
    const form = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    });
    expect(signTwilioRequest('https://mycompany.com/myapp.php?foo=1&bar=2', form, TOKEN)).toBe(
      'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    );
  });

  it('does not depend on the order of the fields', () => {
    const firstForm = new URLSearchParams('b=2&a=1&B=3');
    const secondForm = new URLSearchParams('B=3&a=1&b=2');
    expect(signTwilioRequest(WEBHOOK_URL, firstForm, TOKEN)).toBe(signTwilioRequest(WEBHOOK_URL, secondForm, TOKEN));
  });

  it('covers the query', () => {
    expect(() =>
      receive(MESSAGE, { url: `${WEBHOOK_URL}?message=msg_2`, signedUrl: `${WEBHOOK_URL}?message=msg_1` }),
    ).toThrow(ForgedRequestError);
    expect(receive(MESSAGE, { url: `${WEBHOOK_URL}?message=msg_2` }).messages).toHaveLength(1);
  });

  it('is required', () => {
    const body = Buffer.from(String(new URLSearchParams(MESSAGE)));
    for (const headers of [{}, { 'x-twilio-signature': '' }, { 'x-twilio-signature': ['a', 'b'] }])
      expect(() =>
        receiveFromTwilio(
          { method: 'POST', url: WEBHOOK_URL, query: {}, headers, body, receivedAt: new Date() },
          CONNECTION,
        ),
      ).toThrow(ForgedRequestError);
  });
});

describe('a message', () => {
  it('is read with its sender', () => {
    expect(receive(MESSAGE).messages).toEqual([
      {
        id: 'SM1',
        address: '+12125550147',
        text: 'Hi & bye + 1',
        customer: { phone: '+12125550147' },
        proven: { phone: '+12125550147' },
      },
    ]);
  });

  it('by WhatsApp is read with its name', () => {
    const [message] = receive({ ...MESSAGE, From: 'whatsapp:+12125550147', ProfileName: 'Ana' }).messages;
    expect(message).toMatchObject({ address: '+12125550147', customer: { phone: '+12125550147', name: 'Ana' } });
  });

  it('of a short code or a name has no phone number to call', () => {
    expect(receive({ ...MESSAGE, From: '72345' }).messages[0]).toMatchObject({ address: '72345', customer: {} });
    expect(receive({ ...MESSAGE, From: 'ACME' }).messages[0]?.customer).toEqual({});
  });

  it('lists its files', () => {
    const fields = { NumMedia: '3', MediaContentType0: 'image/png', MediaContentType1: 'application/pdf' };
    expect(receive({ ...MESSAGE, ...fields }).messages[0]?.attachments).toEqual([
      { name: 'photo', type: 'image/png' },
      { name: 'file', type: 'application/pdf' },
      { name: 'file', type: 'application/octet-stream' },
    ]);
    expect(receive({ ...MESSAGE, Latitude: '1', Longitude: '2' }).messages[0]?.attachments).toHaveLength(1);
    expect(receive({ ...MESSAGE, NumMedia: '1e9' }).messages[0]?.attachments).toHaveLength(10);
    expect(receive({ ...MESSAGE, NumMedia: '-1' }).messages[0]?.attachments).toBeUndefined();
  });

  it('is a keyword if Twilio took it as one', () => {
    expect(receive({ ...MESSAGE, Body: 'BAJA', OptOutType: 'STOP' }).messages[0]?.text).toBe('STOP');
  });

  it('is left out if Twilio has answered a request for help', () => {
    expect(receive({ ...MESSAGE, Body: 'INFO', OptOutType: 'HELP' }).messages).toEqual([]);
  });

  it('without an ID is ignored', () => {
    expect(receive({ From: '+12125550147', Body: 'x' }).messages).toEqual([]);
    expect(receive({}).messages).toEqual([]);
  });
});

describe('a status report', () => {
  const report = (fields: Record<string, string>) =>
    receive({ MessageSid: 'SM1', ...fields }, { query: { message: 'msg_1' } }).updates;

  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
  ])('of %s updates the message', (twilioStatus, status) => {
    expect(report({ MessageStatus: twilioStatus })).toEqual([
      { providerMessageId: 'SM1', ownMessageId: 'msg_1', status },
    ]);
  });

  it.each(['queued', 'accepted', 'sending', 'scheduled', 'something new'])('of %s changes nothing', (twilioStatus) => {
    expect(report({ MessageStatus: twilioStatus })).toEqual([]);
  });

  it.each(['undelivered', 'failed'])('of %s explains the failure', (twilioStatus) => {
    expect(report({ MessageStatus: twilioStatus, ErrorCode: '30003' })).toMatchObject([
      { status: 'failed', error: 'The customer’s phone is off or out of range.', hasOptedOut: false },
    ]);
    expect(report({ MessageStatus: twilioStatus })).toMatchObject([{ error: 'Twilio couldn’t deliver the message.' }]);
  });

  it('of an opt-out says so', () => {
    expect(report({ MessageStatus: 'failed', ErrorCode: '21610' })).toMatchObject([{ hasOptedOut: true }]);
  });
});

it('gives the code of an error that has no explanation', () => {
  expect(explainTwilioError(99999)).toBe('Twilio refused the message (error 99999).');
});

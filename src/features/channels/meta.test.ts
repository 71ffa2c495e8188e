import { describe, expect, it } from 'vitest';
import { type Connection, ForgedRequestError, type ProviderRequest } from './channel.ts';
import { explainMetaError, receiveFromMeta, signMetaRequest } from './meta.ts';

const CONNECTION: Connection = {
  id: 'chn_1',
  workspaceId: 'ws_1',
  businessName: 'Bella Vista',
  settings: {},
  secrets: { appSecret: 'the-app-secret', webhookSecret: 'the-verify-token' },
};
const receive = (request: Partial<ProviderRequest>, connection = CONNECTION) =>
  receiveFromMeta(
    {
      method: 'POST',
      url: '',
      query: {},
      headers: {},
      body: Buffer.alloc(0),
      receivedAt: new Date(),
      ...request,
    },
    connection,
    (body) => ({ messages: [], response: { body: JSON.stringify(body), type: 'read' } }),
  );

describe('the verification of the webhook', () => {
  const QUERY = { 'hub.mode': 'subscribe', 'hub.verify_token': 'the-verify-token', 'hub.challenge': '1158201444' };

  it('answers with the challenge', () => {
    expect(receive({ method: 'GET', query: QUERY })).toEqual({
      messages: [],
      response: { body: '1158201444', type: 'text/plain' },
    });
  });

  it.each([{ 'hub.verify_token': 'wrong' }, { 'hub.verify_token': '' }, { 'hub.mode': 'other' }])(
    'refuses %j',
    (changedQuery) => {
      expect(() => receive({ method: 'GET', query: { ...QUERY, ...changedQuery } })).toThrow(ForgedRequestError);
    },
  );

  it('refuses everything if there is no token to compare with', () => {
    const query = { ...QUERY, 'hub.verify_token': '' };
    expect(() => receive({ method: 'GET', query }, { ...CONNECTION, secrets: {} })).toThrow(ForgedRequestError);
  });
});

describe('the signature', () => {
  // Computed with openssl dgst -sha256 -hmac.
  it('is the HMAC of the body', () => {
    expect(signMetaRequest('{"a":1}', 'key')).toBe(
      'sha256=88a67f24bbcdaed0e6c997404bb79a743baf44c6bab2f4c27328e3009d22e342',
    );
  });

  it('is computed over the bytes as they were received', () => {
    const body = Buffer.from('{"text" : "caf\\u00e9 ü"}');
    const headers = { 'x-hub-signature-256': signMetaRequest(body, 'the-app-secret') };
    expect(receive({ body, headers }).response?.body).toBe('{"text":"café ü"}');
    expect(() => receive({ body: Buffer.from('{"text":"café ü"}'), headers })).toThrow(ForgedRequestError);
  });

  it.each([undefined, '', 'sha256=', 'sha1=00', ['a', 'b']])('%j is refused', (signature) => {
    expect(() => receive({ body: Buffer.from('{}'), headers: { 'x-hub-signature-256': signature } })).toThrow(
      ForgedRequestError,
    );
  });
});

describe('an error', () => {
  it.each([
    [{ code: 190, error_subcode: 463 }, 'The access token has expired. Create a new one in Meta Business Suite.'],
    [{ code: 10, error_subcode: 2018278 }, 'Meta allows replies only within 24 hours of the customer’s last message.'],
    [{ code: 131047 }, 'Meta allows replies only within 24 hours of the customer’s last message.'],
    [{ code: 100, error_subcode: 33 }, 'Meta can’t find this ID with this access token. Check both.'],
    [{ code: 4 }, 'Meta is busy or limits how much you can send at the moment.'],
    [{ code: 7, is_transient: true }, 'Meta is busy or limits how much you can send at the moment.'],
    [{ code: 424242, message: 'Cannot send to +12125550147' }, 'Meta refused the message (error 424242).'],
    [{}, 'Meta refused the message (error unknown).'],
  ])('%j is explained', (error, explanation) => {
    expect(explainMetaError(error)).toBe(explanation);
  });

  it('about the proof mentions the app secret', () => {
    expect(explainMetaError({ code: 100, message: 'Invalid appsecret_proof provided in the API argument' })).toMatch(
      /^The app secret/,
    );
  });
});

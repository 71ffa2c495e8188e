import { createECDH } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { toOutcome } from './push-sender.ts';
import { createVapidHeader, encryptPush, findBrowserKeyProblem, generatePushKeys, openPushKeys } from './web-push.ts';

/** The example of RFC 8291, section 5. */
const EXAMPLE = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('a push message', () => {
  it('is encrypted as in the example of RFC 8291', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(Buffer.from(EXAMPLE.senderPrivateKey, 'base64url'));
    const body = encryptPush(EXAMPLE, EXAMPLE.plaintext, sender, Buffer.from(EXAMPLE.salt, 'base64url'));
    expect(body.toString('base64url')).toBe(EXAMPLE.body);
  });

  it('is encrypted differently each time', () => {
    expect(encryptPush(EXAMPLE, 'hello').equals(encryptPush(EXAMPLE, 'hello'))).toBe(false);
  });

  it('is signed for the push service’s origin, by the key that the browser subscribed with', async () => {
    const { publicKey, jwk } = generatePushKeys();
    const header = await createVapidHeader(
      openPushKeys(publicKey, jwk),
      'https://push.example/send/abc?x=1',
      'mailto:desk@example.com',
    );
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
    expect(key).toBe(publicKey);
    const { d: _, ...publicJwk } = jwk;
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(publicJwk, 'ES256'));
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(payload).toMatchObject({ aud: 'https://push.example', sub: 'mailto:desk@example.com' });
    expect(payload.exp! - Date.now() / 1000).toBeLessThan(86_400);
  });
});

it('refuses keys that nothing can be encrypted for', () => {
  expect(findBrowserKeyProblem(EXAMPLE.publicKey)).toBeUndefined();
  expect(findBrowserKeyProblem('AAAA')).toMatch(/65 bytes/);
  expect(findBrowserKeyProblem(Buffer.alloc(65, 4).toString('base64url'))).toMatch(/curve/);
});

it.each([
  [201, 'delivered'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'unavailable'],
  [503, 'unavailable'],
  [403, 'refused'],
  [413, 'refused'],
  [301, 'refused'],
])('treats status %i as %s', (status, outcome) => {
  expect(toOutcome(status)).toBe(outcome);
});

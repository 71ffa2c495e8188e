import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { openKeyring } from '../../kernel/crypto.ts';
import { createSecret, rotateSecret, signMessage } from './secrets.ts';

const keyring = openKeyring(Buffer.alloc(32, 1));
const endpoint = { workspace_id: 'ws_1', id: 'whk_1' };
const NOW = new Date('2026-11-18T10:00:00Z');
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const createSignaturesAt = (encryptedSecrets: Buffer, at: Date) =>
  signMessage(keyring, endpoint, encryptedSecrets, { id: 'evt_1', at, body: '{}' }).split(' ');
const createSignature = (secret: string, at: Date) => new Webhook(secret).sign('evt_1', at, '{}');

describe('secrets', () => {
  it('are 32 random bytes in the standard format, encrypted for their endpoint', () => {
    const { secret, encryptedSecrets } = createSecret(keyring, endpoint);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(createSecret(keyring, endpoint).secret).not.toBe(secret);
    expect(encryptedSecrets.includes(secret)).toBe(false);
    expect(() =>
      signMessage(keyring, { ...endpoint, id: 'whk_2' }, encryptedSecrets, { id: 'x', at: NOW, body: '' }),
    ).toThrow();
  });

  it('keep signing for a day after they were replaced', () => {
    const firstSecret = createSecret(keyring, endpoint);
    const secondSecret = rotateSecret(keyring, endpoint, firstSecret.encryptedSecrets, NOW);
    expect(createSignaturesAt(secondSecret.encryptedSecrets, hoursLater(23.9))).toEqual(
      [firstSecret, secondSecret].map(({ secret }) => createSignature(secret, hoursLater(23.9))).reverse(),
    );
    expect(createSignaturesAt(secondSecret.encryptedSecrets, hoursLater(24))).toEqual([
      createSignature(secondSecret.secret, hoursLater(24)),
    ]);
  });

  it('expire after their own day even if another rotation follows', () => {
    const firstSecret = createSecret(keyring, endpoint);
    const secondSecret = rotateSecret(keyring, endpoint, firstSecret.encryptedSecrets, NOW);
    const thirdSecret = rotateSecret(keyring, endpoint, secondSecret.encryptedSecrets, hoursLater(12));
    expect(createSignaturesAt(thirdSecret.encryptedSecrets, hoursLater(13))).toHaveLength(3);
    expect(createSignaturesAt(thirdSecret.encryptedSecrets, hoursLater(25))).toEqual([
      createSignature(thirdSecret.secret, hoursLater(25)),
      createSignature(secondSecret.secret, hoursLater(25)),
    ]);
    expect(createSignaturesAt(thirdSecret.encryptedSecrets, hoursLater(37))).toEqual([
      createSignature(thirdSecret.secret, hoursLater(37)),
    ]);
  });
});

describe('signatures', () => {
  it('match the example of the specification', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const encryptedSecrets = keyring.encrypt('webhook secrets', JSON.stringify([{ secret }]), 'ws_1 whk_1');
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1614265330_000), body: '{"test": 2432232314}' };
    expect(signMessage(keyring, endpoint, encryptedSecrets, message)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });
});

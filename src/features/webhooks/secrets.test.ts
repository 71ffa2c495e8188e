import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { openKeyring } from '../../kernel/crypto.ts';
import { newSecret, rotateSecret, sign } from './secrets.ts';

const keyring = openKeyring(Buffer.alloc(32, 1));
const owner = { workspace_id: 'ws_1', id: 'whk_1' };
const NOW = new Date('2026-11-18T10:00:00Z');
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const signaturesAt = (sealed: Buffer, at: Date) =>
  sign(keyring, owner, sealed, { id: 'evt_1', at, body: '{}' }).split(' ');
const by = (secret: string, at: Date) => new Webhook(secret).sign('evt_1', at, '{}');

describe('secrets', () => {
  it('are 32 random bytes in the form of the standard, sealed for their endpoint', () => {
    const { secret, sealed } = newSecret(keyring, owner);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret(keyring, owner).secret).not.toBe(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(() => sign(keyring, { ...owner, id: 'whk_2' }, sealed, { id: 'x', at: NOW, body: '' })).toThrow();
  });

  it('sign for a day after they were replaced', () => {
    const first = newSecret(keyring, owner);
    const second = rotateSecret(keyring, owner, first.sealed, NOW);
    expect(signaturesAt(second.sealed, after(23.9))).toEqual(
      [first, second].map((one) => by(one.secret, after(23.9))).reverse(),
    );
    expect(signaturesAt(second.sealed, after(24))).toEqual([by(second.secret, after(24))]);
  });

  it('keep their own day where another rotation follows', () => {
    const first = newSecret(keyring, owner);
    const second = rotateSecret(keyring, owner, first.sealed, NOW);
    const third = rotateSecret(keyring, owner, second.sealed, after(12));
    expect(signaturesAt(third.sealed, after(13))).toHaveLength(3);
    expect(signaturesAt(third.sealed, after(25))).toEqual([by(third.secret, after(25)), by(second.secret, after(25))]);
    expect(signaturesAt(third.sealed, after(37))).toEqual([by(third.secret, after(37))]);
  });
});

describe('signatures', () => {
  it('are those of the specification’s own example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const sealed = keyring.encrypt('webhook secrets', JSON.stringify([{ secret }]), 'ws_1 whk_1');
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1614265330_000), body: '{"test": 2432232314}' };
    expect(sign(keyring, owner, sealed, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

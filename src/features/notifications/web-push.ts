// Encrypts and signs push messages for browsers: RFC 8291 (encryption) and RFC 8292 (VAPID).
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

/** What a browser's push service gave the page: `PushSubscription.toJSON()`. */
export type PushTarget = { endpoint: string; publicKey: string; authSecret: string };

/** `publicKey` is the uncompressed point in base64url, as browsers take it. */
export type PushKeyPair = { publicKey: string; privateKey: KeyObject };

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const SALT_BYTES = 16;
/** The whole message is one record, followed by this delimiter (RFC 8188). */
const LAST_RECORD_DELIMITER = Buffer.from([2]);
const RECORD_BYTES = 4096;
/** Push services accept at most 24 hours. */
const TOKEN_LIFETIME = '12h';

export type PushJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };

export function generatePushKeys(): { publicKey: string; jwk: PushJwk } {
  const pair = createECDH(CURVE);
  const point = pair.generateKeys();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  // Leading zeros are left out by ECDH, but a JWK needs all 32 bytes.
  const d = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  return { publicKey: point.toString('base64url'), jwk: { kty: 'EC', crv: 'P-256', x, y, d } as PushJwk };
}

export const openPushKeys = (publicKey: string, jwk: PushJwk): PushKeyPair => ({
  publicKey,
  privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
});

/** Only the browser that holds the private key of `publicKey` can read the result. */
export function encryptPush(
  { publicKey, authSecret }: Pick<PushTarget, 'publicKey' | 'authSecret'>,
  plaintext: string,
  ephemeralKey = generateEphemeralKey(),
  salt: Buffer = randomBytes(SALT_BYTES),
): Buffer {
  const browserKey = Buffer.from(publicKey, 'base64url');
  const senderKey = ephemeralKey.getPublicKey();
  const sharedSecret = ephemeralKey.computeSecret(browserKey);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const inputKey = deriveKey(sharedSecret, Buffer.from(authSecret, 'base64url'), keyInfo, 32);
  const contentKey = deriveKey(inputKey, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = deriveKey(inputKey, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  const encrypted = Buffer.concat([
    cipher.update(plaintext, 'utf8'),
    cipher.update(LAST_RECORD_DELIMITER),
    cipher.final(),
  ]);
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, recordSize, Buffer.from([senderKey.length]), senderKey, encrypted, cipher.getAuthTag()]);
}

function generateEphemeralKey() {
  const key = createECDH(CURVE);
  key.generateKeys();
  return key;
}

const deriveKey = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Tells the push service who sends. `contact` is a mailto: or https: URL. */
export async function createVapidHeader({ publicKey, privateKey }: PushKeyPair, endpoint: string, contact: string) {
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(contact)
    .setExpirationTime(TOKEN_LIFETIME)
    .sign(privateKey);
  return `vapid t=${token}, k=${publicKey}`;
}

/** Why a browser's key cannot be used. Encrypting for a point that is not on the curve would throw. */
export function findBrowserKeyProblem(publicKey: string): string | undefined {
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== POINT_BYTES) return `must be ${POINT_BYTES} bytes in base64url`;
  try {
    generateEphemeralKey().computeSecret(point);
    return undefined;
  } catch {
    return 'must be a point on the curve P-256';
  }
}

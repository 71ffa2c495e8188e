// A push service as browsers have one, and a browser that has subscribed with it.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { addCleanup } from './harness.ts';

type ReceivedPush = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer };

export async function startPushService() {
  const receivedPushes: ReceivedPush[] = [];
  const responseStatuses: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    receivedPushes.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(responseStatuses.shift() ?? 201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    receivedPushes,
    /** The statuses of the next responses, in order. Without one the response is a 201. */
    responseStatuses,
  };
}

/** The subscription that a browser's PushManager creates for a page. */
export function createSubscription(origin: string) {
  const keyPair = createECDH('prime256v1');
  const publicKey = keyPair.generateKeys();
  const authSecret = randomBytes(16);
  const endpoint = `${origin}/send/${randomBytes(8).toString('hex')}`;
  const browserKeys = { p256dh: publicKey.toString('base64url'), auth: authSecret.toString('base64url') };
  return {
    /** As the page sends it. */
    json: { endpoint, keys: browserKeys },
    endpoint,
    keys: browserKeys,
    /** Decrypts by RFC 8291, as the browser does. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyLength);
      const encrypted = body.subarray(21 + keyLength, -16);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const inputKey = Buffer.from(hkdfSync('sha256', keyPair.computeSecret(senderKey), authSecret, info, 32));
      const derive = (purpose: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', inputKey, salt, `Content-Encoding: ${purpose}\0`, bytes));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([decipher.update(encrypted), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
    },
  };
}

/** Checks the VAPID signature as a push service does, and returns the signed claims. */
export async function verifyVapid({ headers }: ReceivedPush, applicationServerKey: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers.authorization)) ?? [];
  if (key !== applicationServerKey) throw new Error('Not the key that the browser subscribed with.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((coordinate) => coordinate.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return (await jwtVerify(token, publicKey, { algorithms: ['ES256'] })).payload;
}

// What takes long to make and that the files of a worker can share.
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Passwords } from '../src/features/accounts/auth.ts';
import { type Encoder, openEncoder } from '../src/nlu/encoder/encoder.ts';

let opened: Encoder | undefined;

/** The models are loaded once for all files of a worker, and a text that was read is known to all. Nobody closes it. */
export const sharedEncoder = (): Encoder => (opened ??= openEncoder({ cacheSize: 50_000 }));

const derive = promisify<string, string, number, object, Buffer>(scrypt);
const hash = async (password: string, salt = randomBytes(8).toString('hex')): Promise<string> =>
  `${salt}:${(await derive(password.normalize('NFKC'), salt, 32, { N: 2 })).toString('hex')}`;

/** As better-auth's, at a ten-thousandth of the cost. Processes of test/process, and one test of accounts, have its own. */
export const quickPasswords: Passwords = {
  hash: (password) => hash(password),
  verify: async ({ hash: known, password }) => known === (await hash(password, known.split(':')[0])),
};

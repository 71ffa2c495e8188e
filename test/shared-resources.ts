// Expensive objects that the test files of a worker share.
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHasher } from '../src/features/accounts/auth.ts';
import type { Encoder } from '../src/nlu/encoder/encoder.ts';
import { openCachedEncoder } from './encoder-cache.ts';

let encoder: Encoder | undefined;

/** Loads the models once per worker. It is never closed. */
export const openSharedEncoder = (): Encoder => (encoder ??= openCachedEncoder());

const scryptAsync = promisify<string, string, number, object, Buffer>(scrypt);
const computeQuickHash = async (password: string, salt = randomBytes(8).toString('hex')): Promise<string> =>
  `${salt}:${(await scryptAsync(password.normalize('NFKC'), salt, 32, { N: 2 })).toString('hex')}`;

/** Works like better-auth's hashing, at a ten-thousandth of the cost. test/process and one account test use the real one. */
export const cheapPasswordHashing: PasswordHasher = {
  hash: (password) => computeQuickHash(password),
  verify: async ({ hash: storedHash, password }) =>
    storedHash === (await computeQuickHash(password, storedHash.split(':')[0])),
};

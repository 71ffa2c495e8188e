import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const MODES = ['live', 'test'] as const;
export const KEY_KINDS = ['secret', 'publishable'] as const;
export type Mode = (typeof MODES)[number];
export type KeyKind = (typeof KEY_KINDS)[number];

const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
const PREFIX_BY_KIND = { secret: 'sk', publishable: 'pk' } as const;
const KEY_PATTERN = new RegExp(
  `^fd_(sk|pk)_(live|test)_([0-9A-Za-z]{${BODY_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`,
);

/**
 * `fd_sk_live_` + 30 random characters + a checksum, so that typos and leaked keys can be recognised offline. The same
 * 32-byte seed always gives the same key.
 */
export function generateKey(kind: KeyKind, mode: Mode, seed?: Buffer): string {
  let body = '';
  // biome-ignore lint/style/noNonNullAssertion: a seed is longer than a body
  for (let i = 0; i < BODY_CHARACTERS; i++) body += BASE62_DIGITS[seed ? seed[i]! % 62 : randomInt(62)];
  return `fd_${PREFIX_BY_KIND[kind]}_${mode}_${body}${computeChecksum(body)}`;
}

/** Checks the format and checksum without a database lookup. */
export function isWellFormedKey(text: string): boolean {
  const [, , , body, keyChecksum] = KEY_PATTERN.exec(text) ?? [];
  return body !== undefined && computeChecksum(body) === keyChecksum;
}

export function computeChecksum(body: string): string {
  let remaining = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++, remaining = Math.floor(remaining / 62))
    digits = BASE62_DIGITS[remaining % 62] + digits;
  return digits;
}

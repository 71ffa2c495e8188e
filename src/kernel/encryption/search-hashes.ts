// How somebody is found whose name, phone, e-mail and date of birth are stored sealed: by keyed hashes of them.
import { allKeys, type DataKey, type KeyContext, newestKey } from './data-keys.ts';

type IndexPurpose = 'name' | 'dateOfBirth' | 'phone' | 'email';
/** Who somebody is, as far as it is told; the phone in E.164. */
export type Identity = Partial<Record<IndexPurpose, string | null>>;

const INDEXED: IndexPurpose[] = ['name', 'dateOfBirth', 'phone', 'email'];

/** A keyed hash to look a value up by: equal for what people take for equal, useless without the key. */
export function blindIndex(key: DataKey, purpose: IndexPurpose, value: string): Buffer {
  return key.keyring.hmac('blind index', `${purpose}\n${NORMALISED[purpose](value)}`);
}

const NORMALISED: Record<IndexPurpose, (value: string) => string> = {
  name: foldName,
  dateOfBirth: (date) => date.trim(),
  phone: (e164) => e164.replace(/[^+\d]/g, ''),
  email: (address) => address.trim().toLowerCase(),
};

/** Lower-cased, without accents and punctuation: "Zoë  O’Neill-Brown" is "zoe oneill brown". */
export function foldName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[’'`´.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The hashes that a row is found by, made with the newest key. */
export async function hashPerson(ctx: KeyContext, person: Identity): Promise<Buffer[]> {
  const key = await newestKey(ctx);
  return INDEXED.flatMap((field) => {
    const value = person[field];
    return value ? [blindIndex(key, field, value)] : [];
  });
}

/** For each of the fields given, its hashes under every key there is: during a rotation rows have older ones too. */
export async function searchHashesOf(ctx: KeyContext, given: Identity): Promise<Buffer[][]> {
  const keys = await allKeys(ctx);
  return INDEXED.flatMap((field) => {
    const value = given[field];
    return value ? [keys.map((key) => blindIndex(key, field, value))] : [];
  });
}

/** Whether all searched fields match this row. Without any field, or any key, nothing matches. */
export function isPerson(hashes: Buffer[], wanted: Buffer[][]): boolean {
  return wanted.length > 0 && wanted.every((any) => any.some((hash) => hashes.some((own) => own.equals(hash))));
}

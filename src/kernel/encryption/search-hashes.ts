// Keyed hashes to search for people whose name, phone, email and date of birth are stored encrypted.
import { allKeys, type DataKey, type KeyContext, newestKey } from './data-keys.ts';

type IndexedField = 'name' | 'dateOfBirth' | 'phone' | 'email';
/** Known details of a person. The phone is in E.164. */
export type IdentifyingDetails = Partial<Record<IndexedField, string | null>>;

const INDEXED_FIELDS: IndexedField[] = ['name', 'dateOfBirth', 'phone', 'email'];

/** A keyed hash of the normalized value, for lookups. */
export function blindIndex(key: DataKey, field: IndexedField, value: string): Buffer {
  return key.keyring.hmac('blind index', `${field}\n${NORMALISERS[field](value)}`);
}

const NORMALISERS: Record<IndexedField, (value: string) => string> = {
  name: foldName,
  dateOfBirth: (date) => date.trim(),
  phone: (e164) => e164.replace(/[^+\d]/g, ''),
  email: (address) => address.trim().toLowerCase(),
};

/** Lower-cased, without accents and punctuation: "Zoë  O’Neill-Brown" is "zoe oneill brown". */
export function foldName(name: string): string {
  const withoutAccents = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return withoutAccents
    .replace(/[’'`´.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The hashes stored with a row, made with the newest key. */
export async function hashPerson(ctx: KeyContext, person: IdentifyingDetails): Promise<Buffer[]> {
  const key = await newestKey(ctx);
  return INDEXED_FIELDS.flatMap((field) => {
    const value = person[field];
    return value ? [blindIndex(key, field, value)] : [];
  });
}

/** For each given field, its hashes with every key, because during a rotation some rows still have older hashes. */
export async function searchHashesOf(ctx: KeyContext, identity: IdentifyingDetails): Promise<Buffer[][]> {
  const keys = await allKeys(ctx);
  return INDEXED_FIELDS.flatMap((field) => {
    const value = identity[field];
    return value ? [keys.map((key) => blindIndex(key, field, value))] : [];
  });
}

/** Whether all searched fields match this row. Nothing matches without a field or a key. */
export function matchesPerson(rowHashes: Buffer[], searchHashes: Buffer[][]): boolean {
  return (
    searchHashes.length > 0 &&
    searchHashes.every((fieldHashes) => fieldHashes.some((hash) => rowHashes.some((rowHash) => rowHash.equals(hash))))
  );
}

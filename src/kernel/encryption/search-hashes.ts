// Keyed hashes to search for people whose name, phone, email and date of birth are stored encrypted.
import { type DataKey, findOrCreateNewestDataKey, type KeyContext, readAllDataKeys } from './data-keys.ts';

type IndexedField = 'name' | 'dateOfBirth' | 'phone' | 'email';
/** Known details of a person. The phone is in E.164. */
export type IdentifyingDetails = Partial<Record<IndexedField, string | null>>;

const INDEXED_FIELDS: IndexedField[] = ['name', 'dateOfBirth', 'phone', 'email'];

/** A keyed hash of the normalized value, for lookups. */
export function hashField(key: DataKey, field: IndexedField, value: string): Buffer {
  return key.keyring.hmac('blind index', `${field}\n${NORMALIZER_BY_FIELD[field](value)}`);
}

const NORMALIZER_BY_FIELD: Record<IndexedField, (value: string) => string> = {
  name: normalizeName,
  dateOfBirth: (date) => date.trim(),
  phone: (e164) => e164.replace(/[^+\d]/g, ''),
  email: (email) => email.trim().toLowerCase(),
};

/** Lower-cased, without accents and punctuation: "Zoë  O’Neill-Brown" is "zoe oneill brown". */
export function normalizeName(name: string): string {
  const withoutAccents = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return withoutAccents
    .replace(/[’'`´.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The hashes to store with a row, computed with the newest key. */
export async function createRowHashes(ctx: KeyContext, details: IdentifyingDetails): Promise<Buffer[]> {
  const key = await findOrCreateNewestDataKey(ctx);
  return INDEXED_FIELDS.flatMap((field) => {
    const value = details[field];
    return value ? [hashField(key, field, value)] : [];
  });
}

/** For each given field, its hashes with every key, because during a rotation some rows still have hashes of an older key. */
export async function createSearchHashes(ctx: KeyContext, details: IdentifyingDetails): Promise<Buffer[][]> {
  const keys = await readAllDataKeys(ctx);
  return INDEXED_FIELDS.flatMap((field) => {
    const value = details[field];
    return value ? [keys.map((key) => hashField(key, field, value))] : [];
  });
}

/** Whether all searched fields match the row. Nothing matches if no field is searched, or if there is no key. */
export function matchesSearch(rowHashes: Buffer[], searchHashes: Buffer[][]): boolean {
  return (
    searchHashes.length > 0 &&
    searchHashes.every((fieldHashes) => fieldHashes.some((hash) => rowHashes.some((rowHash) => rowHash.equals(hash))))
  );
}

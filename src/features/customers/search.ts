import { normalizeName } from '../../kernel/encryption/search-hashes.ts';
import { toE164 } from '../../kernel/phone.ts';

const PHONE_CHARACTERS = '0123456789 +-()./';
const MIN_PHONE_DIGITS = 3;

/**
 * LIKE patterns for the column `search`, in which a space stands before each word. At least one pattern of each group has to match.
 * A number is found in any notation and in parts, a name by the beginnings of its words.
 */
export function buildSearchPatterns(q: string, country: string): string[][] {
  const digits = [...q].filter((char) => char >= '0' && char <= '9').join('');
  if (digits.length >= MIN_PHONE_DIGITS && [...q].every((char) => PHONE_CHARACTERS.includes(char))) {
    const e164 = toE164(q, country);
    // A leading zero is only dialed within the country.
    const nationalDigits = digits.replace(/^0+/, '');
    return [[`%${nationalDigits || digits}%`, ...(e164 ? [`% ${e164.slice(1)}%`] : [])]];
  }
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) =>
    [...new Set([word, normalizeName(word)])].filter(Boolean).map((part) => `% ${escapeLike(part)}%`),
  );
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

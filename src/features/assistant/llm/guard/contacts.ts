// A number or an address that is in the records, but somebody else's, or another house.
import { countryOf } from '../../../../capability/document.ts';
import { nationalDigits } from '../../../../kernel/phone.ts';
import { findPhones } from '../../../../nlu/entities/phones.ts';
import type { CheckedSentence } from './checked-sentence.ts';

/** What is wrong with it, or undefined. */
export function contactOfAnother({ sentence, named, known }: CheckedSentence): string | undefined {
  const { business } = known.given;
  const phones = findPhones(sentence, countryOf(business)).map(({ value }) => nationalDigits(value));
  for (const { name, record } of known.document.entries) {
    const digits = typeof record.phone === 'string' ? record.phone.replaceAll(/\D/g, '') : '';
    const isTheirs = digits !== '' && phones.some((phone) => phone !== '' && digits.endsWith(phone));
    if (isTheirs && !named.some(({ entry }) => entry.record === record)) return `that is the number of ${name}`;
  }
  for (const { entry, isWhole } of named) {
    const own = findPhones(JSON.stringify(entry.record), countryOf(business)).map(({ value }) => nationalDigits(value));
    if (isWhole && own.length > 0 && phones.some((phone) => !own.includes(phone)))
      return `that is not the number of ${entry.name}`;
  }
  for (const [, number, street] of sentence.matchAll(HOUSE)) {
    const written = [
      ...known.document.all.matchAll(new RegExp(`(\\d+)\\s+${RegExp.escape(street!.toLowerCase())}`, 'gu')),
    ];
    if (written.length > 0 && written.every(([, each]) => each !== number)) return `the records say ${written[0]![0]}`;
  }
  return undefined;
}

/** "7 Dock Road". */
const HOUSE = /(?<![\d.,:])(\d{1,5})\s+(\p{Lu}[\p{L}'’]+\s+\p{Lu}[\p{L}'’]+)/gu;

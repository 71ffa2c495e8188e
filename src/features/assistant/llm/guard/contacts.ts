// Phone numbers and addresses that are in the records but belong to someone else.
import { countryOf } from '../../../../capability/document.ts';
import { findNationalDigits } from '../../../../kernel/phone.ts';
import { findPhones } from '../../../../nlu/entities/phones.ts';
import type { ParsedSentence } from './parsed-sentence.ts';

/** Why the sentence must be dropped, or undefined. */
export function findMisattributedContact({ sentence, mentions, evidence }: ParsedSentence): string | undefined {
  const { business } = evidence.input;
  const phones = findPhones(sentence, countryOf(business)).map(({ value }) => findNationalDigits(value));
  for (const { name, record } of evidence.documentFacts.entries) {
    const digits = typeof record.phone === 'string' ? record.phone.replaceAll(/\D/g, '') : '';
    const isEntryPhone = digits !== '' && phones.some((phone) => phone !== '' && digits.endsWith(phone));
    if (isEntryPhone && !mentions.some(({ entry }) => entry.record === record)) return `that is the number of ${name}`;
  }
  for (const { entry, isFullName } of mentions) {
    const entryPhones = findPhones(JSON.stringify(entry.record), countryOf(business)).map(({ value }) =>
      findNationalDigits(value),
    );
    if (isFullName && entryPhones.length > 0 && phones.some((phone) => !entryPhones.includes(phone)))
      return `that is not the number of ${entry.name}`;
  }
  for (const [, number, street = ''] of sentence.matchAll(STREET_ADDRESS_PATTERN)) {
    const writtenAddresses = [
      ...evidence.documentFacts.lowerCaseText.matchAll(
        new RegExp(`(\\d+)\\s+${RegExp.escape(street.toLowerCase())}`, 'gu'),
      ),
    ];
    const [firstAddress] = writtenAddresses;
    if (firstAddress && writtenAddresses.every(([, houseNumber]) => houseNumber !== number))
      return `the records say ${firstAddress[0]}`;
  }
  return undefined;
}

/** A house number and street, such as "7 Dock Road". */
const STREET_ADDRESS_PATTERN = /(?<![\d.,:])(\d{1,5})\s+(\p{Lu}[\p{L}'’]+\s+\p{Lu}[\p{L}'’]+)/gu;

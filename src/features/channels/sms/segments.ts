// How mobile networks encode a text message, which decides what it costs.

/** The 7-bit alphabet of GSM 03.38. */
const BASIC_CHARACTERS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take two characters each, since an escape precedes them. */
const EXTENDED_CHARACTERS = new Set('\f^{}\\[~]|€');

type Encoding = 'GSM-7' | 'UCS-2';

/** A message of several segments has less room in each, for the number of the segment. */
const SEGMENT_CAPACITY = { 'GSM-7': { single: 160, several: 153 }, 'UCS-2': { single: 70, several: 67 } };

export function countSegments(text: string): { encoding: Encoding; segments: number } {
  const characters = [...text];
  const isGsm = characters.every((character) => BASIC_CHARACTERS.has(character) || EXTENDED_CHARACTERS.has(character));
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const characterSizes = characters.map((character) =>
    isGsm ? (EXTENDED_CHARACTERS.has(character) ? 2 : 1) : character.length,
  );
  const { single, several: severalSegments } = SEGMENT_CAPACITY[encoding];
  const totalSize = characterSizes.reduce((sum, next) => sum + next, 0);
  return {
    encoding,
    segments: totalSize === 0 ? 0 : totalSize <= single ? 1 : fillSegments(characterSizes, severalSegments),
  };
}

/** A character that takes two units is never divided between segments. */
function fillSegments(sizes: number[], capacity: number): number {
  let segments = 1;
  let usedCapacity = 0;
  for (const size of sizes) {
    if (usedCapacity + size > capacity) {
      segments++;
      usedCapacity = 0;
    }
    usedCapacity += size;
  }
  return segments;
}

const PLAIN_CHARACTERS: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '•': '-',
  '·': '-',
  '…': '...',
  '×': 'x',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\u00ad': '',
};
const TYPOGRAPHIC_CHARACTER = new RegExp(`[${Object.keys(PLAIN_CHARACTERS).join('')}]`, 'g');

/** Replaces quotes, dashes and spaces by plain ones if the text then needs only the 7-bit alphabet. */
export function toSmsText(text: string): string {
  const plain = text.replace(TYPOGRAPHIC_CHARACTER, (character) => PLAIN_CHARACTERS[character] ?? character);
  return countSegments(plain).encoding === 'GSM-7' ? plain : text;
}

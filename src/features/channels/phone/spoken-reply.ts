// A reply as it is said: sentence by sentence, without anything that only makes sense on a screen.
import type { Formatter } from '../../../capability/formatter.ts';

/** A sentence to say, and where in the reply's text its words end. */
export type SpokenSentence = { text: string; end: number };

const MAX_LIST_ITEMS = 3;
/** Nobody listens longer. About half a minute. */
const MAX_SPOKEN_CHARACTERS = 500;

/**
 * Lists longer than three are shortened, and so are long replies; both say that there is more. `names` are what the reply
 * lists within its sentences, such as dishes; other lists, such as allergens, are said whole.
 */
export function toSpeech(text: string, format: Formatter, names: readonly string[] = []): SpokenSentence[] {
  const sentences = splitBlocks(text)
    .flatMap((block) => (block.items.length > 0 ? [speakList(block, format)] : splitSentences(text, block)))
    .map(({ text: written, end }) => ({ text: speakWords(shortenNames(written, names, format), format), end }))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.text));
  return shorten(sentences, format);
}

type TextBlock = { start: number; end: number; items: string[] };

const LIST_MARK_PATTERN = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;

/** Paragraphs and lists, by their place in the text. */
function splitBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const previous = blocks.at(-1);
    const isItem = LIST_MARK_PATTERN.test(line);
    if (isItem && previous && previous.items.length > 0) {
      previous.items.push(line.replace(LIST_MARK_PATTERN, ''));
      previous.end = end;
    } else if (line.trim()) blocks.push({ start, end, items: isItem ? [line.replace(LIST_MARK_PATTERN, '')] : [] });
    start = end + 1;
  }
  return blocks;
}

/** Whether a text that still grows ends with a whole sentence. A list may get longer. */
export const endsWithSentence = (text: string): boolean =>
  /[.!?…]["”’)]*\s*$/.test(text) && !LIST_MARK_PATTERN.test(text.trimEnd().split('\n').at(-1) ?? '');

function speakList({ items, end }: TextBlock, format: Formatter): SpokenSentence {
  const cleanItems = items.map((item) => item.trim().replace(/[.;,]$/, ''));
  const hiddenCount = cleanItems.length - MAX_LIST_ITEMS;
  const text =
    hiddenCount > 0
      ? appendHiddenCount(cleanItems.slice(0, MAX_LIST_ITEMS).join(', '), hiddenCount, format)
      : format.list(cleanItems);
  return { text: `${text}.`, end };
}

const appendHiddenCount = (items: string, count: number, format: Formatter): string =>
  format.text('{items}, and {count, plural, one {one more} other {# more}}', { items, count });

/** How far apart the names of a list are: a comma, a word, and perhaps a price in brackets. */
const MAX_GAP_CHARACTERS = 25;

/** "We have Tiramisu ($11), Panna Cotta ($10), Cannoli ($10), and 2 more." */
function shortenNames(sentence: string, names: readonly string[], format: Formatter): string {
  const mentions = names
    .map((name) => ({ start: sentence.indexOf(name), end: sentence.indexOf(name) + name.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  const firstIndex = mentions.findIndex((name, index) => continuesList(sentence, name, mentions[index + 1]));
  const listLength =
    mentions.slice(firstIndex).findIndex((name, index, rest) => !continuesList(sentence, name, rest[index + 1])) + 1;
  const [third, fourth, last] = [2, 3, listLength - 1].map((index) => mentions[firstIndex + index]);
  if (firstIndex < 0 || listLength <= MAX_LIST_ITEMS || !third || !fourth || !last) return sentence;
  const shownPart = sentence.slice(0, third.end) + (/^\s*\([^)]*\)/.exec(sentence.slice(third.end))?.[0] ?? '');
  const [tail = '', hiddenCount = '0'] =
    /^(?:\s*\([^)]*\))?(?:,? and (\d+) more)?/.exec(sentence.slice(last.end)) ?? [];
  return (
    appendHiddenCount(shownPart, listLength - MAX_LIST_ITEMS + Number(hiddenCount), format) +
    sentence.slice(last.end + tail.length)
  );
}

type TextRange = { start: number; end: number };

const continuesList = (sentence: string, { end }: TextRange, next: TextRange | undefined): boolean =>
  next !== undefined &&
  next.start - end <= MAX_GAP_CHARACTERS &&
  /^[^.;:]*(?:,|\b(?:and|or)\b)/.test(sentence.slice(end, next.start));

const SENTENCE_SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

function splitSentences(text: string, { start, end }: TextBlock): SpokenSentence[] {
  const sentences: SpokenSentence[] = [];
  for (const { segment, index } of SENTENCE_SEGMENTER.segment(text.slice(start, end))) {
    const previous = sentences.at(-1);
    const sentence = { text: segment, end: start + index + segment.trimEnd().length };
    // "7:30 p.m. on Friday" is one sentence.
    if (previous && /^\p{Ll}/u.test(segment))
      sentences[sentences.length - 1] = { text: previous.text + segment, end: sentence.end };
    else sentences.push(sentence);
  }
  return sentences;
}

/** Keeps the question at the end, which the caller has to answer. */
function shorten(sentences: SpokenSentence[], format: Formatter): SpokenSentence[] {
  const lengths = sentences.map(({ text }) => text.length);
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  if (totalLength <= MAX_SPOKEN_CHARACTERS || sentences.length < 2) return sentences;
  const lastSentence = sentences.at(-1);
  const question = lastSentence?.text.endsWith('?') ? lastSentence : undefined;
  let spokenLength = question?.text.length ?? 0;
  const keptSentences = sentences.filter(({ text }, index) => {
    spokenLength += text.length;
    return index === 0 || (spokenLength <= MAX_SPOKEN_CHARACTERS && !(question && index === sentences.length - 1));
  });
  return [...keptSentences, question ?? { text: renderOfferOfMore(format), end: keptSentences.at(-1)?.end ?? 0 }];
}

const renderOfferOfMore = (format: Formatter): string => format.text('Want to hear more?');

/** What is left of a long reply whose last words offered it; else empty. */
export function findOfferedRest(
  { text, sentences }: { text: string; sentences: SpokenSentence[] },
  format: Formatter,
): string {
  const lastSentence = sentences.at(-1);
  return lastSentence?.text === renderOfferOfMore(format) ? text.slice(lastSentence.end).trim() : '';
}

// --- Words

function speakWords(written: string, format: Formatter): string {
  const plainText = removeMarkup(written, format);
  const spoken = format.language === 'en' ? speakEnglish(plainText) : plainText;
  return spellCodes(spoken)
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .trim();
}

const removeMarkup = (text: string, format: Formatter): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\bhttps?:\/\/\S+?(?=[.,;:!?)]*(?:\s|$))|\bwww\.\S+?(?=[.,;:!?)]*(?:\s|$))/gi, format.text('our website'))
    .replace(/^\s*#+\s+/, '')
    .replace(/[*_`#>~|]+(?=\S)|(?<=\S)[*_`~|]+/g, '')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu, '');

const CURRENCIES: Record<string, [one: string, many: string, oneCent: string, cents: string]> = {
  $: ['dollar', 'dollars', 'cent', 'cents'],
  '£': ['pound', 'pounds', 'penny', 'pence'],
  '€': ['euro', 'euros', 'cent', 'cents'],
};
const WEEKDAYS: Record<string, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};

const speakEnglish = (text: string): string =>
  text
    .replace(/([$£€])(\d[\d,]*)(?:\.(\d{2}))?(?![\d.]*\d)/g, (_, sign: string, whole: string, cents?: string) =>
      speakMoney(sign, whole.replaceAll(',', ''), Number(cents ?? 0)),
    )
    .replace(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b\.?/g, (_, day: string) => WEEKDAYS[day] ?? day)
    .replace(/\b(\d{1,2}):00(?=\s*[AaPp]\.?[Mm])/g, '$1')
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (address) =>
      address.replace('@', ' at ').replaceAll('.', ' dot ').replaceAll('_', ' underscore ').replaceAll('-', ' dash '),
    )
    .replace(/(?<![\d:])\+?\(?\d[\d\s().-]{5,}\d(?![\d:])/g, speakPhone)
    // A dash between times, days or small numbers is a range.
    .replace(/(\d|[AP]M|day)\s*[–—]\s*(?=\d|[A-Z][a-z]+day)/g, '$1 to ')
    .replace(/(?<![\d-])(\d{1,2}|day)-(?=\d{1,2}(?![\d-])|[A-Z][a-z]+day)/g, '$1 to ')
    .replace(/\s*&\s*/g, ' and ')
    .replace(/\s[–—]\s/g, ', ');

function speakMoney(sign: string, whole: string, cents: number): string {
  const [one, many, oneCent, manyCents] = CURRENCIES[sign] ?? ['', '', '', ''];
  const mainPart = `${whole} ${whole === '1' ? one : many}`;
  const centsPart = `${cents} ${cents === 1 ? oneCent : manyCents}`;
  if (!cents) return mainPart;
  return whole === '0' ? centsPart : `${mainPart} and ${centsPart}`;
}

const ISO_DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Digit by digit, with a pause after each group. */
function speakPhone(number: string): string {
  const groups = number.match(/\d+/g) ?? [];
  const digits = groups.join('');
  if (digits.length < 7 || digits.length > 15 || ISO_DATE_PATTERN.test(number)) return number;
  const parts = groups.length > 1 ? groups : (digits.match(/\d{1,4}(?=(?:\d{4})*$)|\d{3}/g) ?? [digits]);
  return `${number.startsWith('+') ? 'plus ' : ''}${parts.map((part) => [...part].join(' ')).join(', ')}`;
}

/** Booking codes: six capital letters and digits without those that look alike. */
const BOOKING_CODE_PATTERN =
  /(?<![\p{L}\p{N}])(?=[A-Z]*\d|[A-Z]{6}(?![\p{L}\p{N}]))[2-9A-HJKMNP-Z]{6}(?![\p{L}\p{N}])/gu;

const spellCodes = (text: string): string => text.replace(BOOKING_CODE_PATTERN, (code) => [...code].join(', '));

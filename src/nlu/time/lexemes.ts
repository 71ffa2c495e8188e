import { must } from '../../kernel/must.ts';
import { toCanonicalPiece } from './spelling.ts';

export type Lexeme = { piece: string; start: number; end: number };

/** Replaces text with digits that is not a time: addresses, phone numbers, prices, codes. */
const OPAQUE_PIECE = '#';

const ADDRESS_PATTERN = String.raw`https?:\/\/\S{1,400}|www\.\S{1,400}|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]{2,40}`;
const MONEY_WORD_PATTERN = 'usd|eur|gbp|dollars?|bucks|quid|pounds?|euros?|pence|cents?';
const MONEY_PATTERN = String.raw`[$£€]\s?\d[\d,.]{0,9}|\d{1,6}(?:[.,]\d\d)?(?:[€£$]|\s?(?:${MONEY_WORD_PATTERN})\b)`;
const LONG_NUMBER_PATTERN = String.raw`#\s?\w{1,20}|\d{1,3}(?:,\d{3})+(?!\d)|\d{6,}`;
const ISO_DATE_PATTERN = String.raw`\d{4}(?<iso>[-\/.])\d{1,2}\k<iso>\d{1,2}`;
/** Except after "at", where 7/8 means two times. */
const SLASHED_DATE_PATTERN = String.raw`(?<!\bat )\d{1,2}\/\d{1,2}(?:\/(?:\d{4}|\d\d))?`;
const DOTTED_DATE_PATTERN = String.raw`\d{1,2}(?<dot>[.-])\d{1,2}\k<dot>(?:\d{4}|\d\d)`;

/** "on 3.12.", or just that; elsewhere it is a time at the end of a sentence. */
const SHORT_DATE_PATTERN = String.raw`(?<=\bon (?:the )?)\d{1,2}\.(?:0?[1-9]|1[0-2])\.(?!\S)|^\d{1,2}\.(?:0?[1-46-9]|1[12])\.$`;

const LEXEME_PATTERN = new RegExp(
  [
    `(?<opaque>${ADDRESS_PATTERN}|${MONEY_PATTERN}|${LONG_NUMBER_PATTERN})`,
    String.raw`(?<code>\p{L}+-?\d[\p{L}\d]*)`,
    String.raw`(?<date>(?:${ISO_DATE_PATTERN}|${SLASHED_DATE_PATTERN}|${DOTTED_DATE_PATTERN})(?![\d\/]|:\d)|${SHORT_DATE_PATTERN})`,
    String.raw`(?<clock>\d{1,2}[:;]\d{2}(?!\d)(?::\d{2})?|\d{1,2}h\d{2}(?!\d))`,
    String.raw`(?<decimal>\d{1,4}\.\d{1,2}(?!\d))`,
    String.raw`(?<year>['’‘]\d\d(?!\d))`,
    String.raw`(?<slang>2(?:mor+ow|moz|moro|mrw|nite|night|day)\b)`,
    String.raw`(?<amOrPm>[ap]\.\s?m\b\.?|(?<=\d)[ap](?!\p{L}))`,
    String.raw`(?<number>\d+)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’‘]\p{L}+)*)`,
    String.raw`(?<sign>->|=>|[^\s\p{L}\d])`,
  ].join('|'),
  'giu',
);

const PHONE_PATTERN = /(?:\+\d{1,3}[ .-]?|1-)?(?:\(\d{2,5}\)|\d{3,5})(?:[ .-]{0,2}\d{2,5}){1,4}(?!\d)/y;

const PIECE_BY_SIGN: Readonly<Record<string, string>> = {
  ...{ '.': '.', '!': '.', '?': '.', '…': '.', ',': ',', ';': ',', ':': ',', '(': ',', ')': ',', '\n': '.' },
  ...{ '-': '-', '–': '-', '—': '-', '/': '/', '&': 'and', '+': 'and', '@': 'at', '~': 'about' },
  ...{ '->': 'to', '=>': 'to', '→': 'to', '%': '%', '°': '%' },
};

const PIECE_BY_SLANG_WORD: Readonly<Record<string, string>> = {
  '2nite': 'tonight',
  '2night': 'tonight',
  '2day': 'today',
};

/** Letters that may directly follow a number without making it a code: "7pm", "3dec", "4people". */
const WORD_AFTER_NUMBER_PATTERN =
  /^(?:am|pm|ish|h|hour|minute|day|week|month|fortnight|oclock|people|of|at|on|to|and|for|until|in|[dm]\d+)$/;
/** Letters that may directly precede one: "at7", "dec3", "8am-10am". */
const WORD_BEFORE_NUMBER_PATTERN = /^(?:at|on|by|for|around|until|am|pm|ish|st|nd|rd|th|[dm]\d+)$/;

export function splitIntoLexemes(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  let newlineIndex = text.indexOf('\n');
  LEXEME_PATTERN.lastIndex = 0;
  for (let match = LEXEME_PATTERN.exec(text); match; match = LEXEME_PATTERN.exec(text)) {
    const start = match.index;
    for (; newlineIndex >= 0 && newlineIndex < start; newlineIndex = text.indexOf('\n', newlineIndex + 1)) {
      lexemes.push({ piece: '.', start: newlineIndex, end: newlineIndex });
    }
    const phoneEnd = findPhoneEnd(text, start);
    const nextLexeme = phoneEnd ? { piece: OPAQUE_PIECE, start, end: phoneEnd } : toLexeme(match, lexemes.at(-1));
    if (nextLexeme.end !== LEXEME_PATTERN.lastIndex) LEXEME_PATTERN.lastIndex = nextLexeme.end;
    if (nextLexeme.piece) appendOrMerge(lexemes, nextLexeme);
  }
  return lexemes;
}

/** The end of the phone number that starts here, if there is one. */
function findPhoneEnd(text: string, start: number): number | undefined {
  if (!/[\d+(]/.test(text.charAt(start)) || /^\d{4}-\d\d?-\d/.test(text.slice(start, start + 9))) return undefined;
  PHONE_PATTERN.lastIndex = start;
  const phone = PHONE_PATTERN.exec(text)?.[0];
  if (!phone) return undefined;
  const digitCount = phone.replace(/\D/g, '').length;
  const isPhone = (digitCount >= 9 && digitCount <= 13) || /^\d{3}[-. ]\d{4}$/.test(phone);
  return isPhone ? start + phone.length : undefined;
}

function toLexeme(match: RegExpExecArray, previous: Lexeme | undefined): Lexeme {
  const [matchedText] = match;
  const start = match.index;
  const groups = must(match.groups, 'named groups');
  if (groups.code !== undefined) {
    const [letters] = must(matchedText.match(/^\p{L}+/u), 'letters');
    const piece = toCanonicalPiece(letters.toLowerCase());
    if (WORD_BEFORE_NUMBER_PATTERN.test(piece)) return { piece, start, end: start + letters.length };
    if (piece === 't' && previous?.end === start) return { piece: '', start, end: start + 1 };
    return { piece: OPAQUE_PIECE, start, end: start + matchedText.length };
  }
  // "sevenish"
  const basePiece =
    groups.word && /ish$/i.test(matchedText) ? toCanonicalPiece(matchedText.slice(0, -3).toLowerCase()) : '';
  if (/^(?:\d+w|noon)$/.test(basePiece)) return { piece: basePiece, start, end: start + matchedText.length - 3 };
  return { piece: toPiece(groups, matchedText), start, end: start + matchedText.length };
}

function toPiece(groups: Record<string, string | undefined>, matchedText: string): string {
  if (groups.opaque !== undefined) return OPAQUE_PIECE;
  if (groups.word !== undefined) return toWordPiece(matchedText.toLowerCase());
  if (groups.sign !== undefined) return PIECE_BY_SIGN[matchedText] ?? '';
  // With dots, the day comes first in every country.
  if (groups.date !== undefined) return /^\d\d?\./.test(matchedText) ? matchedText : matchedText.replace(/[-.]/g, '/');
  // "1h30" is a duration, "19h30" a time.
  if (groups.clock !== undefined && /^[1-4]h/i.test(matchedText)) return matchedText.toLowerCase();
  if (groups.clock !== undefined) return must(matchedText.replace(/[;h]/i, ':').match(/^\d+:\d+/), 'a time')[0];
  if (groups.amOrPm !== undefined) return /^a/i.test(matchedText) ? 'am' : 'pm';
  if (groups.slang !== undefined) return PIECE_BY_SLANG_WORD[matchedText.toLowerCase()] ?? 'tomorrow';
  if (groups.year !== undefined) return `'${matchedText.slice(1)}`;
  return matchedText;
}

function toWordPiece(word: string): string {
  const baseWord = word.replace(/['’‘]s$/, '');
  if (baseWord !== word) {
    const piece = toCanonicalPiece(baseWord);
    if (/^(?:d\d|today|tomorrow|tonight|week|month|weekend|year)$/.test(piece)) return piece;
  }
  const withoutApostrophes = word.replace(/['’‘]/g, '');
  if (withoutApostrophes === word) return toCanonicalPiece(word);
  // "we'd" is not Wednesday.
  const piece = toCanonicalPiece(withoutApostrophes);
  return /^[dm]\d/.test(piece) ? withoutApostrophes : piece;
}

/** Appends a lexeme, or merges it with the previous one: "23" + "rd", "twenty" + "five", "4" + "x". */
function appendOrMerge(lexemes: Lexeme[], nextLexeme: Lexeme): void {
  const previousLexeme = lexemes.at(-1);
  const isAdjacent = previousLexeme?.end === nextLexeme.start;
  if (previousLexeme && isAdjacent && /^\d+$/.test(previousLexeme.piece) && /^\p{L}/u.test(nextLexeme.piece)) {
    const isOrdinal = /^(?:st|nd|rd|th)$/.test(nextLexeme.piece) && previousLexeme.piece.length < 3;
    if (isOrdinal || !WORD_AFTER_NUMBER_PATTERN.test(nextLexeme.piece)) {
      previousLexeme.piece = isOrdinal ? `${previousLexeme.piece}th` : OPAQUE_PIECE;
      previousLexeme.end = nextLexeme.end;
      return;
    }
  }
  const unitMatch = nextLexeme.piece.match(/^([1-9])(w|thw)$/);
  const tensLexeme = previousLexeme?.piece === '-' && isAdjacent ? lexemes.at(-2) : previousLexeme;
  if (unitMatch && tensLexeme && /^[2-5]0w$/.test(tensLexeme.piece)) {
    if (tensLexeme !== previousLexeme) lexemes.pop();
    tensLexeme.piece = `${Number.parseInt(tensLexeme.piece, 10) + Number(unitMatch[1])}${unitMatch[2]}`;
    tensLexeme.end = nextLexeme.end;
    return;
  }
  lexemes.push(nextLexeme);
}

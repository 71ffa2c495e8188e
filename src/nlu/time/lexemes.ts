import { must } from '../../kernel/must.ts';
import { canonicalPieceOf } from './spelling.ts';

export type Lexeme = { piece: string; start: number; end: number };

/** Replaces text with digits that is not a time: addresses, phone numbers, prices, codes. */
const OPAQUE = '#';

const ADDRESS = String.raw`https?:\/\/\S{1,400}|www\.\S{1,400}|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]{2,40}`;
const MONEY_WORD = 'usd|eur|gbp|dollars?|bucks|quid|pounds?|euros?|pence|cents?';
const MONEY = String.raw`[$£€]\s?\d[\d,.]{0,9}|\d{1,6}(?:[.,]\d\d)?(?:[€£$]|\s?(?:${MONEY_WORD})\b)`;
const LONG_NUMBER = String.raw`#\s?\w{1,20}|\d{1,3}(?:,\d{3})+(?!\d)|\d{6,}`;
const ISO = String.raw`\d{4}(?<iso>[-\/.])\d{1,2}\k<iso>\d{1,2}`;
/** Except after "at", where 7/8 means two times. */
const SLASHED = String.raw`(?<!\bat )\d{1,2}\/\d{1,2}(?:\/(?:\d{4}|\d\d))?`;
const DOTTED = String.raw`\d{1,2}(?<dot>[.-])\d{1,2}\k<dot>(?:\d{4}|\d\d)`;

/** "on 3.12.", or just that; elsewhere it is a time at the end of a sentence. */
const SHORT_DATE = String.raw`(?<=\bon (?:the )?)\d{1,2}\.(?:0?[1-9]|1[0-2])\.(?!\S)|^\d{1,2}\.(?:0?[1-46-9]|1[12])\.$`;

const LEXEME = new RegExp(
  [
    `(?<opaque>${ADDRESS}|${MONEY}|${LONG_NUMBER})`,
    String.raw`(?<code>\p{L}+-?\d[\p{L}\d]*)`,
    String.raw`(?<date>(?:${ISO}|${SLASHED}|${DOTTED})(?![\d\/]|:\d)|${SHORT_DATE})`,
    String.raw`(?<clock>\d{1,2}[:;]\d{2}(?!\d)(?::\d{2})?|\d{1,2}h\d{2}(?!\d))`,
    String.raw`(?<decimal>\d{1,4}\.\d{1,2}(?!\d))`,
    String.raw`(?<year>['’‘]\d\d(?!\d))`,
    String.raw`(?<slang>2(?:mor+ow|moz|moro|mrw|nite|night|day)\b)`,
    String.raw`(?<half>[ap]\.\s?m\b\.?|(?<=\d)[ap](?!\p{L}))`,
    String.raw`(?<number>\d+)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’‘]\p{L}+)*)`,
    String.raw`(?<sign>->|=>|[^\s\p{L}\d])`,
  ].join('|'),
  'giu',
);

const PHONE = /(?:\+\d{1,3}[ .-]?|1-)?(?:\(\d{2,5}\)|\d{3,5})(?:[ .-]{0,2}\d{2,5}){1,4}(?!\d)/y;

const PIECE_BY_SIGN: Readonly<Record<string, string>> = {
  ...{ '.': '.', '!': '.', '?': '.', '…': '.', ',': ',', ';': ',', ':': ',', '(': ',', ')': ',', '\n': '.' },
  ...{ '-': '-', '–': '-', '—': '-', '/': '/', '&': 'and', '+': 'and', '@': 'at', '~': 'about' },
  ...{ '->': 'to', '=>': 'to', '→': 'to', '%': '%', '°': '%' },
};

const SLANG: Readonly<Record<string, string>> = { '2nite': 'tonight', '2night': 'tonight', '2day': 'today' };

/** Letters that may directly follow a number without making it a code: "7pm", "3dec", "4people". */
const WORD_AFTER_NUMBER =
  /^(?:am|pm|ish|h|hour|minute|day|week|month|fortnight|oclock|people|of|at|on|to|and|for|until|in|[dm]\d+)$/;
/** Letters that may directly precede one: "at7", "dec3", "8am-10am". */
const WORD_BEFORE_NUMBER = /^(?:at|on|by|for|around|until|am|pm|ish|st|nd|rd|th|[dm]\d+)$/;

export function lexemesOf(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  let newlineIndex = text.indexOf('\n');
  LEXEME.lastIndex = 0;
  for (let match = LEXEME.exec(text); match; match = LEXEME.exec(text)) {
    const start = match.index;
    for (; newlineIndex >= 0 && newlineIndex < start; newlineIndex = text.indexOf('\n', newlineIndex + 1)) {
      lexemes.push({ piece: '.', start: newlineIndex, end: newlineIndex });
    }
    const end = phoneEnd(text, start);
    const next = end ? { piece: OPAQUE, start, end } : toLexeme(match, lexemes.at(-1));
    if (next.end !== LEXEME.lastIndex) LEXEME.lastIndex = next.end;
    if (next.piece) appendOrMerge(lexemes, next);
  }
  return lexemes;
}

/** The end of the phone number that starts here, if there is one. */
function phoneEnd(text: string, start: number): number | undefined {
  if (!/[\d+(]/.test(text.charAt(start)) || /^\d{4}-\d\d?-\d/.test(text.slice(start, start + 9))) return undefined;
  PHONE.lastIndex = start;
  const phone = PHONE.exec(text)?.[0];
  if (!phone) return undefined;
  const digits = phone.replace(/\D/g, '').length;
  const isPhone = (digits >= 9 && digits <= 13) || /^\d{3}[-. ]\d{4}$/.test(phone);
  return isPhone ? start + phone.length : undefined;
}

function toLexeme(match: RegExpExecArray, previous: Lexeme | undefined): Lexeme {
  const [lexeme] = match;
  const start = match.index;
  const groups = must(match.groups, 'named groups');
  if (groups.code !== undefined) {
    const [letters] = must(lexeme.match(/^\p{L}+/u), 'letters');
    const piece = canonicalPieceOf(letters.toLowerCase());
    if (WORD_BEFORE_NUMBER.test(piece)) return { piece, start, end: start + letters.length };
    if (piece === 't' && previous?.end === start) return { piece: '', start, end: start + 1 };
    return { piece: OPAQUE, start, end: start + lexeme.length };
  }
  // "sevenish"
  const base = groups.word && /ish$/i.test(lexeme) ? canonicalPieceOf(lexeme.slice(0, -3).toLowerCase()) : '';
  if (/^(?:\d+w|noon)$/.test(base)) return { piece: base, start, end: start + lexeme.length - 3 };
  return { piece: pieceOf(groups, lexeme), start, end: start + lexeme.length };
}

function pieceOf(groups: Record<string, string | undefined>, lexeme: string): string {
  if (groups.opaque !== undefined) return OPAQUE;
  if (groups.word !== undefined) return wordPiece(lexeme.toLowerCase());
  if (groups.sign !== undefined) return PIECE_BY_SIGN[lexeme] ?? '';
  // With dots, the day comes first in every country.
  if (groups.date !== undefined) return /^\d\d?\./.test(lexeme) ? lexeme : lexeme.replace(/[-.]/g, '/');
  // "1h30" is a duration, "19h30" a time.
  if (groups.clock !== undefined && /^[1-4]h/i.test(lexeme)) return lexeme.toLowerCase();
  if (groups.clock !== undefined) return must(lexeme.replace(/[;h]/i, ':').match(/^\d+:\d+/), 'a time')[0];
  if (groups.half !== undefined) return /^a/i.test(lexeme) ? 'am' : 'pm';
  if (groups.slang !== undefined) return SLANG[lexeme.toLowerCase()] ?? 'tomorrow';
  if (groups.year !== undefined) return `'${lexeme.slice(1)}`;
  return lexeme;
}

function wordPiece(word: string): string {
  const base = word.replace(/['’‘]s$/, '');
  if (base !== word) {
    const piece = canonicalPieceOf(base);
    if (/^(?:d\d|today|tomorrow|tonight|week|month|weekend|year)$/.test(piece)) return piece;
  }
  const withoutApostrophes = word.replace(/['’‘]/g, '');
  if (withoutApostrophes === word) return canonicalPieceOf(word);
  // "we'd" is not Wednesday.
  const piece = canonicalPieceOf(withoutApostrophes);
  return /^[dm]\d/.test(piece) ? withoutApostrophes : piece;
}

/** Appends a lexeme, or merges it with the previous one: "23" + "rd", "twenty" + "five", "4" + "x". */
function appendOrMerge(lexemes: Lexeme[], next: Lexeme): void {
  const previous = lexemes.at(-1);
  const isAdjacent = previous?.end === next.start;
  if (previous && isAdjacent && /^\d+$/.test(previous.piece) && /^\p{L}/u.test(next.piece)) {
    const isOrdinal = /^(?:st|nd|rd|th)$/.test(next.piece) && previous.piece.length < 3;
    if (isOrdinal || !WORD_AFTER_NUMBER.test(next.piece)) {
      previous.piece = isOrdinal ? `${previous.piece}th` : OPAQUE;
      previous.end = next.end;
      return;
    }
  }
  const unit = next.piece.match(/^([1-9])(w|thw)$/);
  const tens = previous?.piece === '-' && isAdjacent ? lexemes.at(-2) : previous;
  if (unit && tens && /^[2-5]0w$/.test(tens.piece)) {
    if (tens !== previous) lexemes.pop();
    tens.piece = `${Number.parseInt(tens.piece, 10) + Number(unit[1])}${unit[2]}`;
    tens.end = next.end;
    return;
  }
  lexemes.push(next);
}

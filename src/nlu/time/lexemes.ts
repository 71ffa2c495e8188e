import { must } from '../../kernel/must.ts';
import { spell } from './spelling.ts';

export type Lexeme = { piece: string; start: number; end: number };

/** Stands for what holds digits but no time: addresses, phones, prices, codes. */
const OPAQUE = '#';

const ADDRESS = String.raw`https?:\/\/\S{1,400}|www\.\S{1,400}|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]{2,40}`;
const MONEY_WORD = 'usd|eur|gbp|dollars?|bucks|quid|pounds?|euros?|pence|cents?';
const MONEY = String.raw`[$£€]\s?\d[\d,.]{0,9}|\d{1,6}(?:[.,]\d\d)?(?:[€£$]|\s?(?:${MONEY_WORD})\b)`;
const DIGITS = String.raw`#\s?\w{1,20}|\d{1,3}(?:,\d{3})+(?!\d)|\d{6,}`;
const ISO = String.raw`\d{4}(?<iso>[-\/.])\d{1,2}\k<iso>\d{1,2}`;
/** "at 7/8" are two times. */
const SLASHED = String.raw`(?<!\bat )\d{1,2}\/\d{1,2}(?:\/(?:\d{4}|\d\d))?`;
const DOTTED = String.raw`\d{1,2}(?<dot>[.-])\d{1,2}\k<dot>(?:\d{4}|\d\d)`;

/** "on 3.12.", or that alone; elsewhere it is a time that ends a sentence. */
const SHORT = String.raw`(?<=\bon (?:the )?)\d{1,2}\.(?:0?[1-9]|1[0-2])\.(?!\S)|^\d{1,2}\.(?:0?[1-46-9]|1[12])\.$`;

const LEXEME = new RegExp(
  [
    `(?<opaque>${ADDRESS}|${MONEY}|${DIGITS})`,
    String.raw`(?<code>\p{L}+-?\d[\p{L}\d]*)`,
    String.raw`(?<date>(?:${ISO}|${SLASHED}|${DOTTED})(?![\d\/]|:\d)|${SHORT})`,
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

const SIGNS: Readonly<Record<string, string>> = {
  ...{ '.': '.', '!': '.', '?': '.', '…': '.', ',': ',', ';': ',', ':': ',', '(': ',', ')': ',', '\n': '.' },
  ...{ '-': '-', '–': '-', '—': '-', '/': '/', '&': 'and', '+': 'and', '@': 'at', '~': 'about' },
  ...{ '->': 'to', '=>': 'to', '→': 'to', '%': '%', '°': '%' },
};

const SLANG: Readonly<Record<string, string>> = { '2nite': 'tonight', '2night': 'tonight', '2day': 'today' };

/** Letters that may stand right behind a number without making it a code: "7pm", "3dec", "4people". */
const SUFFIX =
  /^(?:am|pm|ish|h|hour|minute|day|week|month|fortnight|oclock|people|of|at|on|to|and|for|until|in|[dm]\d+)$/;
/** Letters that may stand right before one: "at7", "dec3", "8am-10am". */
const PREFIX = /^(?:at|on|by|for|around|until|am|pm|ish|st|nd|rd|th|[dm]\d+)$/;

/** The pieces of a text in order, each with its span. */
export function lexemesOf(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  let line = text.indexOf('\n');
  LEXEME.lastIndex = 0;
  for (let match = LEXEME.exec(text); match; match = LEXEME.exec(text)) {
    const start = match.index;
    for (; line >= 0 && line < start; line = text.indexOf('\n', line + 1)) {
      found.push({ piece: '.', start: line, end: line });
    }
    const end = phoneEnd(text, start);
    const next = end ? { piece: OPAQUE, start, end } : read(match, found.at(-1));
    if (next.end !== LEXEME.lastIndex) LEXEME.lastIndex = next.end;
    if (next.piece) add(found, next);
  }
  return found;
}

/** Where the phone number that starts here ends, if one does. */
function phoneEnd(text: string, start: number): number | undefined {
  if (!/[\d+(]/.test(text.charAt(start)) || /^\d{4}-\d\d?-\d/.test(text.slice(start, start + 9))) return undefined;
  PHONE.lastIndex = start;
  const phone = PHONE.exec(text)?.[0];
  if (!phone) return undefined;
  const digits = phone.replace(/\D/g, '').length;
  const isPhone = (digits >= 9 && digits <= 13) || /^\d{3}[-. ]\d{4}$/.test(phone);
  return isPhone ? start + phone.length : undefined;
}

function read(match: RegExpExecArray, last: Lexeme | undefined): Lexeme {
  const [lexeme] = match;
  const start = match.index;
  const kinds = must(match.groups, 'named groups');
  if (kinds.code !== undefined) {
    const [letters] = must(lexeme.match(/^\p{L}+/u), 'letters');
    const piece = spell(letters.toLowerCase());
    if (PREFIX.test(piece)) return { piece, start, end: start + letters.length };
    if (piece === 't' && last?.end === start) return { piece: '', start, end: start + 1 };
    return { piece: OPAQUE, start, end: start + lexeme.length };
  }
  // "sevenish"
  const base = kinds.word && /ish$/i.test(lexeme) ? spell(lexeme.slice(0, -3).toLowerCase()) : '';
  if (/^(?:\d+w|noon)$/.test(base)) return { piece: base, start, end: start + lexeme.length - 3 };
  return { piece: pieceOf(kinds, lexeme), start, end: start + lexeme.length };
}

function pieceOf(kinds: Record<string, string | undefined>, lexeme: string): string {
  if (kinds.opaque !== undefined) return OPAQUE;
  if (kinds.word !== undefined) return wordPiece(lexeme.toLowerCase());
  if (kinds.sign !== undefined) return SIGNS[lexeme] ?? '';
  // Dots put the day first wherever they are used.
  if (kinds.date !== undefined) return /^\d\d?\./.test(lexeme) ? lexeme : lexeme.replace(/[-.]/g, '/');
  // "1h30" is how long, "19h30" is when.
  if (kinds.clock !== undefined && /^[1-4]h/i.test(lexeme)) return lexeme.toLowerCase();
  if (kinds.clock !== undefined) return must(lexeme.replace(/[;h]/i, ':').match(/^\d+:\d+/), 'a time')[0];
  if (kinds.half !== undefined) return /^a/i.test(lexeme) ? 'am' : 'pm';
  if (kinds.slang !== undefined) return SLANG[lexeme.toLowerCase()] ?? 'tomorrow';
  if (kinds.year !== undefined) return `'${lexeme.slice(1)}`;
  return lexeme;
}

function wordPiece(word: string): string {
  const base = word.replace(/['’‘]s$/, '');
  if (base !== word) {
    const piece = spell(base);
    if (/^(?:d\d|today|tomorrow|tonight|week|month|weekend|year)$/.test(piece)) return piece;
  }
  const plain = word.replace(/['’‘]/g, '');
  if (plain === word) return spell(word);
  // "we'd" is no Wednesday.
  const piece = spell(plain);
  return /^[dm]\d/.test(piece) ? plain : piece;
}

/** Appends a piece, or makes one of it and the last: "23" + "rd", "twenty" + "five", "4" + "x". */
function add(found: Lexeme[], next: Lexeme): void {
  const last = found.at(-1);
  const glued = last?.end === next.start;
  if (last && glued && /^\d+$/.test(last.piece) && /^\p{L}/u.test(next.piece)) {
    const isOrdinal = /^(?:st|nd|rd|th)$/.test(next.piece) && last.piece.length < 3;
    if (isOrdinal || !SUFFIX.test(next.piece)) {
      last.piece = isOrdinal ? `${last.piece}th` : OPAQUE;
      last.end = next.end;
      return;
    }
  }
  const unit = next.piece.match(/^([1-9])(w|thw)$/);
  const tens = last?.piece === '-' && glued ? found.at(-2) : last;
  if (unit && tens && /^[2-5]0w$/.test(tens.piece)) {
    if (tens !== last) found.pop();
    tens.piece = `${Number.parseInt(tens.piece, 10) + Number(unit[1])}${unit[2]}`;
    tens.end = next.end;
    return;
  }
  found.push(next);
}

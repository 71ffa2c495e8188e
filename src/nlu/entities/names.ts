import { onlyOf } from '../../kernel/lists.ts';
import { must } from '../../kernel/must.ts';
import { findEmails } from './emails.ts';
import { type ExtractedEntity, normalizeApostrophes, overlaps } from './extracted-entity.ts';
import * as cues from './name-cues.ts';
import { DETERMINERS, DOCTORS, NAMES_THAT_ARE_WORDS, NO_NAMES, PARTICLES, TITLES } from './name-lists.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { formOf } from './word-forms.ts';

type Options = { asked?: boolean; known?: readonly string[] };

/** A word as names are made of: "O'Brien", "Jean-Luc", "J." */
type Token = { text: string; lower: string; start: number; end: number; capital: boolean };

const TOKEN =
  /[\p{L}\p{M}]+(?:['.-]?[\p{L}\p{M}]+)*(?:(?<=(?:^|[^\p{L}])(?:\p{Lu}|[Ss]t|[Jj]r|[Ss]r|[Dd]r|[Mm]rs?))\.)?/gu;
const LONGEST_NAME = 200;
const MOST_TOKENS = 5;
const MOST_SMALL_TOKENS = 3;

/**
 * The names of customers, the likeliest first. `asked`: the customer was asked for it, so that a message, or its part
 * beside a phone number, is taken for the name without more words. `known` are words of the business, such as its
 * staff's names and its dishes: where they are all there is, the customer did not name themselves.
 */
export function findNames(text: string, { asked = false, known = [] }: Options): ExtractedEntity<string>[] {
  const message: Message = {
    text: withoutAddressee(normalizeApostrophes(text), asked),
    known: new Set(known.flatMap((words) => words.split(/[\s.]+/).map(formOf))),
    // Capitals tell nothing in a message that has no others.
    telling: /\p{Ll}/u.test(text),
  };
  const sure = joinHalves([...afterSureCues(message)], message.text);
  const found = [...sure, ...afterLikelyCues(message), ...aroundNames(message), ...alone(message, asked)];
  const names: ExtractedEntity<string>[] = [];
  for (const name of found) if (!names.some((other) => overlaps(other, name))) names.push(name);
  // "Tom. Tom Reed."
  return names.filter(({ value }) => !names.some((other) => isPartOf(value, other.value)));
}

/** Whoever is written to does not write. Asked for a name, "hi Dana Fox, …" may well tell it. */
function withoutAddressee(text: string, asked: boolean): string {
  const [addressed = ''] = cues.LETTER.exec(text) ?? (asked ? [] : (cues.GREETED.exec(text) ?? []));
  return ','.repeat(addressed.length) + text.slice(addressed.length);
}

const isPartOf = (part: string, name: string) => part.length < name.length && ` ${name} `.includes(` ${part} `);

type Message = { text: string; known: ReadonlySet<string>; telling: boolean };

function* afterSureCues({ text }: Message): Generator<ExtractedEntity<string>> {
  for (const { 0: cue, index } of text.matchAll(cues.SURE_CUES)) {
    const tokens = tokensAt(text, index + cue.length);
    const first = tokens[0];
    if (!first || endsName(first)) continue;
    const name = first.capital ? capitalName(tokens) : smallName(tokens);
    const named = first.capital && /name/i.test(cue);
    if (name.length > 1 || (name.length === 1 && (named || !isWord(first)))) yield nameOf(text, name);
  }
}

/** As far as small letters may be a name: two words, and particles. */
function smallName(tokens: readonly Token[]): Token[] {
  const end = tokens.findIndex((token, index) => index >= MOST_SMALL_TOKENS || (index > 0 && endsName(token)));
  const name = tokens.slice(0, end < 0 ? tokens.length : end);
  return name.slice(0, name.some(({ lower }) => PARTICLES.has(lower)) ? MOST_SMALL_TOKENS : 2);
}

/** "First name Dana, last name Fox" is one name. */
function joinHalves(names: ExtractedEntity<string>[], text: string): ExtractedEntity<string>[] {
  const [one, two] = names;
  if (!one || !two || one.end > two.start) return names;
  const [before, between] = [text.slice(0, one.start), text.slice(one.end, two.start)];
  const joined = (value: string) => [{ value, start: one.start, end: two.end }, ...names.slice(2)];
  if (cues.SECOND_HALF.test(between)) return joined(`${one.value} ${two.value}`);
  const reversed = cues.FIRST_HALF.test(between) && /(?:last|second|family|sur) ?name\W*(?:is\s*)?$/i.test(before);
  return reversed ? joined(`${two.value} ${one.value}`) : names;
}

function* afterLikelyCues(message: Message): Generator<ExtractedEntity<string>> {
  const { text, telling } = message;
  for (const [pattern, least] of [
    [cues.LIKELY_CUES, 1],
    [cues.FAINT_CUES, 2],
  ] as const) {
    for (const { 0: cue, index } of text.matchAll(pattern)) {
      const tokens = tokensAt(text, index + cue.length);
      const first = tokens[0];
      if (!first || endsName(first)) continue;
      const name = first.capital && telling ? capitalName(tokens) : introduced(tokens, cue);
      const lone = name.length === 1 && (isWord(first) || NO_NAMES.has(first.lower) || isShort(first));
      const faint = least > 1 && name.some(isWord);
      if (name.length >= least && !lone && !faint && !isKnown(name, message)) yield nameOf(text, name);
    }
  }
}

/** "i'm li wei": two words that are no English ones, and nothing after them that would go with them. */
function introduced(tokens: readonly Token[], cue: string): Token[] {
  const [first, second, next] = tokens;
  if (!first || !second || !/^\W*(?:i'm|im|i am|this is)\s/i.test(cue)) return [];
  return isWordLike(first) || isWordLike(second) || (next && !endsName(next)) ? [] : [first, second];
}

/** "Dana Fox here", "kieran boyle speaking", "the Lund booking". */
function* aroundNames(message: Message): Generator<ExtractedEntity<string>> {
  const { text } = message;
  const opening = text.match(cues.FILLER)?.[0].length ?? 0;
  const places = [...text.matchAll(cues.BETWEEN_CUES)].map(
    ({ 0: all, groups, index }) => index + all.indexOf(must(groups?.name, 'a name')),
  );
  const present = presentName(tokensAt(text, opening), text);
  if (present.length > 0 && !isKnown(present, message)) yield nameOf(text, present);
  for (const start of [opening, ...places]) {
    const name = capitalName(tokensAt(text, start));
    const end = name.at(-1)?.end;
    if (end === undefined || isKnown(name, message) || name.every(isWord)) continue;
    if (start !== opening || cues.AFTER_NAME.test(text.slice(end))) yield nameOf(text, name);
  }
}

/** The words before "here" or "speaking", in whichever letters, where they are nothing but a name. */
function presentName(tokens: readonly Token[], text: string): Token[] {
  const length = tokens.findIndex(({ lower }) => lower === 'here' || lower === 'speaking');
  const name = tokens.slice(0, Math.max(0, length));
  const last = name.at(-1);
  if (!last || name.length > MOST_SMALL_TOKENS || name.some(isWordLike)) return [];
  if (name.length === 1 && (!isUnheardOf(last) || last.text.length < 4)) return [];
  return cues.PRESENT.test(text.slice(last.end)) ? name : [];
}

/** Parts of the message that are a name and nothing more. */
function* alone(message: Message, asked: boolean): Generator<ExtractedEntity<string>> {
  let bare = message.text.replace(cues.BESIDE_NAMES, (match) => ','.repeat(match.length));
  const emails = findEmails(message.text);
  for (const { start, end } of emails) {
    bare = bare.slice(0, start) + ','.repeat(end - start) + bare.slice(end);
  }
  const beside = bare !== message.text;
  const ofPerson = emails.length > 0 || cues.OF_A_PERSON.test(message.text);
  const parts = partsOf(bare);
  // Small letters are a name where nothing else was said before them.
  const first = parts.findIndex(({ text }) => text.replace(cues.FILLER, '').trim() !== '');
  const names = parts
    .flatMap((part) => wholeName(message, part) ?? lastName(message, part) ?? [])
    .filter(({ name, capital, start }) => {
      if (asked) return capital || beside || start === parts[first]?.start;
      // Not asked for, it takes a full name, beside a phone number or made of words that are nothing else.
      const [one, another] = [name[0], name.at(-1)];
      if (!one || !another || name.length < 2 || DOCTORS.has(one.lower)) return false;
      if (!capital) return !name.some(isWordLike) && isBeforeContact(message.text, another.end);
      return (ofPerson && !isWord(one)) || (parts.length > 1 && (beside || name.every(isUnheardOf)));
    });
  const best = names.filter(({ capital }) => capital);
  for (const { name } of best.length > 0 ? best : names) yield nameOf(message.text, name);
}

/** Whether a phone number or an e-mail address comes next. */
const isBeforeContact = (text: string, end: number) =>
  /^[\s,:(-]{1,4}(?:\+?\d[\d\s().-]{6}|[\w.+-]{1,64}@)/.test(text.slice(end, end + 80));

function wholeName(message: Message, part: { text: string; start: number }) {
  const opening = part.text.match(cues.FILLER)?.[0].length ?? 0;
  const core = part.text.slice(opening).replace(cues.TRAILER, '');
  const start = part.start + opening;
  const tokens = tokensAt(message.text, start).filter(({ end }) => end <= start + core.length);
  const name = withoutTitle(tokens);
  if (!name.some(({ text }) => text.length > 1) || core.replace(TOKEN, '').trim() !== '') return undefined;
  const capital = message.telling && name.every((token) => token.capital || PARTICLES.has(token.lower));
  const names = name.filter(({ lower }) => !PARTICLES.has(lower)).length;
  if (names > (capital ? MOST_TOKENS : MOST_SMALL_TOKENS) || isKnown(name, message)) return undefined;
  const isName = capital ? !name.some(endsName) && !name.every(isWord) : isSmallName(name);
  return isName ? { name, capital, start: part.start } : undefined;
}

/** "table for two please dana fox 212 555 0142": the last two words, where those before them are no part of a name. */
function lastName(message: Message, part: { text: string; start: number }) {
  const [, before, pair] = part.text.match(/(?:^|\s)([\p{L}']+)\s+([\p{L}'-]+\s+[\p{L}'-]+)$/u) ?? [];
  if (!before || !pair || !NO_NAMES.has(before.toLowerCase()) || DETERMINERS.has(before.toLowerCase()))
    return undefined;
  const start = part.start + part.text.length - pair.length;
  const name = tokensAt(message.text, start).slice(0, 2);
  if (name.some(isWordLike) || isKnown(name, message)) return undefined;
  return isBeforeContact(message.text, must(name.at(-1), 'two words').end)
    ? { name, capital: false, start }
    : undefined;
}

const withoutTitle = (name: Token[]): Token[] =>
  name.length > 2 && name[0] && TITLES.has(name[0].lower) ? name.slice(1) : name;

function isSmallName(name: readonly Token[]): boolean {
  const only = onlyOf(name);
  if (only) return !isWord(only) && !isNoName(only);
  return !name.every(isWord) && !name.some((token) => isNoName(token) && !NAMES_THAT_ARE_WORDS.has(token.lower));
}

/** The tokens from the first on that are one name in capitals. */
function capitalName(tokens: readonly Token[]): Token[] {
  let length = 0;
  for (const [index, token] of tokens.slice(0, MOST_TOKENS).entries()) {
    if (token.capital && !endsName(token)) length = index + 1;
    else if (!PARTICLES.has(token.lower) || index === 0) break;
  }
  const name = tokens.slice(0, length);
  return withoutTitle(name);
}

/** Words in a row, with nothing but a space between them. */
function tokensAt(text: string, start: number): Token[] {
  const tokens: Token[] = [];
  let last = start;
  // No further than a name can reach: a text of many parts would be read to its end for each of them.
  const near = text.slice(0, start + LONGEST_NAME);
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(near); match && tokens.length <= MOST_TOKENS; match = TOKEN.exec(near)) {
    if (match.index - last > 3 || near.slice(last, match.index).trim() !== '') break;
    last = match.index + match[0].length;
    const word = match[0];
    tokens.push({
      text: word,
      lower: word.toLowerCase(),
      start: match.index,
      end: last,
      capital: /^\p{Lu}/u.test(word),
    });
  }
  return tokens;
}

function partsOf(text: string): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  let start = 0;
  const add = (end: number) => {
    const part = text.slice(start, end);
    if (part.trim()) parts.push({ text: part.trim(), start: start + part.length - part.trimStart().length });
  };
  for (const { 0: match, index } of text.matchAll(cues.SEPARATOR)) {
    add(index);
    start = index + match.length;
  }
  add(text.length);
  return parts;
}

/** "there's" and "we'll" as well as "there" and "we". */
const isNoName = ({ lower }: Token) =>
  NO_NAMES.has(lower) || NO_NAMES.has(lower.replace(/'(?:s|re|ll|d|ve|m)$/, '')) || cues.SOUND.test(lower);
const endsName = (token: Token) => isNoName(token) && !(token.capital && NAMES_THAT_ARE_WORDS.has(token.lower));
const isWord = ({ lower }: Token) => ORDINARY_WORDS.has(lower) && !NAMES_THAT_ARE_WORDS.has(lower);
/** "PIN", "GBP" */
const isShort = ({ text }: Token) => text.length < 5 && text.length > 1 && text === text.toUpperCase();
const isUnheardOf = ({ lower }: Token) => !ORDINARY_WORDS.has(lower) && !NAMES_THAT_ARE_WORDS.has(lower);
const isWordLike = (token: Token) =>
  isWord(token) ||
  isNoName(token) ||
  /(?:ing|ed|ant|ble|ful|less|ous|ic|ly|ish|ive|tion|ness|free|est|ary)$/.test(token.lower);

const isKnown = (name: readonly Token[], { known }: Message) =>
  name.every(({ text, lower }) => known.has(formOf(text)) || PARTICLES.has(lower) || TITLES.has(lower));

function nameOf(text: string, tokens: readonly Token[]): ExtractedEntity<string> {
  const start = must(tokens[0], 'a word').start;
  // "Sam's" is Sam; a full stop at the end is the sentence's.
  const written = text.slice(start, must(tokens.at(-1), 'a word').end).replace(/(?:'s|(?<=\p{L}{3})\.)$/iu, '');
  const value = written.replace(/\s+/g, ' ');
  const plain = value === value.toLowerCase() || (value === value.toUpperCase() && value.length > 3);
  return { value: plain ? capitalise(value) : value, start, end: start + written.length };
}

const capitalise = (name: string): string =>
  name
    .toLowerCase()
    .split(' ')
    .map((word, index) =>
      index > 0 && PARTICLES.has(word)
        ? word
        : word.replace(/(?<=^|[-.]|'(?=\p{L}{2}))\p{L}/gu, (letter) => letter.toUpperCase()),
    )
    .join(' ');

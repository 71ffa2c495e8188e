// What a caller said, as they would have written it. Speech recognition writes numbers, codes and addresses as words.
import {
  isAlphabetWord,
  readCharacters,
  readCompoundOrdinal,
  readDigit,
  readHour,
  readTwoDigits,
  type WordMatch,
} from './spoken-numbers.ts';

/** Codes, phone numbers, email addresses, times and dates of English speech; other languages are left as they are. */
export function normalizeSpoken(text: string, language: string): string {
  if (!language.startsWith('en')) return text;
  return [joinEmails, joinSpelled, joinTimes, joinDigits, joinDates].reduce(
    (current, findRuleEdits) => applyEdits(current, findRuleEdits(tokenize(current), current)),
    text,
  );
}

type Token = { word: string; start: number; end: number };
type Edit = { start: number; end: number; text: string };

const tokenize = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}'’]|[.@_](?=[\p{L}\p{N}]))*/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

function applyEdits(text: string, edits: Edit[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text: replacement } of edits) {
    result += text.slice(position, start) + replacement;
    position = end;
  }
  return result + text.slice(position);
}

const takeWords = (tokens: readonly Token[], index: number): (string | undefined)[] =>
  Array.from({ length: 5 }, (_, offset) => tokens[index + offset]?.word);

/** The edits that `read` finds, from left to right. It returns how many tokens an edit takes. */
function findEdits(tokens: readonly Token[], read: (index: number) => WordMatch<string> | undefined): Edit[] {
  const edits: Edit[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const match = read(index);
    const [first, last] = [tokens[index], match && tokens[index + match.count - 1]];
    if (!match || !first || !last) continue;
    edits.push({ start: first.start, end: last.end, text: match.value });
    index += match.count - 1;
  }
  return edits;
}

// --- Email addresses

const CONNECTORS: Record<string, string> = {
  dot: '.',
  point: '.',
  underscore: '_',
  dash: '-',
  hyphen: '-',
  minus: '-',
  plus: '+',
};

/** "jane dot doe at gmail dot com" */
function joinEmails(tokens: Token[], text: string): Edit[] {
  const mentionsMail = /\be-?mail\b/i.test(text);
  return tokens.flatMap(({ word }, atIndex) => {
    if (word !== 'at') return [];
    const domain = readDomain(tokens, atIndex + 1);
    const local = readLocalPart(tokens, atIndex - 1);
    if (!domain || !local || !(domain.count > 1 || mentionsMail)) return [];
    const [first, last] = [tokens[atIndex - local.count], tokens[atIndex + domain.count]];
    return first && last ? [{ start: first.start, end: last.end, text: `${local.value}@${domain.value}` }] : [];
  });
}

function readDomain(tokens: readonly Token[], from: number): WordMatch<string> | undefined {
  let value = '';
  let index = from;
  for (;;) {
    const label = readCharacterRun(tokens, index) ?? { value: tokens[index]?.word ?? '', count: 1 };
    value += label.value;
    index += label.count;
    if (tokens[index]?.word !== 'dot' || !tokens[index + 1]) break;
    value += '.';
    index += 1;
  }
  return /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}$/u.test(value) ? { value, count: index - from } : undefined;
}

/** Reads backwards: whether a word belongs to the address shows only in what follows it. */
function readLocalPart(tokens: readonly Token[], last: number): WordMatch<string> | undefined {
  let index = last;
  let value = '';
  for (;;) {
    const pieceMatch = readPieceBefore(tokens, index);
    if (!pieceMatch) return undefined;
    value = pieceMatch.value + value;
    index -= pieceMatch.count;
    const connector = CONNECTORS[tokens[index]?.word ?? ''];
    if (connector && tokens[index - 1]) {
      value = connector + value;
      index -= 1;
    } else if (!/^\d+$/.test(value) && !isCharacter(tokens[index]?.word)) return { value, count: last - index };
  }
}

/** A digit, or a letter that is no word of its own. */
const isCharacter = (word: string | undefined): boolean =>
  word !== undefined && (readDigit(word) !== undefined || /^[b-hj-z]$/.test(word));

function readPieceBefore(tokens: readonly Token[], index: number): WordMatch<string> | undefined {
  const [before, word] = [tokens[index - 1]?.word, tokens[index]?.word];
  if (word === undefined) return undefined;
  const pair = readTwoDigits([before, word]);
  if (pair?.count === 2) return { value: String(pair.value), count: 2 };
  // Here an "o" is the letter.
  const number = word === 'o' ? undefined : (readTwoDigits([word])?.value.toString() ?? readDigit(word));
  return { value: number ?? word, count: 1 };
}

// --- Codes and names, letter by letter

const MIN_SPELLED_CHARACTERS = 3;

/** Characters that were said one by one, at least two. */
function readCharacterRun(tokens: readonly Token[], from: number): WordMatch<string> | undefined {
  let value = '';
  let index = from;
  let alphabetWords = 0;
  for (;;) {
    const nextCharacters = readCharacters(takeWords(tokens, index));
    if (!nextCharacters) break;
    if (isAlphabetWord(tokens[index]?.word)) alphabetWords += 1;
    value += nextCharacters.value;
    index += nextCharacters.count;
  }
  // One such word alone is a month or a name.
  if (value.length < 2 || (alphabetWords === 1 && isAlphabetWord(tokens[from]?.word))) return undefined;
  return { value, count: index - from };
}

/** "K seven P four Q X" is a code, "j o n e s" a name, and "seven p m" a time. Rows of digits are read later. */
const joinSpelled = (tokens: Token[]): Edit[] =>
  findEdits(tokens, (index) => {
    const spelling = readCharacterRun(tokens, index + 1);
    // "Jones, j o n e s" is one name.
    if (spelling && spelling.value === tokens[index]?.word)
      return { value: capitalize(spelling.value), count: 1 + spelling.count };
    const run = readCharacterRun(tokens, index);
    if (!run || /^\d+$/.test(run.value)) return undefined;
    const [, hour, half] = /^(\d{0,2})([ap]m)$/.exec(run.value) ?? [];
    if (half) return { value: `${hour ? `${hour} ` : ''}${half}`, count: run.count };
    if (run.value.length < MIN_SPELLED_CHARACTERS) return undefined;
    if (/\d/.test(run.value) || run.value.length === MIN_SPELLED_CHARACTERS)
      return { value: run.value.toUpperCase(), count: run.count };
    return { value: capitalize(run.value), count: run.count };
  });

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

// --- Times

/** Numbers before these count something. */
const COUNTED_NOUNS = new Set(
  'minutes minute hours hour people persons guests adults kids children of dollars bucks pounds euros percent'.split(
    ' ',
  ),
);

/** "seven thirty" and "seven oh five", unless they are part of a longer row of numbers. */
const joinTimes = (tokens: Token[], text: string): Edit[] =>
  findEdits(tokens, (index) => {
    const [hourWord, ...rest] = takeWords(tokens, index);
    const hour = readHour(hourWord);
    if (hour === undefined || isNumber(tokens[index - 1]?.word)) return undefined;
    const minutes = readMinutes(rest);
    const next = tokens[index + 1 + (minutes?.count ?? 0)]?.word;
    if (
      !minutes ||
      isNumber(next) ||
      COUNTED_NOUNS.has(next ?? '') ||
      isSeparated(text, tokens[index], tokens[index + 1])
    )
      return undefined;
    return { value: `${hour}:${minutes.value}`, count: 1 + minutes.count };
  });

function readMinutes(words: readonly (string | undefined)[]): WordMatch<string> | undefined {
  const [first, second] = words;
  const unit = readDigit(second);
  if (first !== '0' && readDigit(first) === '0' && unit && unit !== '0') return { value: `0${unit}`, count: 2 };
  const minutes = readTwoDigits(words);
  return minutes && minutes.value < 60 ? { value: String(minutes.value), count: minutes.count } : undefined;
}

const isNumber = (word: string | undefined): boolean =>
  word !== undefined && (/^\d/.test(word) || readDigit(word) !== undefined || readTwoDigits([word]) !== undefined);

const isSeparated = (text: string, previous: Token | undefined, next: Token | undefined): boolean =>
  previous !== undefined && next !== undefined && /[,.;]/.test(text.slice(previous.end, next.start));

// --- Phone numbers and other rows of digits

/** "oh seven nine double four": at least three digits that were said one by one, with pairs such as "forty seven" between. */
const joinDigits = (tokens: Token[]): Edit[] =>
  findEdits(tokens, (from) => {
    let value = '';
    let singleDigits = 0;
    let index = from;
    for (;;) {
      const words = takeWords(tokens, index);
      const characters = readCharacters(words);
      const pair = readTwoDigits(words);
      if (characters && /^\d+$/.test(characters.value)) {
        singleDigits += characters.value.length;
        value += characters.value;
        index += characters.count;
      } else if (pair) {
        value += pair.value;
        index += pair.count;
      } else break;
    }
    return singleDigits >= MIN_SPELLED_CHARACTERS ? { value, count: index - from } : undefined;
  });

// --- Dates

const MONTHS = new Set(
  'january february march april may june july august september october november december'.split(' '),
);
/** How many words after its month a year may come: "march the twenty first nineteen eighty four". */
const MAX_WORDS_BEFORE_YEAR = 4;

/** "the twenty first" and, after a month, "nineteen eighty four". */
const joinDates = (tokens: Token[]): Edit[] =>
  findEdits(tokens, (index) => {
    const words = takeWords(tokens, index);
    const ordinal = readCompoundOrdinal(words);
    if (ordinal !== undefined) return { value: `${ordinal}${findOrdinalSuffix(ordinal)}`, count: 2 };
    const isAfterMonth = tokens
      .slice(Math.max(0, index - MAX_WORDS_BEFORE_YEAR), index)
      .some(({ word }) => MONTHS.has(word));
    return isAfterMonth ? readYear(words) : undefined;
  });

const findOrdinalSuffix = (ordinal: number): string => ({ 1: 'st', 2: 'nd', 3: 'rd' })[ordinal % 10] ?? 'th';

function readYear(words: readonly (string | undefined)[]): WordMatch<string> | undefined {
  const [first, second, third, fourth] = words;
  if (first === 'two' && second === 'thousand') {
    const hasAnd = third === 'and';
    const rest = hasAnd ? words.slice(3) : words.slice(2);
    const pair = readTwoDigits(rest);
    const unit = hasAnd ? readDigit(fourth) : readDigit(third);
    const count = 2 + (hasAnd ? 1 : 0);
    if (pair) return { value: String(2000 + pair.value), count: count + pair.count };
    if (unit) return { value: String(2000 + Number(unit)), count: count + 1 };
    return { value: '2000', count: 2 };
  }
  const century = first === 'nineteen' ? 1900 : first === 'twenty' ? 2000 : undefined;
  if (century === undefined) return undefined;
  const pair = readTwoDigits(words.slice(1));
  if (pair) return { value: String(century + pair.value), count: 1 + pair.count };
  const unit = readDigit(third);
  return readDigit(second) === '0' && unit ? { value: String(century + Number(unit)), count: 3 } : undefined;
}

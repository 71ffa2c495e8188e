// What a sentence is made of, for the model that hears claims: pieces of it, its words, and the kinds of its words in order.
import { readFileSync } from 'node:fs';
import { likelyLanguage } from '../../../../nlu/language.ts';
import { DEED_WORDS, KINDS, type Kind } from './deed-words.ts';
import { DIETS, FOODS } from './foods.ts';
import { valuesIn } from './values.ts';

/** Columns by hash: two features that share one cost less than a list of all of them would. */
export const COLUMNS = 1 << 18;

export type Columns = { readonly columns: Int32Array; readonly values: Float32Array };

const CHINESE_OR_JAPANESE = new Set(['zh', 'ja']);
const LETTERS = String.raw`[\p{L}\p{M}]`;
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}']+|[?!.,:;¿¡。！？、，؟।]/gu;
const TOKENS = new RegExp(`${LETTERS}+(?:['-]${LETTERS}+)*'?|0|[?!.,:;؟،؛।]`, 'gu');
/** Arabic grows at both ends of a word. */
const ENDS: Readonly<Record<string, readonly [string, string]>> = {
  ar: ['(?:[وف])?(?:ال|لل|[بلك])?', '(?:ك|كم|ه|ها|نا|ي)?'],
};
const MOST_OF_SENTENCE = 400;
const SHARES = { pieces: 0.7, words: 1, kinds: 1, subjects: 1 };

/** Small letters, and any number as 0. */
const plainOf = (text: string) =>
  text
    .slice(0, MOST_OF_SENTENCE)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/\p{N}+(?:[:.,]\p{N}+)*/gu, '0')
    .replace(/\s+/g, ' ');

export function columnsOf(text: string): Columns {
  const plain = plainOf(text);
  const sum = new Map<number, number>();
  addFamily(sum, piecesOf(` ${plain} `), SHARES.pieces);
  addFamily(sum, wordGramsOf(plain), SHARES.words);
  addFamily(sum, kindGramsOf(kindsIn(plain)), SHARES.kinds);
  addFamily(sum, subjectGramsOf(subjectsAndValuesIn(text.slice(0, MOST_OF_SENTENCE))), SHARES.subjects);
  return { columns: Int32Array.from(sum.keys()), values: Float32Array.from(sum.values()) };
}

function addFamily(sum: Map<number, number>, grams: readonly string[], share: number): void {
  const counts = new Map<number, number>();
  for (const gram of grams) {
    const column = hashOf(gram);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const values = [...counts].map(([column, count]) => [column, 1 + Math.log(count)] as const);
  const scale = share / Math.sqrt(values.reduce((total, [, value]) => total + value * value, 0) || 1);
  for (const [column, value] of values) sum.set(column, (sum.get(column) ?? 0) + value * scale);
}

function piecesOf(text: string): string[] {
  const grams: string[] = [];
  for (let length = 1; length <= 5; length++)
    for (let at = 0; at + length <= text.length; at++) grams.push(`c${text.slice(at, at + length)}`);
  return grams;
}

function wordGramsOf(text: string): string[] {
  const words = ['^', ...(text.match(WORDS) ?? []), '$'];
  return [...runsOf(words, 1, 3, 'w'), ...words.slice(2).map((word, at) => `s${words[at]} * ${word}`)];
}

/** Words of their own, and pieces that stand anywhere. */
type Subject = { words: string[]; pieces: string[] };
const claimWords: Readonly<Record<string, Subject>> = JSON.parse(
  readFileSync(new URL('claim-words.json', import.meta.url), 'utf8'),
);

/** What is spoken of, each by words and pieces of words that belong to it, whatever the language. */
const SUBJECTS: readonly (readonly [name: string, test: RegExp])[] = [
  ...Object.entries(claimWords).map(([name, { words, pieces }]) => {
    const whole = words.length > 0 ? [String.raw`(?<!\p{L})(?:${words.join('|')})(?!\p{L})`] : [];
    return [name, new RegExp([...whole, ...pieces].join('|'), 'iu')] as const;
  }),
  ...Object.entries({ ...FOODS, ...DIETS }),
];

/** What it speaks of: the names of `claim-words.json`, foods and diets. */
export const subjectsIn = (text: string): string[] =>
  SUBJECTS.filter(([, test]) => test.test(text)).map(([name]) => name);

/** What finds where one of these is spoken of. */
export const testOf = (subject: string): RegExp => SUBJECTS.find(([name]) => name === subject)![1];

/** A part of a text in the language of the whole denies something. */
export const deniesIn = (part: string, whole: string): boolean =>
  kindsIn(plainOf(part), plainOf(whole)).some((kinds) => kinds.split('+').includes('not'));

function subjectsAndValuesIn(text: string): string[] {
  const values = Object.entries(valuesIn(text)).filter(([, found]) => found.length > 0);
  return [...subjectsIn(text), ...values.map(([name]) => `a ${name}`)];
}

const subjectGramsOf = (subjects: readonly string[]): string[] => [
  ...subjects.map((subject) => `t${subject}`),
  ...subjects.flatMap((first, at) => subjects.slice(at + 1).map((second) => `b${first}&${second}`)),
];

function runsOf(items: readonly string[], least: number, most: number, name: string): string[] {
  const grams: string[] = [];
  for (let length = least; length <= most; length++)
    for (let at = 0; at + length <= items.length; at++) grams.push(name + items.slice(at, at + length).join(' '));
  return grams;
}

const OTHER = '_';
const TAKEN_BACK = ['not', 'if', 'can', 'said', '?'];
const TELLING = ['done', 'ready', 'book', 'have', 'your', 'i'];

function kindGramsOf(found: readonly string[]): string[] {
  const all = ['^', ...found];
  const known = all.filter((kind) => kind !== OTHER);
  const seen = [...new Set(known)];
  const kinds = new Set(known.flatMap((kind) => kind.split('+')));
  const among = (names: readonly string[]) => names.filter((name) => kinds.has(name)).join();
  return [
    ...runsOf(known, 1, 4, 'k'),
    ...runsOf(all, 2, 3, 'K'),
    ...seen.flatMap((first, at) => seen.slice(at + 1).map((second) => `p${first}>${second}`)),
    `q${among(TAKEN_BACK)}|${among(TELLING)}`,
    `Q${among(TAKEN_BACK)}`,
    `e${known.at(-1)}`,
  ];
}

type Reader = (plain: string) => string[];
const readers = new Map<string, Reader>();

/** The kinds of the words of a text in their order; a word can be of two. */
function kindsIn(plain: string, whole = plain): string[] {
  const likely = likelyLanguage(whole);
  const language = DEED_WORDS[likely] ? likely : 'en';
  let reader = readers.get(language);
  if (!reader) {
    reader = CHINESE_OR_JAPANESE.has(language) ? readerOfPieces(language) : readerOfWords(language);
    readers.set(language, reader);
  }
  return reader(plain);
}

function readerOfPieces(language: string): Reader {
  const kinds = new Map<string, Kind[]>();
  for (const kind of KINDS)
    for (const word of DEED_WORDS[language]![kind].split(' ')) kinds.set(word, [...(kinds.get(word) ?? []), kind]);
  const longestFirst = [...kinds.keys()].sort((a, b) => b.length - a.length).map((word) => RegExp.escape(word));
  const pattern = new RegExp(`${longestFirst.join('|')}|[?？]|[,，、。.!！;；:：]|0`, 'gu');
  return (plain) =>
    (plain.match(pattern) ?? []).map((found) => kinds.get(found)?.join('+') ?? (found === '0' ? '0' : markOf(found)));
}

function readerOfWords(language: string): Reader {
  const [before, after] = ENDS[language] ?? ['', ''];
  const tests = KINDS.map((kind): [Kind, RegExp] => {
    const words = DEED_WORDS[language]![kind].split(' ').map((word) =>
      word
        .split('*')
        .map((piece) => RegExp.escape(piece))
        .join(`${LETTERS}*`),
    );
    return [kind, new RegExp(`^${before}(?:${words.join('|')})${after}$`, 'u')];
  });
  const known = new Map<string, string>();
  const kindOf = (word: string) => {
    let kind = known.get(word);
    if (kind === undefined) {
      kind =
        tests
          .filter(([, test]) => test.test(word))
          .map(([name]) => name)
          .slice(0, 2)
          .join('+') || OTHER;
      // Common words are met again and again; names and typos are not worth their room.
      if (known.size < 20_000) known.set(word, kind);
    }
    return kind;
  };
  const splits = language === 'fr' || language === 'it';
  return (plain) =>
    (plain.replace(/[\u064b-\u0652]/g, '').match(TOKENS) ?? []).flatMap((word) => {
      if (word === '0') return [word];
      if (/^[^\p{L}\p{M}]/u.test(word)) return [markOf(word)];
      return (splits ? word.split(/(?<=')/) : [word]).map(kindOf);
    });
}

const markOf = (mark: string) => (/[?？؟]/.test(mark) ? '?' : ',');

/** FNV-1a, scattered. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & (COLUMNS - 1);
}

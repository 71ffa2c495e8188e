// Prepares the messages that train.py trains and tests the risk detector on: node models/risk/prepare.ts OUT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import { ngramBucketsOf } from '../../src/nlu/encoder/ngram-buckets.ts';
import { cases } from '../../test/exam/cases.ts';

type Message = { text: string; risk: string; lang: string; prev?: string };
type Split = 'train' | 'validate' | 'test';

const DATA = join(import.meta.dirname, 'data');
/** Labelled dialogues and public data sets, which are not part of the project. */
const SHARED = join(import.meta.dirname, '../../../shared/data');
/** Conversations that were played against the service. */
const PLAYED = join(import.meta.dirname, '../../eval/played');
const PUBLIC_SETS = ['clinc150', 'banking77', 'hwu64'];
const PUBLIC_SAMPLE_SHARE = 0.15;
const VALIDATION_SHARE = 0.12;
const MAX_TOKENS = 96;

const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(DATA, '../../encoder/tokenizer.json'), 'utf8')), {});
const prepared: object[] = [];
let seed = 7;
const nextRandom = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

function addExample(source: string, { text, risk, lang, prev }: Message, split: Split): void {
  const { ids } = tokenizer.encode(text);
  // A short answer such as "Yes" is severe only after certain questions, so on its own it would teach the wrong label.
  if (prev && ids.length <= 8 && split !== 'test') return;
  const tokens = ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ids.at(-1)!];
  prepared.push({ source, text, risk, lang, tokens, buckets: ngramBucketsOf(text), split });
}

const readJsonLines = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const pickSplit = (share = VALIDATION_SHARE): Split => (nextRandom() < share ? 'validate' : 'train');

for (const file of readdirSync(DATA).sort()) {
  const isTest = file.startsWith('test');
  for (const message of readJsonLines(join(DATA, file)))
    addExample(file.replace('.jsonl', ''), message, isTest ? 'test' : pickSplit());
}

const dialogues = ['a', 'b', 'c'].map((file) => join(SHARED, 'dialogues', `${file}.jsonl`));
const played = readdirSync(PLAYED).map((file) => join(PLAYED, file));
for (const file of [...dialogues, ...played]) {
  for (const [index, business] of readJsonLines(file).entries()) {
    const turns = business.dialogues.flatMap(
      (dialogue: { turns: { customer: string; risk?: string }[] }) => dialogue.turns,
    );
    for (const { customer, risk = 'none' } of turns)
      addExample('dialogues', { text: customer, risk, lang: 'en' }, index % 5 === 0 ? 'validate' : 'train');
  }
}

for (const { tags, turns } of cases) {
  if (tags.includes('safety') || tags.includes('medical')) continue;
  for (const turn of turns) {
    const text = typeof turn === 'string' ? turn : turn.say;
    addExample('exam', { text, risk: 'none', lang: 'en' }, pickSplit());
  }
}

for (const set of PUBLIC_SETS) {
  for (const file of readdirSync(join(SHARED, set)).filter((name) => name.includes('train'))) {
    for (const row of readFileSync(join(SHARED, set, file), 'utf8')
      .split('\n')
      .slice(1)
      .filter(Boolean)) {
      const text = row.slice(0, row.lastIndexOf(',')).replace(/^"|"$/g, '');
      if (nextRandom() < PUBLIC_SAMPLE_SHARE) addExample('public', { text, risk: 'none', lang: 'en' }, pickSplit());
    }
  }
}

// Short answers, agreements and refusals from the middle of bookings.
const answers: { userInput: { text: string } }[] = JSON.parse(
  readFileSync(join(SHARED, 'restaurants8k/train.json'), 'utf8'),
);
for (const { userInput } of answers)
  if (nextRandom() < PUBLIC_SAMPLE_SHARE)
    addExample('public', { text: userInput.text, risk: 'none', lang: 'en' }, pickSplit());

writeFileSync(process.argv[2]!, gzipSync(JSON.stringify(prepared)));

// The sentences that the detector of claims learns from, as train.py reads them: node models/claims/prepare.ts OUT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import { bucketsOf } from '../../src/understanding/encoder/buckets.ts';

const DATA = join(import.meta.dirname, 'data');
const LONGEST = 96;
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(DATA, '../../encoder/tokenizer.json'), 'utf8')), {});

const prepared = readdirSync(DATA)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .flatMap((file) => {
    const lines = readFileSync(join(DATA, file), 'utf8').trim().split('\n');
    return lines.map((line, at) => {
      const { text, deed, kind, lang } = JSON.parse(line) as { text: string; deed: boolean; kind: string; lang: string };
      const { ids } = tokenizer.encode(text);
      const tokens = ids.length <= LONGEST ? ids : [...ids.slice(0, LONGEST - 1), ids.at(-1)!];
      // Where it stands in its file: the same scenes stand in the same places of several languages.
      return { source: file.split('-')[0], text, deed, kind, lang, tokens, buckets: bucketsOf(text), place: at / lines.length };
    });
  });
writeFileSync(process.argv[2]!, gzipSync(JSON.stringify(prepared)));

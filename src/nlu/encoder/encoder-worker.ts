// Runs the models in a thread of its own: texts in, unit vectors, risks and readings of turns out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { must } from '../../kernel/must.ts';
import { bucketsOf } from './buckets.ts';

/** A text by itself, a message with its risks, something that a business has written, or a message in its conversation. */
export type Wanted = {
  readonly text: string;
  readonly as: 'sentence' | 'message' | 'entry' | 'turn';
  /** Of a turn: the parts of its message that are read too, as they stand in it. */
  readonly parts?: readonly string[];
};
/** What the models make of one of the texts that were asked for; of a turn's message and then its parts, one after the other. */
export type Encoded = {
  readonly at: number;
  readonly vector: Float32Array;
  readonly risks?: Float32Array;
  readonly acts?: Float32Array;
  readonly intents?: Float32Array;
};

const LONGEST = 128;
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // They come as they should run: joined further, they would be slower.
  graphOptimizationLevel: 'basic',
  ...exactOnThisMachine(),
};

/** Older x64 processors (no VNNI) overflow when they multiply 8-bit numbers; a slower, exact kernel gives the results of all others. */
function exactOnThisMachine(): InferenceSession.SessionOptions {
  if (process.arch !== 'x64' || hasVnni()) return {};
  return { graphOptimizationLevel: 'extended', extra: { session: { x64quantprecision: '1' } } };
}

function hasVnni(): boolean {
  try {
    return /\bavx(?:512)?_vnni\b/.test(readFileSync('/proc/cpuinfo', 'latin1'));
  } catch {
    return false;
  }
}
const folder = workerData as string;
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(folder, 'encoder/tokenizer.json'), 'utf8')), {});
/** Tokens as vectors: where the three others begin. */
const words = InferenceSession.create(join(folder, 'encoder/words-int8.onnx'), OPTIONS);
const encoder = InferenceSession.create(join(folder, 'encoder/encoder-int8.onnx'), OPTIONS);
const detector = InferenceSession.create(join(folder, 'risk/risk-int8.onnx'), OPTIONS);
const reader = InferenceSession.create(join(folder, 'context/context-int8.onnx'), OPTIONS);

function tokensOf(text: string): readonly number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= LONGEST ? ids : [...ids.slice(0, LONGEST - 1), ...ids.slice(-1)];
}

/**
 * One text a run. The model's numbers are rounded by the largest of a run, so that in a common run a text's vector would
 * depend on its neighbours (a cosine of 0.991 was seen): what one customer is told must not depend on what others write.
 */
async function encode({ text, as, parts = [] }: Wanted): Promise<Omit<Encoded, 'at'>> {
  if (as === 'entry') return read([CLS, ...bare(text).slice(0, OF_ENTRY), SEP]);
  if (as === 'turn') return readTurn(text, parts);
  const embedded = await embed(tokensOf(text));
  const { embedding } = await (await encoder).run({ embedded });
  const vector = numbersOf(embedding);
  if (as === 'sentence') return { vector };
  const buckets = bucketsOf(text);
  const pieces = new Tensor('int64', BigInt64Array.from(buckets, BigInt), [buckets.length]);
  const { risks } = await (await detector).run({ embedded, buckets: pieces });
  return { vector, risks: numbersOf(risks) };
}

async function embed(ids: readonly number[]): Promise<Tensor> {
  const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const { embedded } = await (await words).run({ input_ids });
  return must(embedded, 'an output of the model');
}

/** `start` is where the message begins behind what was said before; `own` has the tokens of each part of it. */
async function read(ids: readonly number[], start = 0, own: readonly Span[] = []): Promise<Reading> {
  const before: Span = [0, start];
  const rows: Span[] = [[start, ids.length], ...own];
  const { vector, acts, intents } = await (await reader).run({
    embedded: await embed(ids),
    before: masks([before], ids.length),
    own: masks(rows, ids.length),
  });
  return { vector: numbersOf(vector), acts: numbersOf(acts), intents: numbersOf(intents) };
}

type Span = readonly [from: number, to: number];
type Reading = Required<Pick<Encoded, 'vector' | 'acts' | 'intents'>>;

const masks = (rows: readonly Span[], length: number) =>
  new Tensor(
    'float32',
    Float32Array.from(rows.flatMap(([from, to]) => Array.from({ length }, (_, at) => (at >= from && at < to ? 1 : 0)))),
    [rows.length, length],
  );

const numbersOf = (output: Tensor | undefined) => (must(output, 'an output of the model').data as Float32Array).slice();

const CLS = 101;
const SEP = 102;
const OF_ENTRY = 64;
const OF_MESSAGE = 64;
const OF_END = 24;
const bare = (text: string) => tokenizer.encode(text).ids.slice(1, -1);
const cut = (ids: number[], head: number, tail: number) =>
  ids.length <= head + tail ? ids : [...ids.slice(0, head), ...(tail ? ids.slice(-tail) : [])];

/** What was said and told before stands on lines of its own. */
async function readTurn(text: string, parts: readonly string[]): Promise<Reading> {
  const [said = '', told = '', message = ''] = text.split('\n');
  // The model was trained on parts of these lengths (models/context).
  const before = [...cut(bare(said), 24, 0), ...cut(bare(told), 28, 20)];
  const left = before.length ? [CLS, ...before, SEP] : [CLS];
  const room = Math.min(OF_MESSAGE, LONGEST - left.length - 1);
  const after = (tokens: number[], spans: readonly Span[] = []) =>
    read(
      [...left, ...cut(tokens, room - OF_END, OF_END), SEP],
      before.length ? left.length : 0,
      spans.map(([from, to]): Span => [left.length + from, left.length + to]),
    );
  const { ids, spans } = tokensIn(message, parts);
  if (ids.length <= room) return after(ids, spans);
  // A letter is longer than the model reads at once: each part of it is read behind the one before it.
  const readings: Reading[] = [await after(ids)];
  for (const [at, [from, to]] of spans.entries()) {
    const start = Math.max(spans[at - 1]?.[0] ?? from, to - room);
    readings.push(partOf(await after(ids.slice(start, to), [[Math.max(0, from - start), to - start]])));
  }
  const all = (of: keyof Reading) => Float32Array.from(readings.flatMap((reading) => [...reading[of]]));
  return { vector: all('vector'), acts: all('acts'), intents: all('intents') };
}

/** Of a message and one part of it, the part. */
const partOf = ({ vector, acts, intents }: Reading): Reading => {
  const second = (of: Float32Array) => of.slice(of.length / 2);
  return { vector: second(vector), acts: second(acts), intents: second(intents) };
};

/** The tokens of a message, and where its parts stand among them. */
function tokensIn(message: string, parts: readonly string[]) {
  const ids: number[] = [];
  const spans: Span[] = [];
  let at = 0;
  for (const part of parts) {
    const found = message.indexOf(part, at);
    const begins = found < 0 ? message.length : found;
    ids.push(...bare(message.slice(at, begins)));
    const from = ids.length;
    at = begins + (found < 0 ? 0 : part.length);
    ids.push(...bare(message.slice(begins, at)));
    spans.push([from, ids.length]);
  }
  ids.push(...bare(message.slice(at)));
  return { ids, spans };
}

const port = must(parentPort, 'a thread of its own');

/** Nothing in place of texts: it is over, between two runs of the model. */
port.on('message', async (texts: readonly Wanted[] | null) => {
  if (!texts) process.exit();
  for (const [at, wanted] of texts.entries()) {
    const encoded = await encode(wanted);
    const { vector, risks, acts, intents } = encoded;
    const buffers = [vector, risks, acts, intents].flatMap((each) => (each ? [each.buffer as ArrayBuffer] : []));
    port.postMessage({ at, ...encoded } satisfies Encoded, buffers);
  }
});

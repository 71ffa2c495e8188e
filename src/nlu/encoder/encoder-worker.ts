// The encoder's worker thread: receives texts and returns unit vectors, risk scores and turn encodings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { must } from '../../kernel/must.ts';
import { ngramBucketsOf } from './ngram-buckets.ts';

/** A plain text, a message with its risks, an entry written by a business, or a message in its conversation. */
export type EncodeRequest = {
  readonly text: string;
  readonly kind: 'sentence' | 'message' | 'entry' | 'turn';
  /** For a turn: the parts of the message to encode as well, in order. */
  readonly parts?: readonly string[];
};
/** The model outputs for one request; for a turn, those of the message and its parts are concatenated. */
export type EncodeResult = {
  /** The position of the request in its batch. */
  readonly index: number;
  readonly vector: Float32Array;
  readonly risks?: Float32Array;
  readonly acts?: Float32Array;
  readonly intents?: Float32Array;
};

const MAX_TOKENS = 128;
const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // The models are already optimised; fusing more operators makes them slower.
  graphOptimizationLevel: 'basic',
  ...exactArithmeticOptions(),
};

/** x64 processors without VNNI overflow in 8-bit multiplication; a slower, exact kernel gives the same results as elsewhere. */
function exactArithmeticOptions(): InferenceSession.SessionOptions {
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
/** Embeds tokens; its output is the input of the other three models. */
const tokenEmbedder = InferenceSession.create(join(folder, 'encoder/words-int8.onnx'), SESSION_OPTIONS);
const encoder = InferenceSession.create(join(folder, 'encoder/encoder-int8.onnx'), SESSION_OPTIONS);
const riskModel = InferenceSession.create(join(folder, 'risk/risk-int8.onnx'), SESSION_OPTIONS);
const turnModel = InferenceSession.create(join(folder, 'context/context-int8.onnx'), SESSION_OPTIONS);

function tokensOf(text: string): readonly number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
}

/**
 * Encodes one text per run. Activations are quantized by the largest value of a run, so in a shared run a text's vector
 * would depend on its neighbours (we saw a cosine of 0.991), and one customer's reply on what other customers write.
 */
async function encode({ text, kind, parts = [] }: EncodeRequest): Promise<Omit<EncodeResult, 'index'>> {
  if (kind === 'entry') return runTurnModel([CLS, ...tokenIdsOf(text).slice(0, MAX_ENTRY_TOKENS), SEP]);
  if (kind === 'turn') return encodeTurn(text, parts);
  const embedded = await embed(tokensOf(text));
  const { embedding } = await (await encoder).run({ embedded });
  const vector = numbersOf(embedding);
  if (kind === 'sentence') return { vector };
  const buckets = ngramBucketsOf(text);
  const bucketTensor = new Tensor('int64', BigInt64Array.from(buckets, BigInt), [buckets.length]);
  const { risks } = await (await riskModel).run({ embedded, buckets: bucketTensor });
  return { vector, risks: numbersOf(risks) };
}

async function embed(ids: readonly number[]): Promise<Tensor> {
  const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const { embedded } = await (await tokenEmbedder).run({ input_ids });
  return must(embedded, 'an output of the model');
}

/** `start` is the message's first token, after the previous turn; `parts` are the token spans of its parts. */
async function runTurnModel(ids: readonly number[], start = 0, parts: readonly TokenSpan[] = []): Promise<TurnOutput> {
  const previousTurn: TokenSpan = [0, start];
  const messageAndParts: TokenSpan[] = [[start, ids.length], ...parts];
  const { vector, acts, intents } = await (await turnModel).run({
    embedded: await embed(ids),
    before: spanMasks([previousTurn], ids.length),
    own: spanMasks(messageAndParts, ids.length),
  });
  return { vector: numbersOf(vector), acts: numbersOf(acts), intents: numbersOf(intents) };
}

type TokenSpan = readonly [from: number, to: number];
type TurnOutput = Required<Pick<EncodeResult, 'vector' | 'acts' | 'intents'>>;

const spanMasks = (rows: readonly TokenSpan[], length: number) =>
  new Tensor(
    'float32',
    Float32Array.from(
      rows.flatMap(([from, to]) => Array.from({ length }, (_, token) => (token >= from && token < to ? 1 : 0))),
    ),
    [rows.length, length],
  );

const numbersOf = (output: Tensor | undefined) => (must(output, 'an output of the model').data as Float32Array).slice();

const CLS = 101;
const SEP = 102;
// The turn model was trained on these lengths (models/context).
const MAX_ENTRY_TOKENS = 64;
const MAX_MESSAGE_TOKENS = 64;
const MAX_TAIL_TOKENS = 24;
const MAX_CUSTOMER_TOKENS = 24;
const REPLY_TOKENS = { head: 28, tail: 20 };
const tokenIdsOf = (text: string) => tokenizer.encode(text).ids.slice(1, -1);
const truncate = (ids: number[], head: number, tail: number) =>
  ids.length <= head + tail ? ids : [...ids.slice(0, head), ...(tail ? ids.slice(-tail) : [])];

/** The text has three lines: the customer's previous message, our reply, and the new message. */
async function encodeTurn(text: string, parts: readonly string[]): Promise<TurnOutput> {
  const [customerText = '', replyText = '', message = ''] = text.split('\n');
  const previousTokens = [
    ...truncate(tokenIdsOf(customerText), MAX_CUSTOMER_TOKENS, 0),
    ...truncate(tokenIdsOf(replyText), REPLY_TOKENS.head, REPLY_TOKENS.tail),
  ];
  const prefix = previousTokens.length ? [CLS, ...previousTokens, SEP] : [CLS];
  const maxMessageTokens = Math.min(MAX_MESSAGE_TOKENS, MAX_TOKENS - prefix.length - 1);
  const runOnMessage = (tokens: number[], spans: readonly TokenSpan[] = []) =>
    runTurnModel(
      [...prefix, ...truncate(tokens, maxMessageTokens - MAX_TAIL_TOKENS, MAX_TAIL_TOKENS), SEP],
      previousTokens.length ? prefix.length : 0,
      spans.map(([from, to]): TokenSpan => [prefix.length + from, prefix.length + to]),
    );
  const { ids, spans } = tokenizeParts(message, parts);
  if (ids.length <= maxMessageTokens) return runOnMessage(ids, spans);
  // The message is too long for one run, so each part is encoded together with the part before it.
  const outputs: TurnOutput[] = [await runOnMessage(ids)];
  for (const [index, [from, to]] of spans.entries()) {
    const start = Math.max(spans[index - 1]?.[0] ?? from, to - maxMessageTokens);
    outputs.push(lastSpanOf(await runOnMessage(ids.slice(start, to), [[Math.max(0, from - start), to - start]])));
  }
  const concat = (field: keyof TurnOutput) => Float32Array.from(outputs.flatMap((output) => [...output[field]]));
  return { vector: concat('vector'), acts: concat('acts'), intents: concat('intents') };
}

/** Keeps the second half of the output of a message and one part of it: the part's. */
const lastSpanOf = ({ vector, acts, intents }: TurnOutput): TurnOutput => {
  const secondHalf = (numbers: Float32Array) => numbers.slice(numbers.length / 2);
  return { vector: secondHalf(vector), acts: secondHalf(acts), intents: secondHalf(intents) };
};

/** The tokens of a message, and the token span of each of its parts. */
function tokenizeParts(message: string, parts: readonly string[]) {
  const ids: number[] = [];
  const spans: TokenSpan[] = [];
  let position = 0;
  for (const part of parts) {
    const foundIndex = message.indexOf(part, position);
    const partStart = foundIndex < 0 ? message.length : foundIndex;
    ids.push(...tokenIdsOf(message.slice(position, partStart)));
    const from = ids.length;
    position = partStart + (foundIndex < 0 ? 0 : part.length);
    ids.push(...tokenIdsOf(message.slice(partStart, position)));
    spans.push([from, ids.length]);
  }
  ids.push(...tokenIdsOf(message.slice(position)));
  return { ids, spans };
}

const port = must(parentPort, 'a thread of its own');

async function answer(requests: readonly EncodeRequest[]) {
  for (const [index, request] of requests.entries()) {
    const outputs = await encode(request);
    const { vector, risks, acts, intents } = outputs;
    const buffers = [vector, risks, acts, intents].flatMap((numbers) =>
      numbers ? [numbers.buffer as ArrayBuffer] : [],
    );
    port.postMessage({ index, ...outputs } satisfies EncodeResult, buffers);
  }
}

/** Null asks the thread to exit, which is only safe between two runs of the model. */
port.on('message', (requests: readonly EncodeRequest[] | null) => {
  if (!requests) process.exit();
  // A rejection is left unhandled so that it ends this thread: its 'error' event then rejects the open requests.
  void answer(requests);
});

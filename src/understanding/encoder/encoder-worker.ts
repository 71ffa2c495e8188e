// Runs the model in a thread of its own: texts in, unit vectors out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Some rows of the batch that was asked for, and their vectors one after the other. */
export type Encoded = { readonly rows: readonly number[]; readonly vectors: Float32Array };

type Row = { readonly at: number; readonly ids: readonly number[] };

const LONGEST = 128;
/** A run of its own costs about as much as this many tokens of padding. */
const PADDING = 16;
/** Bounds the memory that one run takes. */
const TOKENS = 512;

const folder = workerData as string;
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')), {});
const model = InferenceSession.create(join(folder, 'encoder-int8.onnx'), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // As fast without, and a long message does not leave its memory behind.
  enableCpuMemArena: false,
  enableMemPattern: false,
});

function tokensOf(text: string): readonly number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= LONGEST ? ids : [...ids.slice(0, LONGEST - 1), ids.at(-1)!];
}

/** Rows of like length together, so that a long message holds up no short one. */
function* runsOf(rows: readonly Row[]): Generator<readonly Row[]> {
  let run: Row[] = [];
  for (const row of [...rows].sort((a, b) => a.ids.length - b.ids.length)) {
    const longer = row.ids.length - (run.at(-1)?.ids.length ?? 0);
    const tooLong = (run.length + 1) * row.ids.length > TOKENS;
    if (run.length > 0 && (run.length * longer > PADDING || tooLong)) {
      yield run;
      run = [];
    }
    run.push(row);
  }
  yield run;
}

async function encode(run: readonly Row[]): Promise<Encoded> {
  const length = run.at(-1)!.ids.length;
  const ids = new BigInt64Array(run.length * length);
  const mask = new BigInt64Array(run.length * length);
  run.forEach((row, i) => {
    row.ids.forEach((id, j) => {
      ids[i * length + j] = BigInt(id);
    });
    mask.fill(1n, i * length, i * length + row.ids.length);
  });
  const shape = [run.length, length];
  const inputs = { input_ids: new Tensor('int64', ids, shape), attention_mask: new Tensor('int64', mask, shape) };
  const { embedding } = await (await model).run(inputs, ['embedding']);
  return { rows: run.map((row) => row.at), vectors: (embedding!.data as Float32Array).slice() };
}

parentPort!.on('message', async (texts: readonly string[]) => {
  for (const run of runsOf(texts.map((text, at) => ({ at, ids: tokensOf(text) })))) {
    const encoded = await encode(run);
    parentPort!.postMessage(encoded, [encoded.vectors.buffer as ArrayBuffer]);
  }
});

// Runs the model in a thread of its own: texts in, unit vectors out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** The vector of one text of those that were asked for. */
export type Encoded = { readonly at: number; readonly vector: Float32Array };

const LONGEST = 128;
const folder = workerData as string;
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')), {});
const model = InferenceSession.create(join(folder, 'encoder-int8.onnx'), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // It comes as it should run: joined further, it would be slower.
  graphOptimizationLevel: 'basic',
});

function tokensOf(text: string): readonly number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= LONGEST ? ids : [...ids.slice(0, LONGEST - 1), ids.at(-1)!];
}

/**
 * One text a run. The model's numbers are rounded by the largest of a run, so that in a common run a text's vector would
 * depend on its neighbours (a cosine of 0.991 was seen): what one customer is told must not depend on what others write.
 */
async function encode(text: string): Promise<Float32Array> {
  const ids = tokensOf(text);
  const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const { embedding } = await (await model).run({ input_ids });
  return (embedding!.data as Float32Array).slice();
}

/** Nothing in place of texts: it is over, between two runs of the model. */
parentPort!.on('message', async (texts: readonly string[] | null) => {
  if (!texts) process.exit();
  for (const [at, text] of texts.entries()) {
    const vector = await encode(text);
    parentPort!.postMessage({ at, vector } satisfies Encoded, [vector.buffer as ArrayBuffer]);
  }
});

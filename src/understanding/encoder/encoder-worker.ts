// Runs the models in a thread of its own: texts in, unit vectors and risks out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { bucketsOf } from './buckets.ts';

export type Wanted = { readonly text: string; readonly risks: boolean };
/** What the models make of one of the texts that were asked for. */
export type Encoded = { readonly at: number; readonly vector: Float32Array; readonly risks?: Float32Array };

const LONGEST = 128;
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // They come as they should run: joined further, they would be slower.
  graphOptimizationLevel: 'basic',
};
const folder = workerData as string;
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(folder, 'encoder/tokenizer.json'), 'utf8')), {});
const encoder = InferenceSession.create(
  withOutput(readFileSync(join(folder, 'encoder/encoder-int8.onnx')), 'layer'),
  OPTIONS,
);
const detector = InferenceSession.create(join(folder, 'risk/risk-int8.onnx'), OPTIONS);

/**
 * The model with one more output, which the detector of risks goes on from: two serialized messages in a row are one with
 * the repeated fields of both, so this is ModelProto{graph: {output: {name, type: a tensor of floats}}} behind it.
 */
function withOutput(model: Uint8Array, name: string): Uint8Array {
  const field = (tag: number, bytes: readonly number[]) => [tag, bytes.length, ...bytes];
  const output = [...field(0x0a, [...Buffer.from(name)]), ...field(0x12, field(0x0a, [0x08, 0x01]))];
  return Buffer.concat([model, Buffer.from(field(0x3a, field(0x62, output)))]);
}

function tokensOf(text: string): readonly number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= LONGEST ? ids : [...ids.slice(0, LONGEST - 1), ids.at(-1)!];
}

/**
 * One text a run. The model's numbers are rounded by the largest of a run, so that in a common run a text's vector would
 * depend on its neighbours (a cosine of 0.991 was seen): what one customer is told must not depend on what others write.
 */
async function encode({ text, risks: wanted }: Wanted): Promise<Omit<Encoded, 'at'>> {
  const ids = tokensOf(text);
  const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const { embedding, layer } = await (await encoder).run({ input_ids });
  const vector = (embedding!.data as Float32Array).slice();
  if (!wanted) return { vector };
  const buckets = bucketsOf(text);
  const pieces = new Tensor('int64', BigInt64Array.from(buckets, BigInt), [buckets.length]);
  const { risks } = await (await detector).run({ embedded: layer!, buckets: pieces });
  return { vector, risks: (risks!.data as Float32Array).slice() };
}

/** Nothing in place of texts: it is over, between two runs of the model. */
parentPort!.on('message', async (texts: readonly Wanted[] | null) => {
  if (!texts) process.exit();
  for (const [at, wanted] of texts.entries()) {
    const encoded = await encode(wanted);
    const buffers = [encoded.vector, encoded.risks].flatMap((each) => (each ? [each.buffer as ArrayBuffer] : []));
    parentPort!.postMessage({ at, ...encoded } satisfies Encoded, buffers);
  }
});

// Whether a sentence claims a deed, by a linear model over its pieces, words and kinds of words.
import { readFileSync } from 'node:fs';
import { COLUMNS, type Columns, columnsOf } from './deed-grams.ts';

export type DeedModel = { readonly bias: number; readonly step: number; readonly weights: Int8Array };

/** The bias and the size of a step, and a byte for each column. */
export function packDeeds({ bias, step, weights }: DeedModel): Uint8Array {
  const bytes = new Uint8Array(8 + weights.length);
  const view = new DataView(bytes.buffer);
  view.setFloat32(0, bias, true);
  view.setFloat32(4, step, true);
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), 8);
  return bytes;
}

function unpackDeeds(bytes: Uint8Array): DeedModel {
  if (bytes.length !== 8 + COLUMNS)
    throw new Error(`These weights have ${bytes.length} bytes; ${8 + COLUMNS} are read.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    bias: view.getFloat32(0, true),
    step: view.getFloat32(4, true),
    weights: new Int8Array(bytes.buffer, bytes.byteOffset + 8, COLUMNS),
  };
}

export function marginOf({ bias, step, weights }: DeedModel, { columns, values }: Columns): number {
  let sum = 0;
  for (let at = 0; at < columns.length; at++) sum += weights[columns[at]!]! * values[at]!;
  return bias + step * sum;
}

let model: DeedModel | undefined;

/** How far a sentence lies on the side of those that claim a deed: about 1 for a sure claim, -1 for surely none. */
export function deedMargin(sentence: string): number {
  model ??= unpackDeeds(readFileSync(new URL('../../../../../models/claims/deeds.bin', import.meta.url)));
  return marginOf(model, columnsOf(sentence));
}

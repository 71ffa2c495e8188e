import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Encoder } from '../src/nlu/encoder/encoder.ts';
import { openCachedEncoder, openStore } from './encoder-cache.ts';

const folder = await mkdtemp(join(tmpdir(), 'frontdesk-encodings-'));
afterAll(() => rm(folder, { recursive: true }));
const modelInputs: unknown[] = [];

/** Counts letters, so that texts of different lengths have different vectors. */
function openLetterCounter(): Encoder {
  const computeVector = (text: string) => Float32Array.of(text.length, 0.1, -2 / 3);
  const recordInput = <T>(input: unknown, result: T) => {
    modelInputs.push(input);
    return Promise.resolve(result);
  };
  return {
    encode: (texts) => recordInput(texts, texts.map(computeVector)),
    encodeEntries: (texts) => recordInput(texts, texts.map(computeVector).reverse()),
    scoreRisks: (message) => recordInput(message, Float32Array.of(message.length)),
    encodeTurn: (message, { said }, parts = []) =>
      recordInput(
        [message, said, parts],
        [message, ...parts].map((text) => ({
          vector: computeVector(text),
          acts: Float32Array.of(said.length),
          intents: new Float32Array(2),
        })),
      ),
    close: async () => {},
  };
}
const openWithSharedCache = () => openCachedEncoder(openStore(join(folder, 'cache.sqlite')), openLetterCounter);

const ENCODER_CALLS: [string, (encoder: Encoder) => Promise<unknown>][] = [
  ['texts', (encoder) => encoder.encode(['a', 'bb', 'a'])],
  ['entries', (encoder) => encoder.encodeEntries(['a', 'bb'])],
  ['a message', (encoder) => encoder.scoreRisks('a')],
  ['a turn', (encoder) => encoder.encodeTurn('a', { said: 'bb', told: '' })],
  ['a turn with parts', (encoder) => encoder.encodeTurn('a', { said: 'bb', told: '' }, ['ccc', 'd'])],
];

it.for(ENCODER_CALLS)('encodes %s as the models do, and runs them once for all processes', async ([, callEncoder]) => {
  const expected = await callEncoder(openLetterCounter());
  modelInputs.length = 0;
  const encoder = openWithSharedCache();
  expect(await Promise.all([callEncoder(encoder), callEncoder(encoder)])).toEqual([expected, expected]);
  expect(modelInputs).toHaveLength(1);
  expect(await callEncoder(openWithSharedCache())).toEqual(expected);
  expect(modelInputs).toHaveLength(1);
});

it('encodes only the texts that are new', async () => {
  const encoder = openWithSharedCache();
  await encoder.encode(['known']);
  modelInputs.length = 0;
  await openWithSharedCache().encode(['new', 'known']);
  expect(modelInputs).toEqual([['new']]);
});

it('does not cache a failure', async () => {
  let isBroken = true;
  const encoder = openCachedEncoder(openStore(join(folder, 'failing.sqlite')), () => ({
    ...openLetterCounter(),
    scoreRisks: async () => (isBroken ? Promise.reject(new Error('broken')) : Float32Array.of(1)),
  }));
  await expect(encoder.scoreRisks('x')).rejects.toThrow('broken');
  isBroken = false;
  expect(await encoder.scoreRisks('x')).toEqual(Float32Array.of(1));
});

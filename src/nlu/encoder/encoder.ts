// Turns texts into vectors that are close when the meanings are close, and scores risks. The models run in a worker thread.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLruCache } from '../../kernel/memoize.ts';
import { must } from '../../kernel/must.ts';
import { openEncoderThread } from './encoder-thread.ts';
import type { EncodeResult } from './encoder-worker.ts';
import { VECTOR_SIZE } from './quantized-vector.ts';

export type Encoder = {
  /**
   * One unit vector of 384 numbers per text. The vectors are shared with the cache, so do not modify them. Texts that are
   * not urgent wait while customers write; a long list is not urgent unless stated.
   */
  encode(texts: readonly string[], isUrgent?: boolean): Promise<Float32Array[]>;
  /** The probability of each kind of risk in a message; guardrails/risk.ts lists the kinds. Do not modify. */
  scoreRisks(message: string): Promise<Float32Array>;
  /** Like `encode`, but with the turn model: an entry's vector is close to the messages it answers. */
  encodeEntries(texts: readonly string[], isUrgent?: boolean): Promise<Float32Array[]>;
  /** Encodes a message in its conversation, then each of its parts, given in message order. Do not modify the result. */
  encodeTurn(message: string, previousTurn: PreviousTurn, parts?: readonly string[]): Promise<TurnEncoding[]>;
  close(): Promise<void>;
};
/** The last turn: `said` is the customer's message, `told` our reply. Persisted in the dialogue state, so the fields keep their names. */
export type PreviousTurn = { readonly said: string; readonly told: string };
export type TurnEncoding = {
  /** Close to the vectors of entries that answer the message. */
  vector: Float32Array;
  /** The probability of each of ACTS. */
  acts: Float32Array;
  /** The score of each of INTENTS. */
  intents: Float32Array;
};

const LABELS = JSON.parse(readFileSync(new URL('../../../models/context/labels.json', import.meta.url), 'utf8'));
export const ACTS: readonly string[] = LABELS.acts;
export const INTENTS: readonly string[] = LABELS.intents;

/** The probability that an entry with this similarity to a message answers it. */
export const answerProbability = (similarity: number): number =>
  1 / (1 + Math.exp(-(LABELS.scale * similarity + LABELS.bias)));

/** The model reads at most 128 tokens, which is always less text than this. */
const MAX_TEXT_LENGTH = 1024;
/** Longer lists are background work: customers' messages go first. */
const MAX_URGENT_TEXTS = 8;
const MODELS_FOLDER = join(import.meta.dirname, '../../../models');

export function openEncoder({
  folder = MODELS_FOLDER,
  cacheSize = 5_000,
}: {
  folder?: string;
  cacheSize?: number;
} = {}): Encoder {
  const thread = openEncoderThread(folder);
  // The caches hold promises, so that concurrent requests for the same text share one run of the model.
  const sentenceVectorCache = createLruCache<string, Promise<Float32Array>>(cacheSize);
  const entryVectorCache = createLruCache<string, Promise<Float32Array>>(cacheSize);
  const riskCache = createLruCache<string, Promise<Float32Array>>(cacheSize);
  const turnEncodingCache = createLruCache<string, Promise<TurnEncoding[]>>(cacheSize);

  type PromiseCache<Value> = {
    get(text: string): Value | undefined;
    set(text: string, value: Value): void;
    delete(text: string): void;
  };
  function cachePromise<Value>(
    cache: PromiseCache<Promise<Value>>,
    text: string,
    value: Promise<Value>,
  ): Promise<Value> {
    cache.set(text, value);
    value.catch(() => {
      if (cache.get(text) === value) cache.delete(text);
    });
    return value;
  }
  const vectorOf = (cache: typeof sentenceVectorCache, text: string, kind: 'sentence' | 'entry', isUrgent: boolean) =>
    cache.get(text) ??
    cachePromise(
      cache,
      text,
      thread.encode({ text, kind }, isUrgent).then(({ vector }) => vector),
    );
  const encodeAll = (
    cache: typeof sentenceVectorCache,
    kind: 'sentence' | 'entry',
    texts: readonly string[],
    isUrgent = texts.length <= MAX_URGENT_TEXTS,
  ) => Promise.all(texts.map((text) => vectorOf(cache, text.slice(0, MAX_TEXT_LENGTH), kind, isUrgent)));

  return {
    encode: (texts, isUrgent) => encodeAll(sentenceVectorCache, 'sentence', texts, isUrgent),
    encodeEntries: (texts, isUrgent) => encodeAll(entryVectorCache, 'entry', texts, isUrgent),
    scoreRisks(message) {
      const text = message.slice(0, MAX_TEXT_LENGTH);
      const cached = riskCache.get(text);
      if (cached !== undefined) return cached;
      // The same run also computes the vector.
      const encodeResult = thread.encode({ text, kind: 'message' }, true);
      void cachePromise(
        sentenceVectorCache,
        text,
        encodeResult.then(({ vector }) => vector),
      );
      return cachePromise(
        riskCache,
        text,
        encodeResult.then((result) => must(result.risks, 'the risks of a message')),
      );
    },
    encodeTurn(message, { said: customerText, told: replyText }, parts = []) {
      const toSingleLine = (text: string) => text.replaceAll('\n', ' ');
      const singleLineParts = parts.map(toSingleLine);
      // A long message is not cut here, because its parts may come late in it.
      const turn = [customerText, replyText, singleLineParts.length ? message : message.slice(0, MAX_TEXT_LENGTH)]
        .map(toSingleLine)
        .join('\n');
      const cacheKey = singleLineParts.length ? `${turn}\n${singleLineParts.join('\n')}` : turn;
      const cached = turnEncodingCache.get(cacheKey);
      if (cached) return cached;
      const encodeResult = thread.encode({ text: turn, kind: 'turn', parts: singleLineParts }, true);
      return cachePromise(
        turnEncodingCache,
        cacheKey,
        encodeResult.then((result) => [message, ...singleLineParts].map((_, index) => turnEncodingAt(result, index))),
      );
    },
    close: () => thread.close(),
  };
}

function turnEncodingAt({ vector, acts, intents }: EncodeResult, index: number): TurnEncoding {
  const slice = (numbers: Float32Array, length: number) => numbers.subarray(index * length, (index + 1) * length);
  return {
    vector: slice(vector, VECTOR_SIZE),
    acts: slice(must(acts, 'acts'), ACTS.length),
    intents: slice(must(intents, 'intents'), INTENTS.length),
  };
}

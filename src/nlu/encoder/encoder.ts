// Sentences as vectors that lie close where the meaning is close, and what they put at risk. The models run in a thread of
// their own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLruCache } from '../../kernel/memoize.ts';
import { must } from '../../kernel/must.ts';
import type { Encoded } from './encoder-worker.ts';
import { openThread } from './thread.ts';

export type Encoder = {
  /**
   * One vector of 384 numbers and unit length for each text. They are shared with the cache: read only. What is not
   * urgent waits while customers write; a long list never is.
   */
  encode(texts: readonly string[], urgent?: boolean): Promise<Float32Array[]>;
  /** How likely a customer's message is of each kind of risk; the kinds are in guardrails/risk.ts. Read only. */
  assess(message: string): Promise<Float32Array>;
  /** Like `encode`, as the reader sees them: near to the messages that they answer. */
  encodeEntries(texts: readonly string[], urgent?: boolean): Promise<Float32Array[]>;
  /** A message in its conversation, and then each of its parts, which stand in it in this order. Read only. */
  read(message: string, before: PreviousTurn, parts?: readonly string[]): Promise<ContextualReading[]>;
  close(): Promise<void>;
};
/** What was said last: by the customer, and what they were told. */
export type PreviousTurn = { readonly said: string; readonly told: string };
export type ContextualReading = {
  /** Near to the entries that answer it. */
  vector: Float32Array;
  /** How likely it does each of ACTS. */
  acts: Float32Array;
  /** A score of each of INTENTS. */
  intents: Float32Array;
};

const LABELS = JSON.parse(readFileSync(new URL('../../../models/context/labels.json', import.meta.url), 'utf8'));
export const ACTS: readonly string[] = LABELS.acts;
export const INTENTS: readonly string[] = LABELS.intents;

/** How likely an entry that is that near to a reading answers it. */
export const likelihoodOf = (near: number): number => 1 / (1 + Math.exp(-(LABELS.scale * near + LABELS.bias)));

const WIDTH = 384;
/** More than the model reads of any text: it stops at 128 tokens. */
const READ = 1024;
/** A list of more texts than this can wait: a customer's message goes before it. */
const FEW = 8;
const FOLDER = join(import.meta.dirname, '../../../models');

export function openEncoder({ folder = FOLDER, cached = 5_000 }: { folder?: string; cached?: number } = {}): Encoder {
  const thread = openThread(folder);
  // Promises, so that a text that is under way is shared as one that is known.
  const vectors = createLruCache<string, Promise<Float32Array>>(cached);
  const entries = createLruCache<string, Promise<Float32Array>>(cached);
  const risks = createLruCache<string, Promise<Float32Array>>(cached);
  const readings = createLruCache<string, Promise<ContextualReading[]>>(cached);

  type Known<Value> = {
    get(text: string): Value | undefined;
    set(text: string, value: Value): void;
    delete(text: string): void;
  };
  function keep<Value>(known: Known<Promise<Value>>, text: string, value: Promise<Value>): Promise<Value> {
    known.set(text, value);
    value.catch(() => {
      if (known.get(text) === value) known.delete(text);
    });
    return value;
  }
  const vectorOf = (known: typeof vectors, text: string, as: 'sentence' | 'entry', urgent: boolean) =>
    known.get(text) ??
    keep(
      known,
      text,
      thread.encode({ text, as }, urgent).then(({ vector }) => vector),
    );
  const all = (
    known: typeof vectors,
    as: 'sentence' | 'entry',
    texts: readonly string[],
    urgent = texts.length <= FEW,
  ) => Promise.all(texts.map((text) => vectorOf(known, text.slice(0, READ), as, urgent)));

  return {
    encode: (texts, urgent) => all(vectors, 'sentence', texts, urgent),
    encodeEntries: (texts, urgent) => all(entries, 'entry', texts, urgent),
    assess(message) {
      const text = message.slice(0, READ);
      const found = risks.get(text);
      if (found !== undefined) return found;
      // The vector is made on the way.
      const encoded = thread.encode({ text, as: 'message' }, true);
      void keep(
        vectors,
        text,
        encoded.then(({ vector }) => vector),
      );
      return keep(
        risks,
        text,
        encoded.then((each) => must(each.risks, 'the risks of a message')),
      );
    },
    read(message, { said, told }, parts = []) {
      const inLine = (text: string) => text.replaceAll('\n', ' ');
      const own = parts.map(inLine);
      // The parts of a letter may stand far behind its beginning.
      const turn = [said, told, own.length ? message : message.slice(0, READ)].map(inLine).join('\n');
      const key = own.length ? `${turn}\n${own.join('\n')}` : turn;
      const known = readings.get(key);
      if (known) return known;
      const encoded = thread.encode({ text: turn, as: 'turn', parts: own }, true);
      return keep(
        readings,
        key,
        encoded.then((all) => [message, ...own].map((_, at) => readingOf(all, at))),
      );
    },
    close: () => thread.close(),
  };
}

function readingOf({ vector, acts, intents }: Encoded, at: number): ContextualReading {
  const own = (numbers: Float32Array, length: number) => numbers.subarray(at * length, (at + 1) * length);
  return {
    vector: own(vector, WIDTH),
    acts: own(must(acts, 'acts'), ACTS.length),
    intents: own(must(intents, 'intents'), INTENTS.length),
  };
}

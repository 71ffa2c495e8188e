// What a model says goes out sentence by sentence, and only what may be said.
import { toStorable } from '../../../kernel/text.ts';
import type { Reason } from './guard/about.ts';
import type { Given } from './guard/evidence.ts';
import { createGuard } from './guard/guard.ts';
import { wholeSentences } from './guard/sentences.ts';

/** Of a passage that the model was given. */
const MARK = /\s*\[(\d{1,2})\]/g;
const MOST_TEXT = 4_000;

export type Dropped = { sentence: string; why: Reason; about: string };

export type Gate = {
  /** What is sure so far, whole sentences. */
  text(): string;
  /** The numbers of the passages that it rests on. */
  cited(): ReadonlySet<number>;
  /** What was not said, and why. After the first of them nothing more goes out. */
  dropped(): readonly Dropped[];
  hear(delta: string): void;
  end(): void;
};

/** `goesOn`: what is not supported is left out, and what follows it is said all the same. */
export function createGate(given: Given, say: (text: string) => void, goesOn = false): Gate {
  let text = '';
  let waiting = '';
  const cited = new Set<number>();
  const dropped: Dropped[] = [];
  const guard = createGuard(given);

  const pass = (sentence: string) => {
    const plain = toStorable(sentence.replaceAll(MARK, ''));
    const said = plain.trim();
    if (text.length + plain.length > MOST_TEXT) {
      dropped.push({ sentence: said, why: 'too-long', about: 'the answer is too long' });
      return;
    }
    const checked = guard.check(said);
    if (!checked.ok) dropped.push({ sentence: said, why: checked.why, about: checked.about });
    // What follows may rest on what was not said.
    if (!checked.ok || (dropped.length > 0 && !goesOn)) return;
    for (const [, number] of sentence.matchAll(MARK)) cited.add(Number(number));
    text += text ? plain : plain.trimStart();
    say(text.trimEnd());
  };
  const take = (isOver: boolean) => {
    const { whole, rest } = wholeSentences(waiting, isOver);
    waiting = rest;
    for (const sentence of whole) pass(sentence);
  };
  return {
    text: () => text.trimEnd(),
    cited: () => cited,
    dropped: () => dropped,
    hear(delta) {
      waiting += delta;
      take(waiting.length > MOST_TEXT);
    },
    end: () => take(true),
  };
}

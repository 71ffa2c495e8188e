// Releases a model's answer sentence by sentence, after each has passed the guard.
import { toStorable } from '../../../kernel/text.ts';
import type { DropReason } from './guard/checked-sentence.ts';
import type { GuardInput } from './guard/evidence.ts';
import { createSentenceGuard } from './guard/guard.ts';
import { wholeSentences } from './guard/sentences.ts';

/** Of a passage that the model was given. */
const MARK = /\s*\[(\d{1,2})\]/g;
const MOST_TEXT = 4_000;

export type DroppedSentence = { sentence: string; why: DropReason; about: string };

export type SentenceGate = {
  /** What is sure so far, whole sentences. */
  text(): string;
  /** The numbers of the passages that it rests on. */
  cited(): ReadonlySet<number>;
  /** The sentences that were dropped, and why. After the first of them nothing more is released. */
  dropped(): readonly DroppedSentence[];
  /** One after the other: the next when the one before it is settled. */
  push(delta: string): Promise<void>;
  end(): Promise<void>;
};

/** `goesOn`: unsupported sentences are left out, and later ones are still released. */
export function createSentenceGate(given: GuardInput, say: (text: string) => void, goesOn = false): SentenceGate {
  let text = '';
  let waiting = '';
  const cited = new Set<number>();
  const dropped: DroppedSentence[] = [];
  const guard = createSentenceGuard(given);

  const pass = async (sentence: string) => {
    const plain = toStorable(sentence.replaceAll(MARK, ''));
    const said = plain.trim();
    if (text.length + plain.length > MOST_TEXT) {
      dropped.push({ sentence: said, why: 'too-long', about: 'the answer is too long' });
      return;
    }
    const checked = await guard.check(said);
    if (!checked.ok) dropped.push({ sentence: said, why: checked.why, about: checked.about });
    // Later sentences may depend on the one that was dropped.
    if (!checked.ok || (dropped.length > 0 && !goesOn)) return;
    for (const [, number] of sentence.matchAll(MARK)) cited.add(Number(number));
    text += text ? plain : plain.trimStart();
    say(text.trimEnd());
  };
  const take = async (isOver: boolean) => {
    const { whole, rest } = wholeSentences(waiting, isOver);
    waiting = rest;
    for (const sentence of whole) await pass(sentence);
  };
  return {
    text: () => text.trimEnd(),
    cited: () => cited,
    dropped: () => dropped,
    push(delta) {
      waiting += delta;
      return take(waiting.length > MOST_TEXT);
    },
    end: () => take(true),
  };
}

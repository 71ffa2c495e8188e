// Releases a model's answer sentence by sentence, after each has passed the guard.
import { toStorable } from '../../../kernel/text.ts';
import { splitCompleteSentences } from './guard/complete-sentences.ts';
import type { GuardInput } from './guard/evidence.ts';
import { createSentenceGuard } from './guard/guard.ts';
import type { DropReason } from './guard/parsed-sentence.ts';

/** The number of a passage, such as [2]. */
const CITATION_PATTERN = /\s*\[(\d{1,2})\]/g;
const MAX_REPLY_CHARS = 4_000;

export type DroppedSentence = { sentence: string; reason: DropReason; detail: string };

export type SentenceGate = {
  /** The sentences released so far. */
  getReleasedText(): string;
  /** The numbers of the passages that they cite. */
  getCitedNumbers(): ReadonlySet<number>;
  /** The sentences that the guard rejected, and why. */
  getDroppedSentences(): readonly DroppedSentence[];
  /** Must be awaited before the next call. */
  push(delta: string): Promise<void>;
  end(): Promise<void>;
};

/** Stops at the first rejected sentence, unless `shouldContinueAfterDrop`: then only the rejected ones are left out. */
export function createSentenceGate(
  guardInput: GuardInput,
  onText: (text: string) => void,
  shouldContinueAfterDrop = false,
): SentenceGate {
  let text = '';
  let buffer = '';
  const citedNumbers = new Set<number>();
  const droppedSentences: DroppedSentence[] = [];
  const guard = createSentenceGuard(guardInput);

  const checkSentence = async (sentence: string) => {
    const sentenceWithoutCitations = toStorable(sentence.replaceAll(CITATION_PATTERN, ''));
    const trimmedSentence = sentenceWithoutCitations.trim();
    if (text.length + sentenceWithoutCitations.length > MAX_REPLY_CHARS) {
      droppedSentences.push({ sentence: trimmedSentence, reason: 'too-long', detail: 'the answer is too long' });
      return;
    }
    const verdict = await guard.check(trimmedSentence);
    if (!verdict.ok)
      droppedSentences.push({ sentence: trimmedSentence, reason: verdict.reason, detail: verdict.detail });
    // Later sentences may depend on the one that was dropped.
    if (!verdict.ok || (droppedSentences.length > 0 && !shouldContinueAfterDrop)) return;
    for (const [, number] of sentence.matchAll(CITATION_PATTERN)) citedNumbers.add(Number(number));
    text += text ? sentenceWithoutCitations : sentenceWithoutCitations.trimStart();
    onText(text.trimEnd());
  };
  const processBuffer = async (isComplete: boolean) => {
    const { completeSentences, unfinishedText } = splitCompleteSentences(buffer, isComplete);
    buffer = unfinishedText;
    for (const sentence of completeSentences) await checkSentence(sentence);
  };
  return {
    getReleasedText: () => text.trimEnd(),
    getCitedNumbers: () => citedNumbers,
    getDroppedSentences: () => droppedSentences,
    push(delta) {
      buffer += delta;
      return processBuffer(buffer.length > MAX_REPLY_CHARS);
    },
    end: () => processBuffer(true),
  };
}

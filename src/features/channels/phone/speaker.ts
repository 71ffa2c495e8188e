// Says replies sentence by sentence, and knows how much of them was heard.
import type { Formatter } from '../../../capability/formatter.ts';
import { endsWithSentence, type SpokenSentence, toSpeech } from './spoken-reply.ts';

export type Utterance = {
  /** The reply's text, as far as it is known. */
  text: string;
  /** The sentences that were sent to be spoken. */
  sentences: SpokenSentence[];
  isFinished: boolean;
  /** Nothing more of it is said. */
  isStopped: boolean;
  canInterrupt: boolean;
};

export function createSpeaker(send: (frame: object) => void, format: Formatter, charactersPerSecond: number) {
  /** When the voice will have said everything, in the time of `performance.now()`. */
  let quietAtMs = 0;

  function sendNewSentences(utterance: Utterance, sentences: SpokenSentence[], isLast: boolean): void {
    if (utterance.isStopped) return;
    const lastSentEnd = utterance.sentences.at(-1)?.end ?? -1;
    const newSentences = sentences.filter(({ end }) => end > lastSentEnd);
    const interruptible = utterance.canInterrupt ? {} : { interruptible: false };
    for (const [index, { text }] of newSentences.entries())
      send({ type: 'text', token: `${text} `, last: isLast && index === newSentences.length - 1, ...interruptible });
    if (isLast && newSentences.length === 0 && utterance.sentences.length > 0)
      send({ type: 'text', token: '', last: true });
    utterance.sentences.push(...newSentences);
    const characters = newSentences.reduce((sum, { text }) => sum + text.length, 0);
    quietAtMs = Math.max(quietAtMs, performance.now()) + (characters / charactersPerSecond) * 1_000;
  }

  return {
    begin: (): Utterance => ({ text: '', sentences: [], isFinished: false, isStopped: false, canInterrupt: true }),

    /** Says something else before the reply. */
    sayFirst(utterance: Utterance, text: string): void {
      const sentences = toSpeech(text, format).map((sentence) => ({ text: sentence.text, end: 0 }));
      sendNewSentences(utterance, sentences, false);
    },

    /** The text has grown. Its last sentence may not be complete yet. */
    update(utterance: Utterance, text: string): void {
      utterance.text = text;
      const sentences = toSpeech(text, format);
      sendNewSentences(utterance, endsWithSentence(text) ? sentences : sentences.slice(0, -1), false);
    },

    finish(utterance: Utterance, text: string, names: readonly string[] = []): void {
      utterance.text = text;
      utterance.isFinished = true;
      sendNewSentences(utterance, toSpeech(text, format, names), true);
    },

    /** Something that is already being said, such as the greeting. */
    markSpeaking(text: string): void {
      quietAtMs = performance.now() + (text.length / charactersPerSecond) * 1_000;
    },

    markQuiet(): void {
      quietAtMs = 0;
    },

    /** What the voice has probably said of it by now. */
    estimateSpokenPart({ sentences }: Utterance): string {
      const speech = sentences.map(({ text }) => text).join(' ');
      const remainingCharacters = (Math.max(0, quietAtMs - performance.now()) / 1_000) * charactersPerSecond;
      return speech.slice(0, Math.max(0, speech.length - Math.ceil(remainingCharacters)));
    },

    countRemainingMs: (): number => Math.max(0, quietAtMs - performance.now()),
  };
}

/**
 * How much of the reply's text was heard, by what was spoken until the interruption: all of the speech until then, or of
 * its latest sentences.
 */
export function countHeardCharacters({ sentences, text }: Utterance, spokenText: string): number {
  const heardSpeech = collapseSpaces(spokenText);
  const speech = collapseSpaces(sentences.map((sentence) => sentence.text).join(' '));
  const position = heardSpeech ? speech.indexOf(heardSpeech) : 0;
  let remainingCharacters = Math.max(position, 0) + heardSpeech.length;
  let start = 0;
  for (const { text: sentence, end } of sentences) {
    const { length } = collapseSpaces(sentence);
    if (remainingCharacters < length)
      return start + estimateHeardLength(text.slice(start, end), collapseSpaces(sentence), remainingCharacters);
    start = end;
    remainingCharacters -= length + 1;
    if (remainingCharacters < 0) break;
  }
  return start;
}

/** Where written and spoken words differ, the place is estimated. */
function estimateHeardLength(written: string, spoken: string, heardLength: number): number {
  const indent = written.length - written.trimStart().length;
  const words = written.slice(indent);
  let sameLength = 0;
  while (sameLength < words.length && words[sameLength] === spoken[sameLength]) sameLength += 1;
  if (heardLength <= sameLength) return moveToWordEnd(written, indent + heardLength);
  return moveToWordEnd(
    written,
    indent +
      sameLength +
      Math.floor(((words.length - sameLength) * (heardLength - sameLength)) / (spoken.length - sameLength)),
  );
}

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whole words: one that was cut was not understood. */
const moveToWordEnd = (text: string, position: number): number => {
  if (position === 0 || /\s/.test(text.charAt(position))) return position;
  return Math.max(0, text.lastIndexOf(' ', position));
};

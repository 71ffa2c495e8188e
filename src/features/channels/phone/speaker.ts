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
  let quietAt = 0;

  function release(utterance: Utterance, sentences: SpokenSentence[], isLast: boolean): void {
    if (utterance.isStopped) return;
    const releasedEnd = utterance.sentences.at(-1)?.end ?? -1;
    const fresh = sentences.filter(({ end }) => end > releasedEnd);
    const interruptible = utterance.canInterrupt ? {} : { interruptible: false };
    for (const [index, { text }] of fresh.entries())
      send({ type: 'text', token: `${text} `, last: isLast && index === fresh.length - 1, ...interruptible });
    if (isLast && fresh.length === 0 && utterance.sentences.length > 0) send({ type: 'text', token: '', last: true });
    utterance.sentences.push(...fresh);
    const characters = fresh.reduce((sum, { text }) => sum + text.length, 0);
    quietAt = Math.max(quietAt, performance.now()) + (characters / charactersPerSecond) * 1_000;
  }

  return {
    begin: (): Utterance => ({ text: '', sentences: [], isFinished: false, isStopped: false, canInterrupt: true }),

    /** Says something else before the reply. */
    sayFirst(utterance: Utterance, text: string): void {
      const sentences = toSpeech(text, format).map((sentence) => ({ text: sentence.text, end: 0 }));
      release(utterance, sentences, false);
    },

    /** The text has grown. Its last sentence may not be complete yet. */
    update(utterance: Utterance, text: string): void {
      utterance.text = text;
      const sentences = toSpeech(text, format);
      release(utterance, endsWithSentence(text) ? sentences : sentences.slice(0, -1), false);
    },

    finish(utterance: Utterance, text: string, names: readonly string[] = []): void {
      utterance.text = text;
      utterance.isFinished = true;
      release(utterance, toSpeech(text, format, names), true);
    },

    /** Something that is already being said, such as the greeting. */
    startsSaying(text: string): void {
      quietAt = performance.now() + (text.length / charactersPerSecond) * 1_000;
    },

    becomesQuiet(): void {
      quietAt = 0;
    },

    /** What the voice has probably said of it by now. */
    spokenPartOf({ sentences }: Utterance): string {
      const speech = sentences.map(({ text }) => text).join(' ');
      const remaining = (Math.max(0, quietAt - performance.now()) / 1_000) * charactersPerSecond;
      return speech.slice(0, Math.max(0, speech.length - Math.ceil(remaining)));
    },

    remainingMs: (): number => Math.max(0, quietAt - performance.now()),
  };
}

/**
 * How much of the reply's text was heard, by what was spoken until the interruption: all of the speech until then, or of
 * its latest sentences.
 */
export function heardCharacters({ sentences, text }: Utterance, spoken: string): number {
  const heard = normalize(spoken);
  const speech = normalize(sentences.map((sentence) => sentence.text).join(' '));
  const found = heard ? speech.indexOf(heard) : 0;
  let remaining = Math.max(found, 0) + heard.length;
  let start = 0;
  for (const { text: sentence, end } of sentences) {
    const { length } = normalize(sentence);
    if (remaining < length) return start + heardOfSentence(text.slice(start, end), normalize(sentence), remaining);
    start = end;
    remaining -= length + 1;
    if (remaining < 0) break;
  }
  return start;
}

/** Where written and spoken words differ, the place is estimated. */
function heardOfSentence(written: string, spoken: string, heard: number): number {
  const indent = written.length - written.trimStart().length;
  const words = written.slice(indent);
  let same = 0;
  while (same < words.length && words[same] === spoken[same]) same += 1;
  if (heard <= same) return endOfWord(written, indent + heard);
  return endOfWord(
    written,
    indent + same + Math.floor(((words.length - same) * (heard - same)) / (spoken.length - same)),
  );
}

const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whole words: one that was cut was not understood. */
const endOfWord = (text: string, position: number): number => {
  if (position === 0 || /\s/.test(text.charAt(position))) return position;
  return Math.max(0, text.lastIndexOf(' ', position));
};

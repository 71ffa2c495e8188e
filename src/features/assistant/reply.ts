import type { Slots, Source } from '../../capability/dialogue.ts';
import type { Considered } from './rank/choose.ts';
import type { Status } from './status.ts';

export type Receipt = { type: string; id: string; code?: string | null };

/** A part of what is said; several make a reply. */
export type Part = {
  text: string;
  suggestions?: string[];
  sources?: Source[];
  /** A person takes over. */
  handoff?: boolean;
};

export type Reply = {
  text: string;
  intent: string;
  confidence: number;
  status: Status;
  suggestions: string[];
  sources: Source[];
  receipts: Receipt[];
  slots: Slots;
  /** What dealt with the message: a guard, a policy or a model. */
  policy: string;
  /** What the message could have wanted, the likeliest first. */
  considered: readonly Considered[];
};

const MOST_SUGGESTIONS = 6;

/** "10 p.m." may end a sentence, but not twice. */
export const tidied = (text: string) => text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.');

/** A sentence of so many letters is a notice, or an answer to two questions: it is said once. */
const LONG = 40;

/** Parts in their order, as one; the answers to a letter in paragraphs. */
export function joined(parts: readonly Part[], between = ' '): Part {
  const sources = parts.flatMap((part) => part.sources ?? []);
  const texts = withoutRepeats([...new Set(parts.map(({ text }) => text.trim()).filter(Boolean))]);
  return {
    text: texts.join(between),
    suggestions: [...new Set(parts.flatMap((part) => part.suggestions ?? []))].slice(0, MOST_SUGGESTIONS),
    sources: [...new Map(sources.map((source) => [`${source.kind} ${source.id}`, source])).values()],
    handoff: parts.some((part) => part.handoff),
  };
}

/** A notice that ends each of several answers ends the last of them. */
function withoutRepeats(texts: readonly string[]): string[] {
  const said = new Set<string>();
  const isNew = (sentence: string) => sentence.length < LONG || (!said.has(sentence) && said.add(sentence));
  const once = (text: string) => text.split(BETWEEN).toReversed().filter(isNew).toReversed().join(' ');
  return texts.toReversed().map(once).toReversed().filter(Boolean);
}
const BETWEEN = /(?<=[.!?]) +/;

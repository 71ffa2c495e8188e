import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots, Source } from '../../capability/dialogue.ts';
import { createEmptySlots } from './dialogue-state.ts';
import type { ConsideredAction } from './rank/rank-actions.ts';
import { withoutRepeatedFacts } from './repeated-facts.ts';
import type { Status } from './status.ts';

export type Receipt = { type: string; id: string; code?: string | null };

/** A part of a response; several are composed into a reply. */
export type ResponsePart = {
  text: string;
  suggestions?: string[];
  sources?: Source[];
  /** Hands the conversation to a person. */
  handoff?: boolean;
  /** The question has no answer on record, so the team gets to see it. */
  unanswered?: boolean;
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
  unanswered?: boolean;
  /** The guard, policy or model that answered the message. */
  policy: string;
  /** The actions that were considered, the likeliest first. */
  considered: readonly ConsideredAction[];
};

/** A reply without content, to be completed. */
export const BLANK_REPLY: Reply = {
  text: '',
  intent: 'unknown',
  confidence: 0,
  status: 'open',
  suggestions: [],
  sources: [],
  receipts: [],
  slots: createEmptySlots(),
  policy: 'language',
  considered: [],
};

const MAX_SUGGESTIONS = 6;

/** Removes the second period where a sentence ends with an abbreviation: "10 p.m..". */
export const tidyPunctuation = (text: string) => text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.');

/** Sentences of at least this length must not be repeated within a reply; shorter ones may be. */
const MIN_UNIQUE_CHARS = 40;

/** Composes parts in order; `separator` may be a blank line, for the answers to a long message. */
export function composeParts(parts: readonly ResponsePart[], separator = ' '): ResponsePart {
  const sources = parts.flatMap((part) => part.sources ?? []);
  const texts = withoutRepeatedSentences(
    [...new Set(dropRepeatedFacts(parts).map((text) => text.trim()))].filter(Boolean),
  );
  return {
    text: texts.join(separator),
    suggestions: [...new Set(parts.flatMap((part) => part.suggestions ?? []))].slice(0, MAX_SUGGESTIONS),
    sources: [...new Map(sources.map((source) => [`${source.kind} ${source.id}`, source])).values()],
    handoff: parts.some((part) => part.handoff),
    unanswered: parts.some((part) => part.unanswered),
  };
}

/** Only answers with a source state facts; questions and confirmation requests are kept whole. */
function dropRepeatedFacts(parts: readonly ResponsePart[]): string[] {
  const answers = parts.filter(({ sources }) => sources?.length);
  const texts = withoutRepeatedFacts(answers.map(({ text }) => text));
  return parts.map((part) => texts[answers.indexOf(part)] ?? part.text);
}

/** Keeps a notice in several answers only in the last of them; a sentence that is itself the answer stays where it is one. */
function withoutRepeatedSentences(texts: readonly string[]): string[] {
  const sentencesByText = texts.map((text) => text.split(SENTENCE_BREAK_PATTERN));
  const findIndexes = (sentence: string) =>
    sentencesByText.flatMap((sentences, index) => (sentences.includes(sentence) ? [index] : []));
  const isKept = (sentence: string, index: number) => {
    const indexes = findIndexes(sentence);
    if (sentence.length < MIN_UNIQUE_CHARS || indexes.length < 2) return true;
    return index === (indexes.find((each) => sentencesByText[each]?.[0] === sentence) ?? indexes.at(-1));
  };
  return sentencesByText
    .map((sentences, index) => sentences.filter((sentence) => isKept(sentence, index)).join(' '))
    .filter(Boolean);
}
const SENTENCE_BREAK_PATTERN = /(?<=[.!?]) +/;

/** Receipts for the events that record something done for the customer. */
export function createReceipts(
  capabilities: ReadonlyMap<string, AnyCapability>,
  events: readonly { type: string; data: Record<string, unknown> }[],
): Receipt[] {
  const receiptTypes = ['booking', ...[...capabilities.values()].map(({ request }) => request?.kind)];
  return events
    .filter(({ type }) => receiptTypes.includes(type.split('.')[0]))
    .map(({ type, data }) => ({
      type,
      id: String(data.id),
      ...(typeof data.code === 'string' ? { code: data.code } : {}),
    }));
}

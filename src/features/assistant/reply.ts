import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots, Source } from '../../capability/dialogue.ts';
import type { ConsideredAction } from './rank/rank-actions.ts';
import type { Status } from './status.ts';

export type Receipt = { type: string; id: string; code?: string | null };

/** A part of a response; several are composed into a reply. */
export type ResponsePart = {
  text: string;
  suggestions?: string[];
  sources?: Source[];
  /** A person takes over. */
  handoff?: boolean;
  /** Something was asked that the business has not told: the team sees the question. */
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
  /** What dealt with the message: a guard, a policy or a model. */
  policy: string;
  /** What the message could have wanted, the likeliest first. */
  considered: readonly ConsideredAction[];
};

const MOST_SUGGESTIONS = 6;

/** "10 p.m." may end a sentence, but not twice. */
export const tidyPunctuation = (text: string) => text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.');

/** Sentences of this length are notices, or answer two questions at once: they are said only once. */
const LONG = 40;

/** Composes parts in their order; the answers to a long letter go into paragraphs. */
export function composeParts(parts: readonly ResponsePart[], between = ' '): ResponsePart {
  const sources = parts.flatMap((part) => part.sources ?? []);
  const texts = withoutRepeats([...new Set(parts.map(({ text }) => text.trim()).filter(Boolean))]);
  return {
    text: texts.join(between),
    suggestions: [...new Set(parts.flatMap((part) => part.suggestions ?? []))].slice(0, MOST_SUGGESTIONS),
    sources: [...new Map(sources.map((source) => [`${source.kind} ${source.id}`, source])).values()],
    handoff: parts.some((part) => part.handoff),
    unanswered: parts.some((part) => part.unanswered),
  };
}

/** A notice that ends several answers is kept only after the last of them. */
function withoutRepeats(texts: readonly string[]): string[] {
  const said = new Set<string>();
  const isNew = (sentence: string) => sentence.length < LONG || (!said.has(sentence) && said.add(sentence));
  const once = (text: string) => text.split(BETWEEN).toReversed().filter(isNew).toReversed().join(' ');
  return texts.toReversed().map(once).toReversed().filter(Boolean);
}
const BETWEEN = /(?<=[.!?]) +/;

/** Of events that are something done for the customer. */
export function receiptsOf(
  capabilities: ReadonlyMap<string, AnyCapability>,
  happened: readonly { type: string; data: Record<string, unknown> }[],
): Receipt[] {
  const done = ['booking', ...[...capabilities.values()].map(({ request }) => request?.kind)];
  return happened
    .filter(({ type }) => done.includes(type.split('.')[0]))
    .map(({ type, data }) => ({
      type,
      id: String(data.id),
      ...(typeof data.code === 'string' ? { code: data.code } : {}),
    }));
}

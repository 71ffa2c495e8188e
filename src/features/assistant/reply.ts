import type { Slots, Source } from '../../capability/dialogue.ts';
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
};

const MOST_SUGGESTIONS = 6;

/** "10 p.m." may end a sentence, but not twice. */
export const tidied = (text: string) => text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.');

/** Parts in their order, as one. */
export function joined(parts: readonly Part[]): Part {
  const sources = parts.flatMap((part) => part.sources ?? []);
  return {
    text: [...new Set(parts.map(({ text }) => text.trim()).filter(Boolean))].join(' '),
    suggestions: [...new Set(parts.flatMap((part) => part.suggestions ?? []))].slice(0, MOST_SUGGESTIONS),
    sources: [...new Map(sources.map((source) => [`${source.kind} ${source.id}`, source])).values()],
    handoff: parts.some((part) => part.handoff),
  };
}

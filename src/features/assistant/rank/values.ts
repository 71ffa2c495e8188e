import type { Cue } from './cues.ts';

export type Shared = {
  alone: ReadonlyMap<string, number>;
  inContext: ReadonlyMap<string, number>;
  best: { near: number; answers: number; any: number; common: number };
  /** How likely it does one of these acts. */
  does: (...acts: string[]) => number;
  /** How likely it asks, wants to begin something, or only talks. */
  asks: number;
  starts: number;
  chats: number;
  cues: Record<Cue, boolean>;
  words: number;
  /** How likely the likeliest is that is no question of its own to the business. */
  against: number;
  inScope: number;
  isShort: boolean;
  hasWhen: boolean;
  hasThing: boolean;
  isHealth: boolean;
  /** Slots that name nothing in particular, and slots that leave hardly a doubt. */
  broad: ReadonlySet<string>;
  decisive: ReadonlySet<string>;
  hasBudget: boolean;
  /** A passage was told last. */
  afterPassage: boolean;
};

export type Values = Record<string, number | boolean | undefined>;
/** Of one candidate: 'near' in the group 'passage' is 'passage near'. Names that are put together for each would take most of the time. */
export type Grouped = readonly (readonly [group: string, values: Values])[];

const LEAST = Math.log(1e-4);
export const log = (likely: number) => Math.max(LEAST, Math.log(likely)) / 4 + 1;

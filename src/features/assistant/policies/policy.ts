import type { State } from '../state.ts';
import type { Means, Taken, Turn } from '../turn.ts';

/** One way to deal with a message. */
export type Policy = {
  name: string;
  /** Undefined where the message is none of its business. */
  act(means: Means, turn: Turn, state: State): Promise<Taken | undefined>;
};

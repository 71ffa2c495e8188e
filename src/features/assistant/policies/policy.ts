import type { DialogueState } from '../dialogue-state.ts';
import type { Turn, TurnInputs, TurnResult } from '../turn.ts';

/** A dialogue policy; the dialogue manager uses the first one that applies. */
export type Policy = {
  name: string;
  /** Returns undefined if the policy does not apply to the message. */
  handle(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<TurnResult | undefined>;
};

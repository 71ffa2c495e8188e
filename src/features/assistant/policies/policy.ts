import type { DialogueState } from '../dialogue-state.ts';
import type { Turn, TurnInputs, TurnResult } from '../turn.ts';

/** One way to handle a message. */
export type Policy = {
  name: string;
  /** Undefined where the policy does not apply to the message. */
  act(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<TurnResult | undefined>;
};

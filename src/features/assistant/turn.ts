import type { AnyCapability, CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Risk } from '../../guardrails/risk.ts';
import { pressed } from './buttons.ts';
import type { ActiveTask, DialogueState } from './dialogue-state.ts';
import type { DocumentIndex } from './document-index.ts';
import type { BusinessContext } from './general.ts';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';
import type { Nlu } from './predict-intent.ts';
import type { ConsideredAction } from './rank/rank-actions.ts';
import type { Receipt, ResponsePart } from './reply.ts';

/** One customer message and everything that its answer may use. */
export type Turn = {
  /** The transaction, the business, and that a customer asks. */
  ctx: CapabilityContext<Business>;
  businessContext: BusinessContext;
  say: Formatter;
  capabilities: ReadonlyMap<string, AnyCapability>;
  /** The whole message. */
  message: ParsedMessage;
  /** The part of it that is dealt with. */
  text: string;
  /** What capabilities have answered in this turn. */
  results: unknown[];
  /** What the customer has told that holds for the whole conversation, this message included. */
  needs: NonNullable<DialogueState['needs']>;
  /** This message tells something that they must not have. */
  tellsNeed: boolean;
};

/** The result of one step of a task: what is said, and what is remembered. */
export type StepResult = {
  part: ResponsePart;
  task?: ActiveTask;
  offer?: DialogueState['offer'];
  /** The day that the answer comes to: "then" is meant of it. */
  day?: string;
};

/** What a turn is given beside the message: the NLU, the customer and the assessed risk. */
export type TurnInputs = {
  nlu: Nlu;
  customer: { name?: string; phone?: string; email?: string };
  /** What the message puts at risk. */
  risk: Risk;
};

/** The result of a turn. */
export type TurnResult = {
  part: ResponsePart;
  intent: string;
  confidence: number;
  slots: Slots;
  state: DialogueState;
  receipt?: Receipt;
  /** The actions that were considered. */
  considered?: ConsideredAction[];
};

export type TurnRequest = {
  message: string;
  /** In which industry the conversation is. */
  industry: AnyIndustry | undefined;
  businessName: string;
  customer: { name?: string; phone?: string; email?: string };
  /** What was read from documents and websites. */
  written?: DocumentIndex | undefined;
  state: DialogueState;
};

export function createTurn(
  ctx: Turn['ctx'],
  { message: sent, industry, businessName, written, state }: TurnRequest,
  needs = state.needs ?? {},
): Turn {
  const message = parseMessage(pressed(sent, ctx.business));
  return {
    ctx,
    businessContext: { business: ctx.business, businessName, industry, written, now: ctx.now, turn: state.turns ?? 0 },
    say: formatterFor(ctx.business),
    capabilities: new Map(industry?.capabilities.map((each) => [each.name, each]) ?? []),
    message,
    text: message.text,
    results: [],
    needs,
    tellsNeed: JSON.stringify(needs) !== JSON.stringify(state.needs ?? {}),
  };
}

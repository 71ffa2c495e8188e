import type { AnyCapability, CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Risk } from '../../guardrails/risk.ts';
import { toEnglishButton } from './buttons.ts';
import type { ActiveTask, DialogueState } from './dialogue-state.ts';
import type { BusinessContext } from './general.ts';
import type { KnowledgeIndex } from './knowledge-index.ts';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';
import type { Nlu } from './predict-intent.ts';
import type { ConsideredAction } from './rank/rank-actions.ts';
import type { Receipt, ResponsePart } from './reply.ts';

/** One customer message and everything that its answer may use. */
export type Turn = {
  /** The transaction and the business, with the customer as the caller. */
  ctx: CapabilityContext<Business>;
  /** The business with its name in this conversation, for searches and for answers from the document. */
  businessContext: BusinessContext;
  format: Formatter;
  capabilities: ReadonlyMap<string, AnyCapability>;
  /** The whole message. */
  message: ParsedMessage;
  /** The part of the message that is being answered. */
  text: string;
  /** The results of capabilities in this turn. */
  results: unknown[];
  /** Needs that hold for the whole conversation, including those in this message. */
  needs: NonNullable<DialogueState['needs']>;
  /** Whether this message states a need, such as an allergy. */
  statesNeed: boolean;
  /** What the customer has said of allergies and conditions, in their own words, and whether this message added to it. */
  remarks: readonly string[];
  statesRemark: boolean;
  /** Items that the lists of the previous reply, and those of this one, left out ("… and 6 more"). */
  itemsLeftOutBefore: readonly string[];
  itemsLeftOut: Set<string>;
};

/** The result of one step of a task: the response, and the state to keep. */
export type StepResult = {
  part: ResponsePart;
  task?: ActiveTask;
  offer?: DialogueState['offer'];
  /** The day that the answer names, so that "then" can refer to it. */
  day?: string;
};

/** The NLU, the customer, and the risk of the message. */
export type TurnInputs = {
  nlu: Nlu;
  customer: { name?: string; phone?: string; email?: string };
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
  industry: AnyIndustry | undefined;
  businessName: string;
  customer: { name?: string; phone?: string; email?: string };
  /** Imported documents and websites. */
  knowledgeIndex?: KnowledgeIndex | undefined;
  /** What happens next when this conversation is handed off, if not what the business says otherwise. */
  handoffMessage?: string | undefined;
  state: DialogueState;
};

export function createTurn(
  ctx: Turn['ctx'],
  { message: sentMessage, industry, businessName, knowledgeIndex, handoffMessage, state }: TurnRequest,
  needs = state.needs ?? {},
  remarks = state.remarks ?? [],
): Turn {
  const message = parseMessage(toEnglishButton(sentMessage, ctx.business));
  const itemsLeftOut = new Set<string>();
  return {
    ctx,
    businessContext: {
      business: ctx.business,
      businessName,
      industry,
      knowledgeIndex,
      handoffMessage,
      now: ctx.now,
      turnCount: state.turns ?? 0,
    },
    format: {
      ...formatterFor(ctx.business),
      rememberOmitted(items) {
        for (const item of items) itemsLeftOut.add(item);
      },
    },
    capabilities: new Map(industry?.capabilities.map((capability) => [capability.name, capability]) ?? []),
    message,
    text: message.text,
    results: [],
    needs,
    statesNeed: JSON.stringify(needs) !== JSON.stringify(state.needs ?? {}),
    remarks,
    itemsLeftOutBefore: state.rest ?? [],
    itemsLeftOut,
    statesRemark: remarks.length > 0 && remarks.at(-1) !== state.remarks?.at(-1),
  };
}

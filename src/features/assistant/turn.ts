import type { AnyCapability, CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type Say, sayFor } from '../../capability/say.ts';
import type { Risk } from '../../guardrails/risk.ts';
import { pressed } from './buttons.ts';
import type { Desk } from './general.ts';
import { type ParsedMessage, parseMessage } from './parsed-message.ts';
import type { Considered } from './rank/choose.ts';
import type { Part, Receipt } from './reply.ts';
import type { State, Task } from './state.ts';
import type { Understanding } from './understand.ts';
import type { Written } from './written.ts';

/** One message of a customer and all that its answer may rest on. */
export type Turn = {
  /** The transaction, the business, and that a customer asks. */
  ctx: CapabilityContext<Business>;
  desk: Desk;
  say: Say;
  capabilities: ReadonlyMap<string, AnyCapability>;
  /** The whole message. */
  message: ParsedMessage;
  /** The part of it that is dealt with. */
  text: string;
  /** What capabilities have answered in this turn. */
  results: unknown[];
  /** What the customer has told that holds for the whole conversation, this message included. */
  needs: NonNullable<State['needs']>;
  /** This message tells something that they must not have. */
  tellsNeed: boolean;
};

/** How far a turn has brought a task: what is said, and what is remembered. */
export type Step = {
  part: Part;
  task?: Task;
  offer?: State['offer'];
  /** The day that the answer comes to: "then" is meant of it. */
  day?: string;
};

/** Who understands the message, and what is known of whoever wrote it. */
export type Means = {
  understanding: Understanding;
  customer: { name?: string; phone?: string; email?: string };
  /** What the message puts at risk. */
  risk: Risk;
};

/** What a turn came to. */
export type Taken = {
  part: Part;
  intent: string;
  confidence: number;
  slots: Slots;
  state: State;
  receipt?: Receipt;
  /** What the message could have wanted. */
  considered?: Considered[];
};

export type Asked = {
  message: string;
  /** In which industry the conversation is. */
  industry: AnyIndustry | undefined;
  businessName: string;
  customer: { name?: string; phone?: string; email?: string };
  /** What was read from documents and websites. */
  written?: Written | undefined;
  state: State;
};

export function turnOf(
  ctx: Turn['ctx'],
  { message: sent, industry, businessName, written, state }: Asked,
  needs = state.needs ?? {},
): Turn {
  const message = parseMessage(pressed(sent, ctx.business));
  return {
    ctx,
    desk: { business: ctx.business, businessName, industry, written, now: ctx.now, turn: state.turns ?? 0 },
    say: sayFor(ctx.business),
    capabilities: new Map(industry?.capabilities.map((each) => [each.name, each]) ?? []),
    message,
    text: message.text,
    results: [],
    needs,
    tellsNeed: JSON.stringify(needs) !== JSON.stringify(state.needs ?? {}),
  };
}

// Routes a message to the embedded assistant or to a language model: by the kind of the embedded answer, not by its confidence.
import type { AnyCapability } from '../../../capability/capability.ts';
import { findSlotsWithRole } from '../../../capability/roles.ts';
import type { DialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import type { DialogueState } from '../dialogue-state.ts';
import { isGeneral } from '../general.ts';
import type { Reply } from '../reply.ts';
import { VERY_CONFIDENT } from '../thresholds.ts';
import type { Turn } from '../turn.ts';

/** Why the embedded answer is kept. Undefined: a language model may answer. */
export type KeepEmbeddedReason =
  /** An emergency, or a refusal for safety. */
  | 'safety'
  /** An action was completed. */
  | 'done'
  /** A plain yes or no to a confirmation request or an offer. */
  | 'yes-or-no'
  /** The customer wants a person. */
  | 'person'
  /** The message answers the question of the active task, or starts a task by name. */
  | 'fits'
  /** A fact from a record. */
  | 'record'
  /** A greeting or a thank you, and nothing else. */
  | 'courtesy';

/** Answers that are never left to a language model. */
const ALWAYS_EMBEDDED: readonly KeepEmbeddedReason[] = ['safety', 'done', 'yes-or-no', 'person'];

/** Whether the embedded answer is kept where a language model could be asked. */
export const keepsEmbeddedAnswer = (reason: KeepEmbeddedReason | undefined, engine: 'llm' | 'auto'): boolean =>
  reason !== undefined && (engine === 'auto' || ALWAYS_EMBEDDED.includes(reason));

export function findKeepEmbeddedReason(
  reply: Reply,
  turn: Turn,
  previousState: DialogueState,
  nextState: DialogueState,
): KeepEmbeddedReason | undefined {
  const { policy, receipts } = reply;
  if (receipts.length > 0) return 'done';
  if (isYesOrNo(turn, previousState)) return 'yes-or-no';
  if (policy === 'person') return 'person';
  if (turn.message.segments.length > 1 || nextState.unsure) return undefined;
  if (isCourtesy(reply, turn)) return 'courtesy';
  if (policy === 'task') return isProgress(turn, previousState, nextState) ? 'fits' : undefined;
  if (policy !== 'answer' || turn.statesNeed || nextState.needs) return undefined;
  if (nextState.task) return namesBookedItem(reply, turn) ? 'fits' : undefined;
  return isFact(reply, turn, previousState) ? 'record' : undefined;
}

const YES_OR_NO_ACTS = new Set<DialogueAct>(['yes', 'no', 'stop']);

const isYesOrNo = ({ message: { act } }: Turn, { task, offer }: DialogueState): boolean =>
  Boolean(task?.confirming || offer) && act !== undefined && YES_OR_NO_ACTS.has(act.act) && !act.rest;

const COURTESIES = ['general.greeting', 'general.thanks', 'general.goodbye'];
const MAX_COURTESY_WORDS = 6;

const isCourtesy = ({ intent, policy }: Reply, { text }: Turn): boolean =>
  policy === 'answer' && COURTESIES.includes(intent) && text.trim().split(/\s+/).length <= MAX_COURTESY_WORDS;

/** The message filled a slot of the active task and asked nothing itself. */
function isProgress({ message }: Turn, { task: previousTask }: DialogueState, { task }: DialogueState): boolean {
  if (!previousTask || !task || task.intent !== previousTask.intent || task.failedAttempts > 0 || message.isQuestion)
    return false;
  return JSON.stringify(task.slots) !== JSON.stringify(previousTask.slots);
}

/** The customer named what they want to book, rather than the assistant guessing it. */
function namesBookedItem(
  { intent, slots, confidence }: Reply,
  { capabilities, businessContext: { industry } }: Turn,
): boolean {
  const capability = capabilities.get(intent);
  if (!capability) return confidence >= VERY_CONFIDENT;
  const itemSlots = findSlotsWithRole(industry, 'service', 'meeting', 'goods').filter((slot) =>
    usesSlot(capability, slot),
  );
  return confidence >= VERY_CONFIDENT && itemSlots.every((slot) => (slots.catalogEntities[slot] ?? []).length > 0);
}

const usesSlot = ({ dialogue }: AnyCapability, slot: string): boolean => dialogue.fieldBySlot?.[slot] !== undefined;

/** A fact about the business or about one named item; later in a conversation a passage may be about something else. */
function isFact(
  { intent, confidence, sources }: Reply,
  { message, businessContext }: Turn,
  { turns = 0 }: DialogueState,
): boolean {
  if (confidence < VERY_CONFIDENT || message.text.split(/\s+/).length > MAX_FACT_QUESTION_WORDS) return false;
  if (isGeneral(intent)) return true;
  const [source] = sources;
  if (!source || sources.length > 1) return false;
  return (
    turns === 0 ||
    !PROSE_KINDS.includes(source.kind) ||
    businessContext.business.faqs.some(({ question }) => question === message.text)
  );
}
const MAX_FACT_QUESTION_WORDS = 12;
/** Kinds of sources that are prose, as opposed to named records. */
const PROSE_KINDS = ['faq', 'policy', 'about', 'page', 'document'];

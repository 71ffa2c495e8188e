// Routes a message to the embedded assistant or to a language model: by the kind of the embedded answer, not by its confidence.
import type { AnyCapability } from '../../../capability/capability.ts';
import { slotsBy } from '../../../capability/roles.ts';
import type { DialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import type { DialogueState } from '../dialogue-state.ts';
import { isGeneral } from '../general.ts';
import type { Reply } from '../reply.ts';
import { VERY_CONFIDENT } from '../thresholds.ts';
import type { Turn } from '../turn.ts';

/** Why the embedded answer is kept. Undefined: a language model may answer. */
export type EmbeddedReason =
  /** Danger, and what is refused for safety's sake. */
  | 'safety'
  /** Something was done. */
  | 'done'
  /** A plain yes or no to what was read back or offered. */
  | 'yes-or-no'
  /** They want a person. */
  | 'person'
  /** It answers what was asked for, or begins what was named. */
  | 'fits'
  /** A plain fact out of a record. */
  | 'record'
  /** A greeting or a thank you, and nothing else. */
  | 'courtesy';

/** Answers that are never left to a language model. */
const ALWAYS: readonly EmbeddedReason[] = ['safety', 'done', 'yes-or-no', 'person'];

/** Whether the embedded answer is kept where a language model could be asked. */
export const keepsEmbeddedAnswer = (kept: EmbeddedReason | undefined, engine: 'llm' | 'auto'): boolean =>
  kept !== undefined && (engine === 'auto' || ALWAYS.includes(kept));

export function embeddedReasonFor(
  reply: Reply,
  turn: Turn,
  before: DialogueState,
  after: DialogueState,
): EmbeddedReason | undefined {
  const { policy, receipts } = reply;
  if (receipts.length > 0) return 'done';
  if (isYesOrNo(turn, before)) return 'yes-or-no';
  if (policy === 'person') return 'person';
  if (turn.message.segments.length > 1 || after.unsure) return undefined;
  if (isCourtesy(reply, turn)) return 'courtesy';
  if (policy === 'task') return isProgress(turn, before, after) ? 'fits' : undefined;
  if (policy !== 'answer' || turn.tellsNeed || after.needs) return undefined;
  if (after.task) return isNamed(reply, turn) ? 'fits' : undefined;
  return isFact(reply, turn, before) ? 'record' : undefined;
}

const FINAL = new Set<DialogueAct>(['yes', 'no', 'stop']);

const isYesOrNo = ({ message: { act } }: Turn, { task, offer }: DialogueState): boolean =>
  Boolean(task?.confirming || offer) && act !== undefined && FINAL.has(act.act) && !act.rest;

const COURTESIES = ['general.greeting', 'general.thanks', 'general.goodbye'];
const FEW = 6;

const isCourtesy = ({ intent, policy }: Reply, { text }: Turn): boolean =>
  policy === 'answer' && COURTESIES.includes(intent) && text.trim().split(/\s+/).length <= FEW;

/** What was asked for was said, and nothing else was asked in turn. */
function isProgress({ message }: Turn, { task: asked }: DialogueState, { task }: DialogueState): boolean {
  if (!asked || !task || task.intent !== asked.intent || task.stuck > 0 || message.isQuestion) return false;
  return JSON.stringify(task.slots) !== JSON.stringify(asked.slots);
}

/** What is to be booked was said, and not guessed from the rest of the message. */
function isNamed({ intent, slots, confidence }: Reply, { capabilities, businessContext: { industry } }: Turn): boolean {
  const capability = capabilities.get(intent);
  if (!capability) return confidence >= VERY_CONFIDENT;
  const things = slotsBy(industry, 'service', 'meeting', 'goods').filter((slot) => needs(capability, slot));
  return confidence >= VERY_CONFIDENT && things.every((slot) => (slots.words[slot] ?? []).length > 0);
}

const needs = ({ dialogue }: AnyCapability, slot: string): boolean => dialogue.words?.[slot] !== undefined;

/** A fact about the business or about one named item; later in a conversation a passage may be about something else. */
function isFact(
  { intent, confidence, sources }: Reply,
  { message, businessContext }: Turn,
  { turns = 0 }: DialogueState,
): boolean {
  if (confidence < VERY_CONFIDENT || message.text.split(/\s+/).length > SHORT) return false;
  if (isGeneral(intent)) return true;
  const [source] = sources;
  if (!source || sources.length > 1) return false;
  return (
    turns === 0 ||
    !WRITTEN.includes(source.kind) ||
    businessContext.business.faqs.some(({ question }) => question === message.text)
  );
}
const SHORT = 12;
/** What the business has written in sentences, as against a record with a name. */
const WRITTEN = ['faq', 'policy', 'about', 'page', 'document'];

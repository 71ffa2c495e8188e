// Who answers a message: by the kind of answer that the embedded assistant has for it, not by how sure it is of that.
import type { AnyCapability } from '../../../capability/capability.ts';
import { slotsBy } from '../../../capability/roles.ts';
import type { Act } from '../../../understanding/fields/acts.ts';
import { isGeneral } from '../general.ts';
import { WELL } from '../likely.ts';
import type { Reply } from '../reply.ts';
import type { State } from '../state.ts';
import type { Turn } from '../turn.ts';

/** Why the embedded assistant's own answer stands. Left out: a language model may have the word. */
export type Kept =
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

/** What no language model decides. */
const ALWAYS: readonly Kept[] = ['safety', 'done', 'yes-or-no', 'person'];

/** Whether the answer stands, where a language model could be asked. */
export const stands = (kept: Kept | undefined, engine: 'llm' | 'auto'): boolean =>
  kept !== undefined && (engine === 'auto' || ALWAYS.includes(kept));

export function keptAs(reply: Reply, turn: Turn, before: State, after: State): Kept | undefined {
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

const FINAL = new Set<Act>(['yes', 'no', 'stop']);

const isYesOrNo = ({ message: { act } }: Turn, { task, offer }: State): boolean =>
  Boolean(task?.confirming || offer) && act !== undefined && FINAL.has(act.act) && !act.rest;

const COURTESIES = ['general.greeting', 'general.thanks', 'general.goodbye'];
const FEW = 6;

const isCourtesy = ({ intent, policy }: Reply, { text }: Turn): boolean =>
  policy === 'answer' && COURTESIES.includes(intent) && text.trim().split(/\s+/).length <= FEW;

/** What was asked for was said, and nothing else was asked in turn. */
function isProgress({ message }: Turn, { task: asked }: State, { task }: State): boolean {
  if (!asked || !task || task.intent !== asked.intent || task.stuck > 0 || message.isQuestion) return false;
  return JSON.stringify(task.slots) !== JSON.stringify(asked.slots);
}

/** What is to be booked was said, and not guessed from the rest of the message. */
function isNamed({ intent, slots, confidence }: Reply, { capabilities, desk: { industry } }: Turn): boolean {
  const capability = capabilities.get(intent);
  if (!capability) return confidence >= WELL;
  const things = slotsBy(industry, 'service', 'meeting', 'goods').filter((slot) => needs(capability, slot));
  return confidence >= WELL && things.every((slot) => (slots.words[slot] ?? []).length > 0);
}

const needs = ({ dialogue }: AnyCapability, slot: string): boolean => dialogue.words?.[slot] !== undefined;

/** Of the house, or of one thing that was named; in the middle of a talk a passage may be about something else. */
function isFact({ intent, confidence, sources }: Reply, { message, desk }: Turn, { turns = 0 }: State): boolean {
  if (confidence < WELL || message.text.split(/\s+/).length > SHORT) return false;
  if (isGeneral(intent)) return true;
  const [source] = sources;
  if (!source || sources.length > 1) return false;
  return (
    turns === 0 ||
    !WRITTEN.includes(source.kind) ||
    desk.business.faqs.some(({ question }) => question === message.text)
  );
}
const SHORT = 12;
/** What the business has written in sentences, as against a record with a name. */
const WRITTEN = ['faq', 'policy', 'about', 'page', 'document'];

// Between a handoff and the first reply of a person the assistant goes on: it answers what it only has to look up, and
// says that everything else was passed on.
import type { Slots } from '../../capability/dialogue.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { isQuestion } from './clauses.ts';
import { createEmptySlots, type DialogueState } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import type { BusinessContext } from './general.ts';
import { renderClosedNotice } from './opening-hours.ts';
import type { Reply } from './reply.ts';
import { VERY_CONFIDENT } from './thresholds.ts';
import type { Turn } from './turn.ts';

/** Nothing can be confirmed or accepted while a person is awaited, so no message can book or change anything. */
export function withoutPendingActions({ task: _, offer: __, paused: ___, ...state }: DialogueState): DialogueState {
  return state;
}

type Answer = { reply: Reply; state: DialogueState };

/** The answer to a message while the customer waits, based on the answer that the assistant would otherwise have given. */
export function answerWhileWaiting(turn: Turn, state: DialogueState, usualAnswer: Answer): Answer {
  const { contactRequested, task, offer, paused } = state;
  const contact = findContact(turn, contactRequested === true);
  const usualReply = usualAnswer.reply;
  const keepsUsualReply = isLookedUp(turn, usualAnswer) || isSafetyReply(usualReply);
  const { format } = turn;
  const availability = isQuestion(turn.text) ? usualAnswer.state.task?.told : undefined;
  const passedOnText = contact ? thankFor(contact, format) : acknowledge(usualReply, state, format);
  const text = keepsUsualReply ? usualReply.text : availability ? `${availability} ${passedOnText}` : passedOnText;
  const reply: Reply = {
    ...usualReply,
    text,
    status: 'handoff',
    suggestions: [],
    slots: { ...createEmptySlots(), ...contact },
    ...(keepsUsualReply ? {} : { sources: [], policy: 'waiting', ...(isQuestion(turn.text) ? {} : PASSED_TO_TEAM) }),
  };
  const { task: _, offer: __, unsure: ___, contactRequested: ____, ...nextState } = usualAnswer.state;
  const before = nextState.before && { ...nextState.before, told: text };
  // What was under way goes on if the conversation is handed back.
  return {
    reply,
    state: {
      ...nextState,
      ...(before && { before }),
      ...(task && { task }),
      ...(offer && { offer }),
      ...(paused && { paused }),
      // A question in between leaves the question for the contact details open.
      ...(keepsUsualReply && !contact && contactRequested && { contactRequested }),
    },
  };
}

/** A message for the team does not count as an unanswered question. */
const PASSED_TO_TEAM = { intent: 'general.human', confidence: 1, unanswered: false };

const FACT_INTENTS = [
  'general.hours',
  'general.location',
  'general.contact',
  'general.identity',
  'general.thanks',
  'general.goodbye',
];

/** Whether the answer was only looked up: in the document, in what the business has written, or in the calendar. */
function isLookedUp({ capabilities, text }: Turn, { reply, state }: Answer): boolean {
  const { intent, confidence, sources, receipts, status, unanswered } = reply;
  if (state.task || unanswered || receipts.length > 0 || status !== 'open') return false;
  const isLookup = FACT_INTENTS.includes(intent) || capabilities.get(intent)?.effect === 'read';
  if (isQuestion(text)) return isLookup || sources.length > 0;
  // What is told to the team is no question, even where something is written about it.
  const isKeyword = sources.length > 0 && text.trim().split(/\s+/).length <= MAX_KEYWORDS;
  return (isLookup || isKeyword) && confidence >= VERY_CONFIDENT;
}

/** "parking" and "gift cards" are questions. */
const MAX_KEYWORDS = 3;

/** An emergency, or a question that only a doctor may answer. */
const isSafetyReply = ({ intent, status, policy }: Reply): boolean =>
  intent === 'safety.emergency' || (policy === 'danger' && status === 'open');

type Contact = Pick<Slots, 'name' | 'phone' | 'email'>;

/** The contact details in the message. A name alone counts only as the answer to the question for it. */
function findContact(turn: Turn, wasRequested: boolean): Contact | undefined {
  const requestedSlots = wasRequested ? ['customer.name', 'customer.phone'] : [];
  const { name, phone, email } = extractTurnEntities(turn, turn.text, requestedSlots);
  const isAnswer = wasRequested && name !== undefined && !isQuestion(turn.text);
  if (!phone && !email && !isAnswer) return undefined;
  return { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
}

function thankFor({ name }: Contact, format: Formatter): string {
  const passedOnText = format.text('I’ve passed your details on to the team.');
  const firstName = name?.split(' ')[0];
  return firstName ? `${format.text('Thank you, {name}.', { name: firstName })} ${passedOnText}` : passedOnText;
}

/** Never the same sentence twice in a row. */
function acknowledge({ intent, policy }: Reply, { before }: DialogueState, format: Formatter): string {
  const acknowledgements = [
    ...(intent === 'general.greeting' && policy === 'answer'
      ? [format.text('I’m still here. The team has everything you told me and will get back to you.')]
      : []),
    format.text('I’ve added that for the team.'),
    format.text('Got it. The team will see that too.'),
  ];
  return acknowledgements.find((text) => text !== before?.told) ?? '';
}

type NextSteps = {
  /** The median time that the team takes for its first reply, where enough of them were measured. */
  typicalResponseSeconds: number | undefined;
  asksForContact: boolean;
};

/** Added to the handoff notice: how soon the team usually replies, and a request for contact details. */
export function renderNextSteps(
  { business, now }: Pick<BusinessContext, 'business' | 'now'>,
  { typicalResponseSeconds, asksForContact }: NextSteps,
): string {
  const format = formatterFor(business);
  const isOpen = renderClosedNotice(business, now) === undefined;
  const time =
    isOpen && typicalResponseSeconds !== undefined ? renderRoundedDuration(typicalResponseSeconds, format) : undefined;
  return [
    ...(time ? [format.text('We usually reply within {time}.', { time })] : []),
    ...(asksForContact
      ? [format.text('Can I get your name and a phone number or email, in case we miss you here?')]
      : []),
  ].join(' ');
}

const ROUNDING_MINUTES = 5;
const MAX_STATED_MINUTES = 60;
const MAX_STATED_HOURS = 12;

/** Rounded up, so that it is not promised too early; undefined where it is so long that a figure would not help. */
function renderRoundedDuration(seconds: number, format: Formatter): string | undefined {
  const minutes = Math.max(1, Math.ceil(seconds / 60 / ROUNDING_MINUTES)) * ROUNDING_MINUTES;
  if (minutes < MAX_STATED_MINUTES) return format.duration(minutes);
  const hours = Math.ceil(minutes / 60);
  return hours <= MAX_STATED_HOURS ? format.duration(hours * 60) : undefined;
}

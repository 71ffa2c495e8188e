// A message in the middle of something: an answer, a correction, a yes, a question beside it, or a change of mind.
import type { Slots } from '../../capability/dialogue.ts';
import { findAct } from '../../understanding/fields/acts.ts';
import { actsIn } from './acts-in.ts';
import { thanked } from './ask.ts';
import { advanceChange, CHANGES, carryOutChange } from './changes.ts';
import { isQuestion } from './clauses.ts';
import { itsPrice, withItsThing } from './context.ts';
import { askWhichCount, bareCount } from './count.ts';
import { applied, changes, chosenIn, differs, firstOffered } from './fill.ts';
import { handOver, toneOf } from './general.ts';
import { hearIn } from './hear.ts';
import { lookUp } from './lookup.ts';
import { withMeant } from './meant.ts';
import { sayPeople } from './people.ts';
import { leftOff, PERSON } from './phrases.ts';
import { choose, type Decision, type Want } from './rank/choose.ts';
import { says } from './rank/cues.ts';
import { joined, type Part, type Receipt } from './reply.ts';
import { isOpen, rounded, serve, withPerson } from './serve.ts';
import { withThem } from './spoken-of.ts';
import { merged, newTask, noSlots, type State, type Task } from './state.ts';
import { advance, carryOut } from './task.ts';
import { NOTHING_SAID } from './tracker.ts';
import type { Means, Step, Taken, Turn } from './turn.ts';
import { askWhichTime } from './when.ts';

/** Goes on with what is under way; undefined where the message begins something else. */
export const goOn = async (means: Means, turn: Turn, state: State, task: Task): Promise<Taken | undefined> =>
  (await besides(means, turn, state, task)) ?? withTask(means, turn, state, task);

/** "Dana Fox, 212 555 0142. Is there parking?": what is asked beside the answer is answered too. */
async function besides(means: Means, turn: Turn, state: State, task: Task): Promise<Taken | undefined> {
  const { segments } = turn.message;
  const textsOf = (asking: boolean) => segments.filter((each) => each.isQuestion === asking).map(({ text }) => text);
  const questions = textsOf(true);
  const rest = textsOf(false).join(' ');
  if (questions.length === 0 || !rest || task.confirming) return undefined;
  const next = applied(turn, task, rest);
  if (!differs(turn, task, next)) return undefined;
  const question = { ...turn, text: questions.join(' ') };
  return elsewhere(
    means,
    question,
    state,
    { ...next, stuck: 0 },
    differs(turn, next, applied(turn, next, question.text)),
  );
}

async function withTask(means: Means, turn: Turn, state: State, under: Task): Promise<Taken | undefined> {
  const { desk, text } = turn;
  const { count: asNumber, ...task } = under;
  const act = findAct(text);
  // A bare yes or no may be what was asked for; before a reading back it says nothing of its own.
  const isAnswer = !act || act.act === 'any' || (!act.rest && !task.confirming);
  const slotsNow = isAnswer ? text : act.rest;
  const isLeft = task.asked.includes(LEAVE) && act?.act === 'yes' && !act.rest;
  const acts = await actsIn(means, turn, state);
  const isDropped = acts.drops && !isQuestion(text) && !changes(turn, task, text);
  const isScrapped = says('scraps', text) && act?.act === 'stop' && !isQuestion(text) && !changes(turn, task, act.rest);
  // "Cancel that, 6:45 is insane" names the time only to say what is wrong with it.
  const isCancelled = acts.cancels && act?.act === 'stop' && !CHANGES_IT.test(act.rest);
  if (isLeft || isDropped || isScrapped || isCancelled || (act?.act === 'stop' && !act.rest))
    return told(task.intent, { part: { text: leftOff(toneOf(desk), turn.say) } }, task.slots);
  if (act?.act === 'restart') {
    const fresh = withPerson({ words: {}, own: {} }, means);
    return told(task.intent, await step(turn, newTask(task.intent, fresh)), fresh);
  }
  if (state.booked && says('moves', text) && !CHANGES.includes(task.intent)) {
    const slots = { ...noSlots(), ...whenOf(chosenIn(turn, task) ?? applied(turn, task, text)) };
    return told('booking.change', await advanceChange(turn, newTask('booking.change', slots)), slots);
  }
  if (state.booked && acts.cancels && says('cancels', text) && !CHANGES.includes(task.intent) && !isQuestion(text))
    return told('booking.cancel', await advanceChange(turn, newTask('booking.cancel')), noSlots());
  const agrees = act?.act === 'yes' || (act?.act === 'continue' && !act.rest);
  if (task.confirming && agrees && !changes(turn, task, act.rest))
    return withAnswer(means, turn, state, await finish(turn, task), act.rest);
  if (task.confirming && act?.act === 'no' && !changes(turn, task, act.rest)) {
    return told(task.intent, whatElse(turn, task), task.slots);
  }
  const isYes = act?.act === 'yes' && !act.rest;
  // A yes to "7 people, or 7 o'clock?" is taken for the people, and read back.
  const agreed = isYes && asNumber ? { number: asNumber, means: 'people' } : undefined;
  const count = agreed ?? (hearIn(turn, text, []).partySize === undefined ? bareCount(text, task) : undefined);
  if (count?.means === 'either') {
    const asking = { ...task, confirming: false, count: count.number };
    return told(task.intent, { part: askWhichCount(count.number), task: asking }, task.slots);
  }
  const picked = count ? { ...task, slots: { ...task.slots, partySize: count.number } } : chosenIn(turn, task);
  const chosen = picked ?? (isYes ? firstOffered(turn, task) : undefined);
  if (!chosen && isYes && task.offered?.length) return told(task.intent, askWhichTime(turn, task), task.slots);
  const next = chosen ?? (await understood(means, turn, task, applied(turn, task, slotsNow, act?.act)));
  const isNew = differs(turn, task, next);
  const other = await elsewhere(means, turn, state, task, isNew);
  if (other) return other;
  // Whoever agrees to a question that a yes does not answer is asked once more in the same words, and no oftener.
  const isVague = agrees || act?.act === 'continue' || act?.act === 'any' || task.confirming;
  if (!isNew && !isVague) return stuck(turn, task);
  // Details that fit no booking are new each time, and get nobody further.
  const times = CHANGES.includes(task.intent) && !task.confirming ? task.stuck : isNew ? 0 : 1;
  // Whoever tells something else is not asked once more: what was asked stays open.
  const { put } = next;
  const open = isNew && put ? { ...next, put: { ...put, times: Math.min(put.times, 1) } } : next;
  const taken = await step(turn, { ...open, confirming: false, stuck: times });
  const isAgain = !isNew && task.stuck > 0 && taken.task && questionOf(taken.task) === questionOf(task);
  return isAgain ? stuck(turn, task) : told(task.intent, thanked(task, taken, turn.say), next.slots);
}

/** An answer in words that the business does not use names one of the choices by its meaning. */
async function understood({ understanding }: Means, turn: Turn, task: Task, next: Task): Promise<Task> {
  const capability = turn.capabilities.get(task.intent);
  const isAsked = task.put && (task.asked[0] === task.put.field || task.choosing);
  if (!capability || !isAsked || isQuestion(turn.text)) return next;
  return { ...next, slots: await withMeant(understanding, turn, capability, next.slots) };
}

const whenOf = ({ slots: { date, time } }: Task) => ({ ...(date ? { date } : {}), ...(time ? { time } : {}) });

const questionOf = ({ asked, confirming, offered }: Task) => JSON.stringify([asked, confirming, offered]);

/** One step further, whichever kind of task it is. */
function step(turn: Turn, task: Task): Promise<Step> {
  if (CHANGES.includes(task.intent)) return advanceChange(turn, task);
  const capability = turn.capabilities.get(task.intent)!;
  return capability.effect === 'read' ? lookUp(turn, capability, task) : advance(turn, task);
}

async function finish(turn: Turn, task: Task): Promise<Taken> {
  const done: Step & { receipt?: Receipt } = CHANGES.includes(task.intent)
    ? await carryOutChange(turn, task)
    : await carryOut(turn, task);
  const taken = told(task.intent, done, task.slots);
  const topic = done.task ? taken.state.topic : { intent: task.intent, slots: task.slots, done: true };
  return { ...taken, state: { ...taken.state, topic }, ...(done.receipt ? { receipt: done.receipt } : {}) };
}

/** "Yes. Is there parking?": what is asked beside the yes is answered after it. */
async function withAnswer(means: Means, turn: Turn, state: State, taken: Taken, text: string): Promise<Taken> {
  if (!isQuestion(text)) return taken;
  const { decision, slots } = await understoodIn(means, { ...turn, text }, state, hearIn(turn, text, []));
  const isAnswer = !isOpen(decision) && decision.confidence >= BESIDE && !isDeed(turn, decision.intent);
  if (!isAnswer) return taken;
  const { part } = await serve(means, { ...turn, text }, { decision, slots }, { ...state, task: undefined });
  return { ...taken, part: joined([taken.part, part]) };
}

const isDeed = ({ capabilities }: Turn, intent: string) =>
  CHANGES.includes(intent) || capabilities.get(intent)?.effect === 'write';

/** What a message wants, were nothing under way. */
async function understoodIn({ understanding }: Means, turn: Turn, state: State, slots: Slots): Promise<Want> {
  const { desk, capabilities, text } = turn;
  const { focus = [], before = NOTHING_SAID, booked = false, topic } = state;
  const understood = await understanding.understand(text, desk, before);
  const scene = { understood: understood!, slots, capabilities, industry: desk.industry, focus, before, booked };
  return choose({ ...scene, ...(topic ? { topic } : {}) });
}

export function told(intent: string, { part, task, offer }: Step, slots: Slots, confidence = 1): Taken {
  return {
    part,
    intent,
    confidence: rounded(confidence),
    slots: task?.slots ?? slots,
    state: { task, offer, unsure: 0, topic: { intent, slots: task?.slots ?? slots } },
  };
}

const whatElse = ({ desk, say }: Turn, task: Task): Step => ({
  part: {
    text:
      desk.business.tone === 'formal'
        ? say.text('Certainly. What may I change, or shall I leave it?')
        : say.text('No problem! What would you like to change, or shall I leave it?'),
    suggestions: [say.text('Another time'), say.text('Leave it')],
  },
  task: { ...task, confirming: false, asked: ['startsAt', LEAVE] },
});

/** It was asked whether to leave it. */
const LEAVE = 'leave';

const SURELY = 0.6;
/** A question beside the matter is answered where it is understood that well. */
const BESIDE = 0.45;
/** Such words change what is under way; they do not ask about something else. */
const CHANGES_IT =
  /\b(instead|actually|rather|make (?:it|that)|change|same time|could (?:i|we) (?:do|have|get)|can (?:i|we) (?:do|have|get))\b/i;
const MORE_THAN_AN_ANSWER = new Set(['general.human', 'general.complaint']);
const NO_DIGRESSION = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'unknown']);

/** A question beside the matter is answered, and then the matter goes on; another wish takes its place. */
async function elsewhere(
  means: Means,
  turn: Turn,
  state: State,
  task: Task,
  isNew: boolean,
): Promise<Taken | undefined> {
  const { text } = turn;
  const asks = isQuestion(text) || (!isNew && (await actsIn(means, turn, state)).asks);
  const heard = hearIn(turn, text, [], task.slots);
  // Whoever is asked which booking it is, and names none, may want something new.
  const isLost = CHANGES.includes(task.intent) && !task.bookingId && !hasWho(heard);
  if (isNew && !isLost && (!asks || CHANGES_IT.test(text))) return undefined;
  // "Is Sam in on Friday?" is answered by what Sam has free then, where that is what the booking waits for.
  const people = asks && !(isNew && heard.date) ? sayPeople(turn, heard, state) : undefined;
  if (people) {
    const taken = await besideTask(turn, withAsked(turn, task, people.part), task.intent, [people.part]);
    return { ...taken, slots: heard };
  }
  const { decision, slots: meant } = await understoodIn(means, turn, state, heard);
  if (decision.intent === task.intent || NO_DIGRESSION.has(decision.intent)) return undefined;
  if (MORE_THAN_AN_ANSWER.has(decision.intent) && decision.confidence >= SURELY) {
    const { part } = await serve(means, turn, { decision, slots: heard }, state);
    return told(decision.intent, { part }, heard, decision.confidence);
  }
  if (!isSureEnough(decision, isNew, asks)) return undefined;
  if (isDeed(turn, decision.intent))
    return isNew && !isLost ? undefined : switched(means, turn, state, task, decision, heard);
  const about = withItsThing(turn, meant, task.slots, text) ?? meant;
  const { part } = await serve(means, turn, { decision, slots: about }, { ...state, task: undefined });
  const price = decision.intent === 'faq' ? await itsPrice(turn, task.slots) : [];
  const taken = await besideTask(turn, task, decision.intent, [part, ...price], decision.confidence);
  return { ...taken, slots: heard };
}

/** Whoever asks in a booking when somebody works would have it with them. */
function withAsked(turn: Turn, task: Task, { sources: [one, another] = [] }: Part): Task {
  const capability = turn.capabilities.get(task.intent);
  if (!capability || !one || another || task.slots.words.staff) return task;
  return { ...task, slots: withThem(turn, capability, task.slots, { id: one.id, name: one.title }) };
}

/** An answer, and back to what is under way. */
async function besideTask(turn: Turn, task: Task, intent: string, parts: Part[], confidence = 1): Promise<Taken> {
  // To ask again after an answer is to come back to it, and not to ask a second time.
  const { put, ...asked } = task;
  const back = await step(turn, { ...asked, confirming: false });
  if (back.task && put) back.task.put = put;
  const again = { ...back.part, text: withAnd(back.part.text) };
  return told(intent, { ...back, part: joined([...parts, again]) }, task.slots, confidence);
}

/** A question goes on from the answer before it. */
const withAnd = (text: string): string =>
  /^(?:what|which|how|who|when|may|shall)\b/i.test(text) ? `And ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const hasWho = ({ name, phone, email, code, dateOfBirth }: Slots) =>
  Boolean(name || phone || email || code || dateOfBirth);

function isSureEnough({ confidence }: Decision, isNew: boolean, asks: boolean): boolean {
  return confidence >= (isNew ? 0.75 : asks ? BESIDE : SURELY);
}

/** Whoever asks to cancel what is not booked yet only leaves it off. */
async function switched(
  means: Means,
  turn: Turn,
  state: State,
  task: Task,
  decision: Decision,
  heard: Slots,
): Promise<Taken> {
  if (decision.intent === 'booking.cancel' && !heard.code && !CHANGES.includes(task.intent)) {
    return told(decision.intent, { part: { text: leftOff(toneOf(turn.desk), turn.say) } }, task.slots);
  }
  const { name, phone, email, dateOfBirth } = task.slots;
  const slots = merged(
    { words: {}, own: {}, ...JSON.parse(JSON.stringify({ name, phone, email, dateOfBirth })) },
    heard,
  );
  return told(
    decision.intent,
    await serve(means, turn, { decision, slots }, { ...state, task: undefined }),
    slots,
    decision.confidence,
  );
}

/** Nothing new was understood: asked once more, then with a way out, then a person. */
async function stuck(turn: Turn, task: Task): Promise<Taken> {
  const times = task.stuck + 1;
  if (times > 2) {
    const part = handOver(turn.desk, "I'm sorry, I'm not getting any further with this.");
    return { ...told('unknown', { part }, task.slots, 0) };
  }
  const again = await step(turn, { ...task, stuck: times });
  if (again.offer) return told(task.intent, again, task.slots);
  const first = times === 1 ? "Sorry, I didn't catch that." : "I'm sorry, I still didn't get that.";
  const part = {
    ...again.part,
    text: `${first} ${again.part.text}`,
    suggestions: [...(again.part.suggestions ?? []), PERSON],
  };
  return told(task.intent, { ...again, part, task: again.task && { ...again.task, stuck: times } }, task.slots, 0.3);
}

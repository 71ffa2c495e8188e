// A message in the middle of something: an answer, a correction, a yes, a question beside it, or a change of mind.
import type { Slots } from '../../capability/dialogue.ts';
import { type Act, findAct } from '../../understanding/fields/acts.ts';
import { findOrdinal, pick } from '../../understanding/fields/choice.ts';
import { advanceChange, CHANGES, carryOutChange } from './changes.ts';
import { clausesOf, isQuestion } from './clauses.ts';
import { itsPrice, takesIt, withItsThing } from './context.ts';
import { type Decision, decide, SCRAPS } from './decide.ts';
import { handOver, isGeneral, sayGeneral, toneOf } from './general.ts';
import { hearIn } from './hear.ts';
import { inputOf } from './input.ts';
import { lookUp } from './lookup.ts';
import { backTo, leftOff, PERSON } from './phrases.ts';
import { joined, type Receipt } from './reply.ts';
import { begun, type Policy, rounded, serve, type Taken, withPerson } from './serve.ts';
import { merged, newTask, type State, type Task } from './state.ts';
import { advance, carryOut } from './task.ts';
import type { Step, Turn } from './turn.ts';
import { askWhichTime, chooseTime, localOf, talkedOf, withRefused } from './when.ts';

/** Goes on with what is under way; undefined where nothing is, or where the message begins something else. */
export async function goOn(policy: Policy, turn: Turn, state: State): Promise<Taken | undefined> {
  if (state.task) return (await besides(policy, turn, state, state.task)) ?? withTask(policy, turn, state, state.task);
  if (state.offer) return withOffer(policy, turn, state.offer);
  return undefined;
}

/** Something was proposed: a yes, or a choice among the times that were named, begins it. */
async function withOffer(policy: Policy, turn: Turn, offer: NonNullable<State['offer']>): Promise<Taken | undefined> {
  const act = findAct(turn.text);
  const names = hearIn(turn, turn.text, ['startsAt'], offer.slots);
  const takes = takesIt(turn.text, names);
  const chosen =
    chooseTime(offer.times, turn.text) ?? (takes && offer.times?.length === 1 ? offer.times[0] : undefined);
  if (act?.act === 'no' && !act.rest)
    return told(offer.intent, { part: { text: leftOff(toneOf(turn.desk)) } }, offer.slots);
  const agrees = act?.act === 'yes' || act?.act === 'continue';
  if (isGeneral(offer.intent))
    return agrees && !act.rest
      ? told(offer.intent, { part: sayGeneral(offer.intent, turn.desk, offer.slots, turn.text) }, offer.slots)
      : undefined;
  const words = turn.text.trim().split(/\s+/).length;
  const isTime = names.time !== undefined && words <= SHORT;
  if (!chosen && !agrees && !isTime && !takes) return undefined;
  if (agrees && act.rest && isQuestion(act.rest)) return undefined;
  const heard = hearIn(turn, agrees ? act.rest : turn.text, ['startsAt'], offer.slots);
  const slots = merged(withPerson(offer.slots, policy), chosen ? { ...heard, ...localOf(chosen) } : heard);
  const capability = turn.capabilities.get(offer.intent);
  if (!capability) return undefined;
  return told(offer.intent, await advance(turn, begun(turn, offer.intent, slots)), slots);
}

/** "Dana Fox, 212 555 0142. Is there parking?": what is asked beside the answer is answered too. */
async function besides(policy: Policy, turn: Turn, state: State, task: Task): Promise<Taken | undefined> {
  const clauses = clausesOf(turn.text);
  const questions = clauses.filter(isQuestion);
  const rest = clauses.filter((clause) => !isQuestion(clause)).join(' ');
  if (questions.length === 0 || !rest || task.confirming) return undefined;
  const next = applied(turn, task, rest);
  if (!differs(turn, task, next)) return undefined;
  const question = { ...turn, text: questions.join(' ') };
  return elsewhere(
    policy,
    question,
    state,
    { ...next, stuck: 0 },
    differs(turn, next, applied(turn, next, question.text)),
  );
}

async function withTask(policy: Policy, turn: Turn, state: State, task: Task): Promise<Taken | undefined> {
  const { desk, text } = turn;
  const act = findAct(text);
  // A bare yes or no may be what was asked for; before a reading back it says nothing of its own.
  const isAnswer = !act || act.act === 'any' || (!act.rest && !task.confirming);
  const slotsNow = isAnswer ? text : act.rest;
  const isLeft = task.asked.includes(LEAVE) && act?.act === 'yes' && !act.rest;
  const isScrapped = SCRAPS.test(text) && act?.act === 'stop' && !isQuestion(text) && !changes(turn, task, act.rest);
  if (isLeft || isScrapped || (act?.act === 'stop' && !act.rest))
    return told(task.intent, { part: { text: leftOff(toneOf(desk)) } }, task.slots);
  if (act?.act === 'restart') {
    const fresh = withPerson({ words: {}, own: {} }, policy);
    return told(task.intent, await step(turn, newTask(task.intent, fresh)), fresh);
  }
  const agrees = act?.act === 'yes' || (act?.act === 'continue' && !act.rest);
  if (task.confirming && agrees && !changes(turn, task, act.rest)) return finish(turn, task);
  if (task.confirming && act?.act === 'no' && !changes(turn, task, act.rest)) {
    return told(task.intent, whatElse(turn, task), task.slots);
  }
  const chosen = choose(turn, task);
  if (!chosen && act?.act === 'yes' && !act.rest && task.offered?.length)
    return task.stuck > 0 ? stuck(turn, task) : told(task.intent, askWhichTime(turn, task), task.slots);
  const next = chosen ?? applied(turn, task, slotsNow, act?.act);
  const isNew = differs(turn, task, next);
  const other = await elsewhere(policy, turn, state, task, isNew);
  if (other) return other;
  // Whoever agrees to a question that a yes does not answer is asked once more in the same words, and no oftener.
  const isVague = agrees || act?.act === 'continue' || act?.act === 'any' || task.confirming;
  if (!isNew && !isVague) return stuck(turn, task);
  // Details that fit no booking are new each time, and get nobody further.
  const times = CHANGES.includes(task.intent) && !task.confirming ? task.stuck : isNew ? 0 : 1;
  const taken = await step(turn, { ...next, confirming: false, stuck: times });
  const isAgain = !isNew && task.stuck > 0 && taken.task && questionOf(taken.task) === questionOf(task);
  return isAgain ? stuck(turn, task) : told(task.intent, taken, next.slots);
}

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

function told(intent: string, { part, task, offer }: Step, slots: Slots, confidence = 1): Taken {
  return {
    part,
    intent,
    confidence: rounded(confidence),
    slots: task?.slots ?? slots,
    state: { task, offer, unsure: 0, topic: { intent, slots: task?.slots ?? slots } },
  };
}

const whatElse = ({ desk }: Turn, task: Task): Step => ({
  part: {
    text:
      desk.business.tone === 'formal'
        ? 'Certainly. What may I change, or shall I leave it?'
        : 'No problem! What would you like to change, or shall I leave it?',
    suggestions: ['Another time', 'Leave it'],
  },
  task: { ...task, confirming: false, asked: ['startsAt', LEAVE] },
});

/** It was asked whether to leave it. */
const LEAVE = 'leave';

/** Whether what comes with a yes or a no says anything new. */
const changes = (turn: Turn, task: Task, rest: string) =>
  rest.trim() !== '' && differs(turn, task, applied(turn, task, rest));

/** The task with what this message adds. */
function applied(turn: Turn, task: Task, text: string, act?: Act): Task {
  const heard = withRefused(hearIn(turn, text, task.asked, talkedOf(task, text)), task);
  const capability = turn.capabilities.get(task.intent);
  // Words come from this message alone; what was read before is kept in the input.
  const now = { ...merged(task.slots, heard), words: heard.words, own: heard.own };
  const filled = capability?.dialogue.fill?.(now, { business: turn.ctx.business, text, now: turn.ctx.now }) ?? {};
  const own = (Array.isArray(filled) ? filled[0] : filled) as Record<string, unknown>;
  const slots = merged(task.slots, act === 'any' ? anybody(heard) : heard);
  // A new day does not keep the part of the day, nor a named day the choice of several.
  if (heard.date || heard.time) delete slots.days;
  if (heard.time) delete slots.window;
  return { ...task, slots, input: { ...task.input, ...own } };
}

/** "No preference" takes back who was named. */
const anybody = (heard: Slots): Slots => ({ ...heard, words: { ...heard.words, staff: [] } });

function differs(turn: Turn, before: Task, after: Task): boolean {
  const capability = turn.capabilities.get(before.intent);
  // Which of several bookings it is stands beside what was said of it.
  if (!capability)
    return before.bookingId !== after.bookingId || JSON.stringify(before.slots) !== JSON.stringify(after.slots);
  const { business } = turn.ctx;
  const isInput =
    JSON.stringify(inputOf(capability, before, business)) !== JSON.stringify(inputOf(capability, after, business));
  const when = ({ slots: { date, time, days, window, soonest, words } }: Task) =>
    JSON.stringify([date, time, days, window, soonest, words.class, words.staff]);
  return isInput || when(before) !== when(after);
}

/** A choice among names or times that were put to them. */
function choose(turn: Turn, task: Task): Task | undefined {
  const { text } = turn;
  const { choosing, offered } = task;
  if (choosing) {
    const heard = hearIn(turn, text, task.asked, task.slots);
    const named = (heard.words[choosing.slot] ?? [])
      .flat()
      .filter(({ id }) => choosing.among.some((each) => each.id === id));
    const ordinal = pick(choosing.among, findOrdinal(text));
    const one = named.length === 1 ? named[0] : ordinal;
    if (one && choosing.slot === 'booking') return { ...task, bookingId: one.id };
    if (one) return { ...task, slots: { ...task.slots, words: { ...task.slots.words, [choosing.slot]: [[one]] } } };
  }
  const time = chooseTime(offered, text, turn);
  if (time && choosing?.slot === 'booking') return { ...task, bookingId: choosing.among[offered!.indexOf(time)]!.id };
  return time ? { ...task, slots: { ...task.slots, ...localOf(time) } } : undefined;
}

const SURELY = 0.6;
const SHORT = 8;
/** Such words change what is under way; they do not ask about something else. */
const CHANGES_IT =
  /\b(instead|actually|rather|make (?:it|that)|change|same time|could (?:i|we) (?:do|have|get)|can (?:i|we) (?:do|have|get))\b/i;
const MORE_THAN_AN_ANSWER = new Set(['general.human', 'general.complaint']);
const NO_DIGRESSION = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'unknown']);

/** A question beside the matter is answered, and then the matter goes on; another wish takes its place. */
async function elsewhere(
  policy: Policy,
  turn: Turn,
  state: State,
  task: Task,
  isNew: boolean,
): Promise<Taken | undefined> {
  const { desk, capabilities, text } = turn;
  const asks = isQuestion(text);
  const heard = hearIn(turn, text, [], task.slots);
  // Whoever is asked which booking it is, and names none, may want something new.
  const isLost = CHANGES.includes(task.intent) && !task.bookingId && !hasWho(heard);
  if (isNew && !isLost && (!asks || CHANGES_IT.test(text))) return undefined;
  const [understood] = await policy.understanding.understand([text], desk);
  const decision = decide(understood!, heard, capabilities);
  if (decision.intent === task.intent || NO_DIGRESSION.has(decision.intent)) return undefined;
  if (MORE_THAN_AN_ANSWER.has(decision.intent) && decision.confidence >= SURELY) {
    const { part } = await serve(policy, turn, { decision, slots: heard }, state);
    return told(decision.intent, { part }, heard, decision.confidence);
  }
  if (!isSureEnough(decision, isNew, asks)) return undefined;
  const isSwitch = CHANGES.includes(decision.intent) || capabilities.get(decision.intent)?.effect === 'write';
  if (isSwitch) return isNew && !isLost ? undefined : switched(policy, turn, state, task, decision, heard);
  const about = withItsThing(heard, task.slots, text) ?? heard;
  const { part } = await serve(policy, turn, { decision, slots: about }, { ...state, task: undefined });
  const price = decision.intent === 'faq' ? await itsPrice(turn, task.slots) : [];
  const back = await step(turn, { ...task, confirming: false });
  const asked = back.part.text.replace(/^And (.)/, (_, letter: string) => letter.toUpperCase());
  const again = { ...back.part, text: `${backTo(toneOf(desk))} ${asked}` };
  return {
    ...told(decision.intent, { ...back, part: joined([part, ...price, again]) }, task.slots, decision.confidence),
    slots: heard,
  };
}

const hasWho = ({ name, phone, email, code, dateOfBirth }: Slots) =>
  Boolean(name || phone || email || code || dateOfBirth);

function isSureEnough({ intent, confidence, hit }: Decision, isNew: boolean, asks: boolean): boolean {
  // "Is it cold outside?" is no wish to sit there, where one thing alone is written about it.
  const isApart = asks && hit && hit.score - (hit.next?.score ?? 0) >= 0.2;
  if (intent === 'faq') return hit !== undefined && hit.score >= (isNew && !isApart ? 1 : asks ? 0.65 : 0.9);
  return confidence >= (isNew ? 0.75 : isGeneral(intent) ? 0.5 : SURELY);
}

/** Whoever asks to cancel what is not booked yet only leaves it off. */
async function switched(
  policy: Policy,
  turn: Turn,
  state: State,
  task: Task,
  decision: Decision,
  heard: Slots,
): Promise<Taken> {
  if (decision.intent === 'booking.cancel' && !heard.code && !CHANGES.includes(task.intent)) {
    return told(decision.intent, { part: { text: leftOff(toneOf(turn.desk)) } }, task.slots);
  }
  const { name, phone, email, dateOfBirth } = task.slots;
  const slots = merged(
    { words: {}, own: {}, ...JSON.parse(JSON.stringify({ name, phone, email, dateOfBirth })) },
    heard,
  );
  return told(
    decision.intent,
    await serve(policy, turn, { decision, slots }, { ...state, task: undefined }),
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
  const first = times === 1 ? "Sorry, I didn't catch that." : "I'm sorry, I still didn't get that.";
  const part = {
    ...again.part,
    text: `${first} ${again.part.text}`,
    suggestions: [...(again.part.suggestions ?? []), PERSON],
  };
  return told(task.intent, { ...again, part, task: again.task && { ...again.task, stuck: times } }, task.slots, 0.3);
}

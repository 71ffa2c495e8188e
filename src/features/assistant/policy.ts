// What to do with a message: go on with what is under way, begin something, or answer a question.
import type { Slots } from '../../capability/dialogue.ts';
import { plain } from '../../guardrails/plain.ts';
import { type Act, findAct } from '../../understanding/fields/acts.ts';
import { CHANGES } from './changes.ts';
import { clausesOf, isQuestion, plainText } from './clauses.ts';
import { repeated, withOne } from './context.ts';
import { handOver, isGeneral, offersOf, sayGeneral, toneOf } from './general.ts';
import { hearIn } from './hear.ts';
import { SURELY } from './likely.ts';
import { type Mood, moodOf } from './mood.ts';
import { allRight, notKnown, ready, sorryAbout } from './phrases.ts';
import { type Scene, THING } from './rank/candidates.ts';
import { choose, type Want } from './rank/choose.ts';
import { says } from './rank/cues.ts';
import { joined } from './reply.ts';
import { isOpen, rounded, serve } from './serve.ts';
import { merged, noSlots, type State } from './state.ts';
import { type Focus, focusAfter, NOTHING_SAID } from './tracker.ts';
import type { Policy, Step, Taken, Turn } from './turn.ts';
import { actsIn, goOn } from './under-way.ts';
import type { Understood } from './understand.ts';
import { contactIn, reached, sayFriendly } from './unsure.ts';

export async function takeTurn(policy: Policy, given: Turn, state: State): Promise<Taken> {
  const turn = { ...given, text: plainText(given.text) };
  const mood = await moodOf(policy, turn, state);
  if (mood.complains) return complained(policy, turn, state);
  if ((await actsIn(policy, turn, state)).wantsPerson || WANTS_BOSS.test(turn.text) || isForPeople(turn))
    return handedOver(policy, turn, state);
  const answered = (await reached(policy, turn, state)) ?? (await goOn(policy, turn, withoutOffer(state, mood)));
  return answered ?? (await noted(policy, turn, state)) ?? begin(policy, turn, state, mood);
}

/** "Ok, sign me up" is no yes to "Shall I ask our team?". */
function withoutOffer({ offer, ...rest }: State, { starts }: Mood): State {
  return offer && !(starts && offer.intent === 'general.human') ? { ...rest, offer } : rest;
}

/** A bare yes or no where nothing was asked is no question that a model could answer. */
async function noted(policy: Policy, turn: Turn, state: State): Promise<Taken | undefined> {
  const { desk, text } = turn;
  const act = findAct(text);
  if (!act || act.rest || act.act === 'thanks') return undefined;
  // "Cool, put me down": of what was told, though nothing was proposed.
  if (!DECLINES.has(act.act) && (await actsIn(policy, turn, state)).starts) return undefined;
  // "Scrap that, cancel it", once it is booked.
  if (state.booked && (/\bcancel\b/i.test(text) || (!state.unsure && says('scraps', text)))) return undefined;
  const part = DECLINES.has(act.act)
    ? { text: allRight(toneOf(desk)) }
    : { text: ready(toneOf(desk)), suggestions: offersOf(desk) };
  const intent = DECLINES.has(act.act) ? 'general.thanks' : 'general.greeting';
  return { part, intent, confidence: 0.6, slots: noSlots(), state };
}

const DECLINES = new Set<Act>(['no', 'stop', 'wait']);

const WANTS_BOSS = /\b(?:want|need|get me|speak|talk|see|call)\b.{0,30}\b(?:manager|supervisor|owner|boss)\b/i;

/** The owner keeps some things to people. */
function isForPeople({ text, ctx: { business } }: Turn): boolean {
  const kept = (business.safety?.personWords ?? []).map(plain).filter((words) => words.trim());
  return kept.some((words) => plain(text).includes(words));
}

const handedOver = (policy: Policy, { desk, text }: Turn, state: State): Taken => ({
  part: sayGeneral('general.human', desk, noSlots(), text),
  intent: 'general.human',
  confidence: 1,
  slots: { ...noSlots(), ...contactIn(policy, state) },
  state: { ...state, unsure: 0 },
});

function complained(policy: Policy, turn: Turn, state: State): Taken {
  const { words } = hearIn(turn, turn.text, []);
  const part = handOver(turn.desk, sorryAbout(toneOf(turn.desk), thingIn(words)));
  return { ...handedOver(policy, turn, state), part, intent: 'general.complaint' };
}

const OFFERED = new Set(['item', 'service', 'class']);

/** What went wrong is named where it is the one thing that was named. */
function thingIn(words: Slots['words']): string | undefined {
  const named = focusAfter([], words, {}).filter(({ slot }) => OFFERED.has(slot));
  return named.length === 1 && isSaid(named[0]!, words) ? named[0]!.name : undefined;
}

const isSaid = ({ slot, name }: Focus, words: Slots['words']): boolean =>
  words[slot]!.flat().some(({ said }) => said.toLowerCase() === name.toLowerCase());

/** Small talk is answered in kind, leaves all as it was, and is nothing that was not understood. */
function chatted({ desk }: Turn, state: State, { decision, slots }: Want, mood: Mood): Taken | undefined {
  if (decision.facility || (!isOpen(decision) && decision.intent !== 'faq')) return undefined;
  const part = sayFriendly(desk, decision, mood, isOpen(decision));
  const intent = mood.kind === 'praise' ? 'general.thanks' : 'unknown';
  return (
    part && { part, intent, confidence: rounded(decision.confidence), slots, state: { ...state, offer: undefined } }
  );
}

/** A message that continues nothing: each thing that it wants is answered, what is to be done comes last. */
async function begin(policy: Policy, turn: Turn, state: State, mood: Mood): Promise<Taken> {
  const wants = await wantsOf(policy, turn, state);
  const chat = wants.length === 1 ? chatted(turn, state, wants[0]!, mood) : undefined;
  if (chat) return chat;
  const isLeft = ({ decision }: Want) => wants.length > 1 && isOpen(decision) && !decision.facility;
  const left = wants.filter(isLeft).map(({ decision }) => decision.text);
  const steps: (Step & { want: Want })[] = [];
  for (const want of wants) {
    const known = () => serve(policy, { ...turn, text: want.decision.text }, want, state);
    steps.push({ ...(isLeft(want) ? { part: notKnown(left) } : await known()), want });
  }
  const last = steps.findLast(({ task }) => task) ?? steps.at(-1)!;
  const ordered = [...steps.filter((step) => step !== last), last];
  const { decision, slots } = last.want;
  // Who works here is told whatever else was understood.
  const unsure = steps.every(({ want, part }) => isOpen(want.decision) && !part.sources?.length)
    ? (state.unsure ?? 0) + 1
    : 0;
  return {
    part: joined(ordered.map(({ part }) => part)),
    intent: decision.intent,
    confidence: rounded(decision.confidence),
    slots: last.task?.slots ?? slots,
    state: { task: last.task, offer: last.offer, unsure, topic: withOne(topicOf(last.want, state), last, state) },
  };
}

/** Small talk and answers of the house leave the topic as it was. */
function topicOf({ decision, slots }: Want, { topic }: State): State['topic'] {
  if (isOpen(decision) || decision.intent === 'faq') return topic;
  if (isGeneral(decision.intent) && decision.intent !== 'general.hours') return topic;
  return { intent: decision.intent, slots };
}

const SMALL_TALK = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'general.identity']);
const LIKELY = 0.4;

/** What a message wants: usually one thing, sometimes two questions, or an order with a question beside it. */
async function wantsOf({ understanding }: Policy, turn: Turn, state: State): Promise<Want[]> {
  const { desk, text } = turn;
  const clauses = clausesOf(text);
  const texts = clauses.length > 1 ? [text, ...clauses] : [text];
  const [first, ...rest] = await understanding.understand(texts, desk, state.before);
  const read = want(turn, state, first!, { focus: state.focus ?? [] });
  const parts = inTurn(turn, state, rest, healthIn(read));
  const whole = asStory(read, parts, turn);
  const isStory = parts.length > STORY;
  const sure = parts.filter((part) => wantsItself(part, whole, turn) && (!isStory || asksItself(part)));
  // What was asked beside it and is not known is said so: nothing is passed over.
  const own = sure.length ? parts.filter((part) => sure.includes(part) || isUnanswered(part, whole)) : [];
  const isOrder = isDeed(whole, turn) && whole.decision.confidence >= LIKELY;
  if (isOrder) {
    const beside = own.filter(
      (part) =>
        isQuestion(part.decision.text) && !isDeed(part, turn) && isElse(part, whole) && !isToldWith(part, whole, turn),
    );
    const left = clauses.filter((clause) => !beside.some(({ decision }) => decision.text === clause)).join(' ');
    return beside.length ? [...beside, { ...whole, decision: { ...whole.decision, text: left || text } }] : [whole];
  }
  if (own.length === 0) return [whole];
  const groups = folded(turn, [...Map.groupBy(own, aboutOf).values()]);
  if (groups.length === 1) {
    const [{ decision }] = groups[0] as [Want];
    const isBetter = isOpen(whole.decision) || decision.confidence > whole.decision.confidence;
    return [isBetter ? { ...groups[0]![0]!, decision: { ...decision, text }, slots: whole.slots } : whole];
  }
  const context = parts.filter((part) => !own.includes(part));
  return groups.map((group) => ({
    decision: { ...group[0]!.decision, text: group.map(({ decision }) => decision.text).join(' ') },
    slots: [...context, ...group].map((each) => each.slots).reduce(accumulated),
  }));
}

/** What somebody must not have, said in one sentence, holds for all that name something of the offer. */
const healthIn = ({ slots: { words } }: Want): Slots['words'] =>
  Object.fromEntries(Object.entries(words).filter(([slot]) => slot === 'avoid' || slot === 'diet'));

const STORY = 4;

/** A whole story is too long to be read at once: what it wants to be done is in one of its sentences. */
function asStory(whole: Want, parts: readonly Want[], turn: Turn): Want {
  if (parts.length <= STORY) return whole;
  const deeds = parts.filter((part) => isDeed(part, turn) && part.decision.confidence >= LIKELY);
  const [deed] = deeds.toSorted((a, b) => b.decision.confidence - a.decision.confidence);
  if (deed) return { ...whole, decision: { ...deed.decision, text: whole.decision.text } };
  const isAsked = parts.some((part) => asksItself(part));
  return isAsked ? { ...whole, decision: { ...whole.decision, intent: 'unknown', confidence: 0 } } : whole;
}

const asksItself = ({ decision }: Want): boolean => isQuestion(decision.text) || decision.asks >= SURELY;

function want(
  turn: Turn,
  state: State,
  understood: Understood,
  {
    focus,
    topic = state.topic,
    health = {},
  }: { focus: readonly Focus[]; topic?: State['topic']; health?: Slots['words'] },
): Want {
  const { capabilities } = turn;
  const heard = listen(turn, understood.text, state);
  const isOfOffer = Object.keys(heard.words).some((slot) => THING.has(slot));
  const slots = isOfOffer ? { ...heard, words: { ...heard.words, ...health } } : heard;
  const { booked = false, before = NOTHING_SAID, offer } = state;
  const scene: Scene = {
    ...{ understood, slots, capabilities, focus, booked, before, needs: turn.needs },
    ...(topic ? { topic } : {}),
    ...(offer ? { offer: offer.intent } : {}),
  };
  return repeated(choose(scene, topic), state);
}

/** "Is the baklava safe? And the lamb?": what a sentence leaves out was said in the one before. */
function inTurn(turn: Turn, state: State, sentences: Understood[], health: Slots['words']): Want[] {
  let { focus = [], topic } = state;
  return sentences.map((understood) => {
    const read = want(turn, state, understood, { focus, topic, health });
    focus = focusAfter(focus, read.slots.words, {});
    if (!isOpen(read.decision) && read.decision.intent !== 'faq')
      topic = { intent: read.decision.intent, slots: read.slots };
    return read;
  });
}

/** Something is to be done. */
const isDeed = ({ decision: { intent } }: Want, { capabilities }: Turn): boolean =>
  capabilities.get(intent)?.effect === 'write' || CHANGES.includes(intent);

/** Whether there is room is told with the booking. */
const isToldWith = ({ decision, slots }: Want, whole: Want, { capabilities }: Turn): boolean => {
  const ids = (words: Slots['words']) => Object.values(words).flatMap((all) => all.flat().map(({ id }) => id));
  const named = ids(slots.words);
  const isWhen = Boolean(slots.date || slots.time || slots.window || slots.days);
  const isSame = named.length > 0 && named.every((id) => ids(whole.slots.words).includes(id));
  return isWhen && isSame && capabilities.get(decision.intent)?.effect === 'read';
};

const isElse = (part: Want, whole: Want) => aboutOf(part) !== aboutOf(whole);

/** Whether a sentence wants something of its own; the others tell more about it. */
function wantsItself(part: Want, whole: Want, turn: Turn): boolean {
  const { decision } = part;
  if (isOpen(decision) || SMALL_TALK.has(decision.intent) || isDetail(part) || leansOn(part, whole)) return false;
  if (isQuestion(decision.text)) return decision.confidence >= LIKELY || isOpen(whole.decision);
  if (isFragment(decision.text) && !isDeed(part, turn)) return false;
  return decision.confidence >= SURELY && (isDeed(part, turn) || decision.intent === 'faq' || isElse(part, whole));
}

/** Two or three words that ask nothing belong to what stands beside them. */
const isFragment = (text: string) => text.trim().split(/\s+/).length <= 3;

/** "How far along is it?" is about the order that the rest of the message names. */
const leansOn = ({ decision: { text } }: Want, { slots: { order, code, words } }: Want) =>
  Boolean(order || code || words.payer) && says('pointsBack', text);

const isUnanswered = (part: Want, whole: Want): boolean =>
  isOpen(part.decision) && isQuestion(part.decision.text) && part.decision.asks >= SURELY && !leansOn(part, whole);

/** Two days are two questions, even where both are about the hours. */
const aboutOf = ({ decision, slots: { date } }: Want) => {
  const { intent, hit, text } = decision;
  return `${intent} ${hit?.passage.source.id ?? ''} ${isOpen(decision) ? text : intent === 'general.hours' ? date : ''}`;
};

const SHORT = 5;

/** "My email is …" belongs to what is asked beside it. */
const isDetail = ({ decision: { text }, slots: { name, phone, email, order, code, dateOfBirth, date, time } }: Want) =>
  (!isQuestion(text) && Boolean(name || phone || email || order || code || dateOfBirth)) ||
  (Boolean(date || time) &&
    text.split(/\s+/).length <= SHORT &&
    !/open|clos|hours|shut|how late|what time|until|till|^(?:and )?(?:what|how) about/i.test(text));

/** "He carries an epipen for peanuts. Can he have the noodles?": two halves of one question are one. */
function folded({ capabilities, text }: Turn, groups: Want[][]): Want[][] {
  const slots = groups
    .flat()
    .map((want) => want.slots)
    .reduce(accumulated);
  const insteadOf = ([first]: Want[]) => capabilities.get(first!.decision.intent)?.dialogue.instead?.(slots, text);
  const into = groups.find((group) => groups.some((other) => insteadOf(other) === group[0]!.decision.intent));
  if (!into) return groups;
  const rest = groups.filter((group) => group !== into && insteadOf(group) !== into[0]!.decision.intent);
  const halves = groups.filter((group) => !rest.includes(group) && group !== into);
  return [[...into, ...halves.flat()], ...rest];
}

/** Words of several sentences stand side by side. */
function accumulated(before: Slots, now: Slots): Slots {
  const words = { ...before.words };
  for (const [slot, mentions] of Object.entries(now.words)) words[slot] = [...(words[slot] ?? []), ...mentions];
  return { ...merged(before, now), words };
}

const listen = (turn: Turn, text: string, { topic, task }: State): Slots =>
  hearIn(turn, text, [], task?.slots ?? topic?.slots);

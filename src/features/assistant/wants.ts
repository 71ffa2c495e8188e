// What a message wants: usually one thing, sometimes two questions, or an order with a question beside it.
import type { Slots } from '../../capability/dialogue.ts';
import { partsIn, slotsBy } from '../../capability/roles.ts';
import { CHANGES } from './changes.ts';
import { isQuestion } from './clauses.ts';
import { repeated } from './context.ts';
import { hearIn } from './hear.ts';
import { SURELY } from './likely.ts';
import type { Scene } from './rank/candidates.ts';
import { choose, type Want, WELL } from './rank/choose.ts';
import { says } from './rank/cues.ts';
import { isOpen } from './serve.ts';
import { restrictionSlots, thingSlots } from './slots.ts';
import { merged, type State } from './state.ts';
import { type Focus, focusAfter, NOTHING_SAID } from './tracker.ts';
import type { Means, Turn } from './turn.ts';
import type { Understood } from './understand.ts';

const SMALL_TALK = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'general.identity']);
const LIKELY = 0.4;

export async function wantsOf({ understanding }: Means, turn: Turn, state: State): Promise<Want[]> {
  const { desk, text, message } = turn;
  const [all, rest] = await Promise.all([
    understanding.understand(text, desk, state.before),
    understanding.understandParts(text, desk, state.before),
  ]);
  const read = want(turn, state, all, { focus: state.focus ?? [] });
  const parts = inTurn(turn, state, rest, healthIn(turn, read));
  const whole = asStory(read, parts, turn);
  const isStory = parts.length > STORY;
  const sure = parts.filter((part) => wantsItself(part, whole, turn) && (!isStory || asksItself(part)));
  // What was asked beside it and is not known is said so: nothing is passed over.
  const own = sure.length ? parts.filter((part) => sure.includes(part) || isUnanswered(turn, part, whole)) : [];
  const isOrder = isDeed(whole, turn) && whole.decision.confidence >= LIKELY;
  if (isOrder) {
    const asks = (part: Want) => isQuestion(part.decision.text) || (isStory && asksItself(part));
    const beside = own.filter(
      (part) => asks(part) && !isDeed(part, turn) && isElse(part, whole) && !isToldWith(part, whole, turn),
    );
    const isLeft = (segment: string) => !beside.some(({ decision }) => decision.text === segment);
    const left = message.segments
      .map((segment) => segment.text)
      .filter(isLeft)
      .join(' ');
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
    slots: [...context, ...group].map((each) => each.slots).reduce(accumulated(turn)),
  }));
}

/** What somebody must not have, said in one sentence, holds for all that name something of the offer. */
const healthIn = ({ desk }: Turn, { slots: { words } }: Want): Slots['words'] =>
  Object.fromEntries(Object.entries(words).filter(([slot]) => restrictionSlots(desk.industry).includes(slot)));

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

/** Of what is told in a story, only what is written about very nearly: the rest is told for its own sake. */
const asksItself = ({ decision: { text, hit, answers = 0, asks } }: Want): boolean =>
  isQuestion(text) || (hit ? answers >= WELL && hit.passage.source.kind !== 'about' : asks >= SURELY);

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
  const { capabilities, desk } = turn;
  const heard = listen(turn, understood.text, state);
  const isOfOffer = Object.keys(heard.words).some((slot) => thingSlots(desk.industry).includes(slot));
  const slots = isOfOffer ? { ...heard, words: { ...heard.words, ...health } } : heard;
  const { booked = false, before = NOTHING_SAID, offer } = state;
  const scene: Scene = {
    ...{ understood, slots, capabilities, industry: desk.industry, focus, booked, before, needs: turn.needs },
    ...(topic ? { topic } : {}),
    ...(offer ? { offer: offer.intent } : {}),
  };
  return repeated(choose(scene, topic), state, turn);
}

/** "Is the baklava safe? And the lamb?": what a sentence leaves out was said in the one before. */
function inTurn(turn: Turn, state: State, sentences: readonly Understood[], health: Slots['words']): Want[] {
  let { focus = [], topic } = state;
  return sentences.map((understood) => {
    const read = want(turn, state, understood, { focus, topic, health });
    focus = focusAfter(turn.desk.industry, focus, read.slots.words, {});
    if (!isOpen(read.decision) && read.decision.intent !== 'faq')
      topic = { intent: read.decision.intent, slots: read.slots };
    return read;
  });
}

/** Something is to be done. */
export const isDeed = ({ decision: { intent } }: Want, { capabilities }: Turn): boolean =>
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
  if (isOpen(decision) || SMALL_TALK.has(decision.intent) || isDetail(part) || leansOn(turn, part, whole)) return false;
  if (isQuestion(decision.text)) return decision.confidence >= LIKELY || isOpen(whole.decision);
  if (isFragment(decision.text) && !isDeed(part, turn)) return false;
  return decision.confidence >= SURELY && (isDeed(part, turn) || decision.intent === 'faq' || isElse(part, whole));
}

/** Two or three words that ask nothing belong to what stands beside them. */
const isFragment = (text: string) => text.trim().split(/\s+/).length <= 3;

/** "How far along is it?" is about the order that the rest of the message names. */
const leansOn = ({ desk }: Turn, { decision: { text } }: Want, { slots: { order, code, words } }: Want) =>
  Boolean(order || code || slotsBy(desk.industry, 'payer').some((slot) => words[slot])) && says('pointsBack', text);

const isUnanswered = (turn: Turn, part: Want, whole: Want): boolean =>
  isOpen(part.decision) &&
  isQuestion(part.decision.text) &&
  part.decision.asks >= SURELY &&
  !leansOn(turn, part, whole);

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
function folded(turn: Turn, groups: Want[][]): Want[][] {
  const { capabilities, text } = turn;
  const slots = groups
    .flat()
    .map((want) => want.slots)
    .reduce(accumulated(turn));
  const insteadOf = ([first]: Want[]) => capabilities.get(first!.decision.intent)?.dialogue.instead?.(slots, text);
  const into = groups.find((group) => groups.some((other) => insteadOf(other) === group[0]!.decision.intent));
  if (!into) return groups;
  const rest = groups.filter((group) => group !== into && insteadOf(group) !== into[0]!.decision.intent);
  const halves = groups.filter((group) => !rest.includes(group) && group !== into);
  return [[...into, ...halves.flat()], ...rest];
}

/** Words of several sentences stand side by side. */
const accumulated =
  ({ desk }: Turn) =>
  (before: Slots, now: Slots): Slots => {
    const words = { ...before.words };
    for (const [slot, mentions] of Object.entries(now.words)) words[slot] = [...(words[slot] ?? []), ...mentions];
    return { ...merged(before, now, partsIn(desk.industry)), words };
  };

const listen = (turn: Turn, text: string, { topic, task }: State): Slots =>
  hearIn(turn, text, [], task?.slots ?? topic?.slots);

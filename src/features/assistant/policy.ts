// What to do with a message: go on with what is under way, begin something, or answer a question.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { plain } from '../../guardrails/plain.ts';
import { isUpset } from '../../guardrails/upset.ts';
import { type Act, findAct } from '../../understanding/fields/acts.ts';
import { CHANGES } from './changes.ts';
import { clausesOf, isQuestion, plainText } from './clauses.ts';
import { chain, inContext, POINTS_BACK, SHORT, withOne } from './context.ts';
import { type Capabilities, decide, mentions, OF_PRICE, SAME_QUESTION, SCRAPS, textOf } from './decide.ts';
import { isGeneral, offersOf, sayGeneral, toneOf } from './general.ts';
import { hearIn } from './hear.ts';
import { allRight, ready } from './phrases.ts';
import { joined } from './reply.ts';
import { isOpen, type Policy, rounded, serve, type Taken, type Want } from './serve.ts';
import { merged, noSlots, type State } from './state.ts';
import type { Step, Turn } from './turn.ts';
import { goOn } from './under-way.ts';
import type { Understood } from './understand.ts';

export async function takeTurn(policy: Policy, given: Turn, state: State): Promise<Taken> {
  const turn = { ...given, text: plainText(given.text) };
  if (isUpset(turn.text)) return complained(turn, state);
  if (WANTS_BOSS.test(turn.text) || isForPeople(turn)) return handedOver(turn, state);
  return (await goOn(policy, turn, state)) ?? noted(turn, state) ?? begin(policy, turn, state);
}

/** A bare yes or no where nothing was asked is no question that a model could answer. */
function noted({ desk, text }: Turn, state: State): Taken | undefined {
  const act = findAct(text);
  if (!act || act.rest || act.act === 'thanks') return undefined;
  // "Scrap that, cancel it", once it is booked.
  if (state.booked && (/\bcancel\b/i.test(text) || (!state.unsure && SCRAPS.test(text)))) return undefined;
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

function handedOver({ desk, text }: Turn, state: State): Taken {
  const part = sayGeneral('general.human', desk, noSlots(), text);
  return { part, intent: 'general.human', confidence: 1, slots: noSlots(), state: { ...state, unsure: 0 } };
}

function complained({ desk, text }: Turn, state: State): Taken {
  const part = sayGeneral('general.complaint', desk, noSlots(), text);
  return { part, intent: 'general.complaint', confidence: 1, slots: noSlots(), state: { ...state, unsure: 0 } };
}

/** A message that continues nothing: each thing that it wants is answered, what is to be done comes last. */
async function begin(policy: Policy, turn: Turn, state: State): Promise<Taken> {
  const wants = await wantsOf(policy, turn, state);
  const steps: (Step & { want: Want })[] = [];
  for (const want of wants)
    steps.push({ ...(await serve(policy, { ...turn, text: want.decision.text }, want, state)), want });
  const last = steps.findLast(({ task }) => task) ?? steps.at(-1)!;
  const ordered = [...steps.filter((step) => step !== last), last];
  const { decision, slots } = last.want;
  const unsure = steps.every(({ want }) => isOpen(want.decision)) ? (state.unsure ?? 0) + 1 : 0;
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
const SURELY = 0.6;
const LIKELY = 0.42;
const WELL = 0.62;
/** Surely about something else than what may not be eaten. */
const APART = 0.85;
const ORDERS =
  /\b(?:want|need|like to|'d like|book|reserve|schedule|please|get me|sign me|put me|looking (?:for|to)|hoping to|can i|could i|i'll)\b/i;

const WHETHER =
  /\b(?:is|are) there (?:any |still |a )*(?:space|room|spots?|places?|slots?|seats?|openings?|availability)\b|\bany (?:space|room|spots?|places?|slots?|seats?|openings?|availability)\b|\b(?:available|free|fully booked|full)\b/i;

const leadsTo = (capabilities: Capabilities, intent: string, next: string): boolean =>
  capabilities.get(intent)?.dialogue.next?.capability === next;

/** What a message wants: usually one thing, sometimes two questions, or an order with a question beside it. */
async function wantsOf({ understanding }: Policy, turn: Turn, state: State): Promise<Want[]> {
  const { desk, capabilities, text } = turn;
  const clauses = clausesOf(text);
  const texts = clauses.length > 1 ? [text, ...clauses] : [text];
  const understood = await understanding.understand(texts, desk);
  const [whole, ...parts] = understood.map((each) => {
    const slots = listen(turn, each.text, state);
    return { decision: decide(each, slots, capabilities, state.booked), slots };
  }) as [Want, ...Want[]];
  const one = [inContext(whole, state)];
  chain(parts, state);
  const sensible = sensibleOf(parts, whole, capabilities);
  if (sensible.length === 0 || isAnsweredWhole(whole, sensible) || isOneThing(whole, capabilities)) return one;

  const isOrder = capabilities.get(whole.decision.intent)?.effect === 'write' && !isOnlyTold(whole, parts, sensible);
  const order = isOrder || CHANGES.includes(whole.decision.intent) ? whole : undefined;
  if (order) {
    const beside = sensible.filter(
      ({ decision, slots }) =>
        decision.intent !== order.decision.intent &&
        decision.confidence >= SURELY &&
        isQuestion(decision.text) &&
        !((decision.intent === 'faq' || decision.intent === 'general.hours') && slots.date && slots.time) &&
        !(slots.own.action && slots.own.action === whole.slots.own.action) &&
        capabilities.get(decision.intent)?.effect !== 'write' &&
        !CHANGES.includes(decision.intent) &&
        // "Is there space tonight? If so I'd love to join": whoever takes the order looks for it.
        !(leadsTo(capabilities, decision.intent, order.decision.intent) && WHETHER.test(decision.text)),
    );
    const rest = clauses.filter((clause) => !beside.some(({ decision }) => decision.text === clause)).join(' ');
    if (beside.length === 0) return one;
    // "What does it cost, and can I join tonight?": both speak of the same thing.
    const isSame = beside.some(({ decision }) => capabilities.has(decision.intent));
    const slots = isSame ? whole.slots : listen(turn, rest, state);
    return [...beside, { decision: { ...order.decision, text: isSame ? text : rest }, slots }];
  }
  const unwritten = parts.filter(({ decision }) => decision.facility && isQuestion(decision.text));
  if (unwritten.length > 0) return [...sensible.map((want) => inContext(want, state)), unwritten[0]!];
  const byIntent = Map.groupBy(sensible, aboutOf);
  const groups = folded(turn, [...byIntent.values(), ...orphan(understood, parts)]);
  if (groups.length === 1) {
    const [{ decision }] = groups[0] as [Want];
    const { hit } = whole.decision;
    const isAnswered = whole.decision.intent === 'faq' && (hit?.score ?? 0) >= 0.85;
    if (isAnswered && capabilities.get(decision.intent)?.effect === 'write') return one;
    // "I'm with Tasman Gold, what would that set me back?": what is only near to the half does not answer the whole.
    const isNear = decision.intent === 'faq' && (decision.hit?.score ?? 0) < SAME_QUESTION;
    if (isNear && capabilities.has(whole.decision.intent) && whole.decision.confidence >= 0.9) return one;
    const isNearer = isQuestion(decision.text) && (decision.hit?.score ?? 0) > (hit?.score ?? 0);
    const isBetter = decision.intent !== whole.decision.intent || isNearer;
    const chosen = isOpen(whole.decision) || isBetter ? { ...decision, text } : whole.decision;
    return [inContext({ decision: chosen, slots: whole.slots }, state)];
  }
  const context = parts.filter((part) => !sensible.includes(part));
  return groups.map((group) => {
    const slots = [...context, ...group].map((each) => each.slots).reduce(accumulated);
    return inContext(
      { decision: { ...group[0]!.decision, text: group.map(({ decision }) => decision.text).join(' ') }, slots },
      state,
    );
  });
}

/** "I'm terrified of needles. What can you do for me?": nothing is ordered, and what was told is answered. */
const isOnlyTold = (
  { decision: { text }, slots: { words, date, time, days, window } }: Want,
  parts: Want[],
  told: Want[],
) =>
  !ORDERS.test(text) &&
  !(date || time || days || window || Object.keys(words).length > 0) &&
  parts.some(({ decision }) => isOpen(decision) && isQuestion(decision.text)) &&
  told.every(({ decision: { intent, hit } }) => intent === 'faq' && hit && hit.score >= 0.7);

/** Two days are two questions, even where both are about the hours. */
const aboutOf = ({ decision: { intent, hit }, slots }: Want) =>
  `${intent} ${hit?.passage.source.id ?? ''} ${intent === 'general.hours' ? slots.date : ''}`;

/** "I'm with Tasman Gold. What is a check-up, and what a cleaning?": what is asked about is named beside its subject. */
function isOneThing({ decision: { intent, confidence }, slots: { words } }: Want, capabilities: Capabilities): boolean {
  const capability = capabilities.get(intent);
  const isNamed = capability?.dialogue.subject?.some((slot) => words[slot]) ?? false;
  return confidence >= 0.9 && isNamed && takenBeside(capability).some((slot) => (words[slot]?.length ?? 0) > 1);
}

/** What a question may name beside its subject: of an insurance the visits that it is to pay for. */
const takenBeside = (capability: AnyCapability | undefined): string[] =>
  capability?.effect === 'read'
    ? Object.keys(capability.dialogue.words ?? {}).filter((slot) => !capability.dialogue.subject?.includes(slot))
    : [];

/** What is written about all of it is nearer than what any of its sentences would get by itself. */
function isAnsweredWhole({ decision }: Want, parts: Want[]): boolean {
  const { score } = decision.hit ?? { score: 0 };
  if (decision.intent !== 'faq' || score < 0.7) return false;
  // "… and are you there on Friday?": what is written about something else does not say when the doors are open.
  const isOfHours = OF_HOURS.test(textOf(decision.hit!));
  if (!isOfHours && parts.some(asksForDay)) return false;
  return parts.every((part) =>
    part.decision.hit ? part.decision.hit.score <= score : part.decision.confidence < 0.75,
  );
}

const OF_HOURS =
  /\b(?:open|opening|clos(?:e|ed|es|ing)|hours|until|till|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i;
const asksForDay = ({ decision: { intent, confidence, text }, slots: { date, every } }: Want) =>
  intent === 'general.hours' && confidence >= LIKELY && isQuestion(text) && Boolean(date || every);

/** The sentences that want something of their own; the others tell more about it. */
function sensibleOf(parts: Want[], whole: Want, capabilities: Capabilities): Want[] {
  // Where somebody must not eat something, only what speaks of that is an answer.
  const isHealth = whole.slots.words.avoid || whole.slots.words.diet;
  const isOther = ({ decision: { hit, text }, slots: { words } }: Want) => {
    const isApart = isQuestion(text) && !words.avoid && !words.diet && hit && hit.score >= APART;
    return isHealth && hit && !isApart && !mentions(hit, whole.slots);
  };
  // "She's coeliac. Could she have the scones?": the second is asked of the first.
  const isFood = isHealth && capabilities.get(whole.decision.intent)?.dialogue.subject?.includes('avoid');
  const isForHer = ({ decision: { intent }, slots: { words } }: Want) =>
    isFood && capabilities.has(intent) && !words.avoid && !words.diet && (words.item || words.category);
  // What a visit costs with an insurance is no question of prices beside it.
  const taken = takenBeside(capabilities.get(whole.decision.intent));
  // And how long one sits there is told with the price of what was named.
  const isTimed = capabilities.has(whole.decision.intent) && whole.slots.words.service;
  const isOfIt = ({ decision: { intent, text }, slots: { words } }: Want) =>
    intent === 'faq' &&
    ((OF_PRICE.test(text) && taken.some((slot) => words[slot])) || (isTimed && /^(?:and )?how long\b/i.test(text)));
  // Whoever names an order asks for nothing on the shelves.
  const isOfOrder = ({ decision: { intent }, slots: { words } }: Want) =>
    whole.slots.order !== undefined &&
    intent !== whole.decision.intent &&
    capabilities.get(intent)?.effect === 'read' &&
    Object.keys(words).length === 0;
  const wants = parts.filter(
    ({ decision, slots }) =>
      !isOpen(decision) &&
      !isOther({ decision, slots }) &&
      !isForHer({ decision, slots }) &&
      !isOfIt({ decision, slots }) &&
      !isOfOrder({ decision, slots }) &&
      !SMALL_TALK.has(decision.intent) &&
      !isDetail({ decision, slots }),
  );
  const asks = wants.some(({ decision }) => isQuestion(decision.text));
  return wants.filter(({ decision: { text, intent, confidence } }) => {
    if (leansOn(text, intent, whole, capabilities)) return false;
    if (isQuestion(text)) return isOpen(whole.decision) || confidence >= LIKELY;
    return confidence >= SURELY && (!asks || (capabilities.get(intent)?.effect === 'write' && ORDERS.test(text)));
  });
}

/** "Would a doctor come to her?" after the reason why: what is written about the whole answers both. */
function leansOn(text: string, intent: string, { decision }: Want, capabilities: Capabilities): boolean {
  const isAnswered = decision.intent === 'faq' && decision.hit !== undefined && decision.hit.score >= WELL;
  return isAnswered && POINTS_BACK.test(text) && capabilities.has(intent);
}

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

/** A question that says nothing by itself is answered by what is written about the whole. */
function orphan([whole]: Understood[], parts: Want[]): Want[][] {
  const [hit] = whole!.hits;
  const question = parts.find(({ decision }) => isOpen(decision) && isQuestion(decision.text));
  const isTaken = parts.some(({ decision }) => decision.hit?.passage === hit?.passage);
  if (!hit || hit.score < 0.9 || !question || isTaken) return [];
  return [[{ decision: { ...question.decision, intent: 'faq', confidence: 0.8, hit }, slots: question.slots }]];
}

/** Words of several sentences stand side by side. */
function accumulated(before: Slots, now: Slots): Slots {
  const words = { ...before.words };
  for (const [slot, mentions] of Object.entries(now.words)) words[slot] = [...(words[slot] ?? []), ...mentions];
  return { ...merged(before, now), words };
}

const listen = (turn: Turn, text: string, { topic, task }: State): Slots =>
  hearIn(turn, text, [], task?.slots ?? topic?.slots);

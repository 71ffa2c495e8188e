// From likelihoods to a decision: what a sentence wants, or that nobody can tell.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { isQuestion } from './clauses.ts';
import { type Facility, facilityIn } from './facilities.ts';
import type { Hit } from './knowledge.ts';
import type { Understood } from './understand.ts';

export type Decision = {
  intent: string;
  confidence: number;
  text: string;
  /** What the business has written about it, for `faq`. */
  hit?: Hit;
  /** What nothing is written about. */
  facility?: string;
  /** The next likeliest, for asking back. */
  others: string[];
};

/** Nearly the words of the business's own question. */
export const SAME_QUESTION = 1.1;
/** Near enough to be its answer, where the sentence sounds like such a question. */
const LIKE_QUESTION = 0.6;
/** Two answers of which either may be meant. */
export const CLOSE = 0.06;
/** Below this nobody can tell. */
const SURE_ENOUGH = 0.3;
const IN_SCOPE = 0.25;
/** How much likelier a capability becomes by a word that is its subject. */
const SPEAKS_FOR = 4;

/** After a booking these words are about that one. */
const CHANGES_IT = /\b(?:make (?:it|that)|instead|change|actually|rather|push|swap|earlier|later)\b/i;
/** With another day or time, these too. */
const OTHER_TIME =
  /\b(?:(?:is|are|works?|would be|be) better|same (?:time|doctor|person|stylist|trainer|one)|(?:could|can) (?:we|you|i) do|i meant|oops)\b/i;
/** One more of the kind, beside the one that was booked. */
export const AGAIN =
  /\bsame again\b|\b(?:another|a second|one more|a further|an additional) (?:table|booking|reservation|appointment|session|class|place|spot|one)\b|\b(?:also|as well) (?:book|reserve)\b|\b(?:one|same|it) for my \w+(?: too| as well| also)?\b|\bbook (?:\w+ ){0,3}again\b/i;
/** These are about a booking whoever says them, and whenever. */
const MOVES =
  /\b(?:mov(?:e|ed|ing)|reschedul\w+|postpon\w+|push(?:ed|ing)? (?:it |us |me |my \w+ |our \w+ )?back|(?:bump|shift|push)(?:ing)? (?:it|us|me|my \w+|our \w+)(?: back| up)? to|bring(?:ing)? (?:it|my \w+|our \w+) forward)\b/i;
const CANCELS =
  /\b(?:cancel|call off|take me (?:off|out)|(?:drop|pull|bow|back) out of|bail(?:ing)? on|(?:can'?t|cannot|won'?t) (?:make it|make (?:my|our|the)|come after all|be able to make|do (?:my|our|the)\b.{0,40}after all|do .{1,40} after all))\b/i;
/** After a booking these call it off, too. */
export const SCRAPS = /\b(?:scratch|scrap|bin|ditch|nix|forget) (?:it|that)\b/i;
const OF_A_RULE =
  /\b(?:policy|fees?|charged?|what happens|what if|if i|membership|subscription|order|contract|how (?:late|long|early))\b/i;
const PERSON =
  /\b(?:manager|supervisor|real person|a human|the owner|(?:speak|talk) (?:to|with) (?:someone|somebody|a person))\b/i;
export const OF_PRICE =
  /\b(how much|pric(?:e|es|ey|ier|iest)|costs?|charge|damage|set me back|(?:own|out of|of my) pocket|ballpark|(?:dear|cheap)(?:er|est)|expensive)\b/i;
/** They have something to sell, and want nothing of ours. */
const SELLS = /\b(?:do|would|will|can|could) (?:you|u|ya) (?:guys |also |ever )?(?:buy|purchase)\b/i;
const BUYS = /\b(?:buy|trade|second.?hand|used|pre.?owned|consign\w*|sell (?:us|your))\b/i;
/** "What's the latest I can come?" is asked of the hours, whatever meal is named with it. */
const LATEST =
  /\b(?:(?:latest|earliest)(?: time)?(?: that)?|how (?:late|early)) (?:(?:i|we|you|u|one) (?:can|could|may)|(?:can|could|may) (?:i|we|one))\b(?!.*\b(?:cancel|book|reserve|order|return|change|move|eat)\b)/i;
/** "Are you guys around today?" */
const AROUND =
  /\bare (?:you|ye|yous)(?: guys| lot| folks| all)? (?:around|about|there|in)(?! (?:the|my|an?)\b)(?: \w+){0,3}\W*$/i;
/** The kitchen has hours of its own, where they are written. */
const OF_KITCHEN = /\b(?:kitchen|last orders?|order(?:ing)? (?:food|something)|still (?:order|eat))\b/i;
/** Whoever is handed to a person by mistake waits for nothing. */
export const HANDS_OVER = new Set(['general.complaint', 'general.human']);

/** What went wrong is told with such words. */
const COMPLAINS =
  /\b(?:not (?:\w+ )?(?:happy|good enough|impressed|ok(?:ay)?|on|right)|unhappy|complain\w*|wait(?:ed|ing)|stone cold|(?:was|were|came|is) (?:\w+ ){0,2}(?:cold|dirty|filthy|rude|wrong|late|broken|bad|poor|awful|burnt|off|stale|a mess)|nobody|no ?one|apolog\w+|ignored|over ?charged|charged|double|ruin\w*|scratch\w*|damag\w*|broke|faulty|never (?:came|arrived|called|turned|showed|got)|still (?:no|not|have ?n[o']t|waiting)|disappoint\w*|poor|worst|terrible|awful|horrible|disgust\w*|shocking|shocker|your (?:\w+ )?(?:staff|waiter|waitress|driver|mechanic|stylist|trainer|receptionist|doctor|nurse|colleague|manager|team))\b/i;

/** "Shame." is hardly one. */
const INTERJECTION = 3;

export type Capabilities = ReadonlyMap<string, AnyCapability>;

export function decide(
  { text, ranked: likely, inScope, hits }: Understood,
  slots: Slots,
  capabilities: Capabilities,
  booked = false,
): Decision {
  const asks = {
    change: changeIn(text, slots, booked),
    booked,
    again: booked && AGAIN.test(text),
    person: PERSON.test(text),
    price: OF_PRICE.test(text),
    hours: LATEST.test(text) || AROUND.test(text),
  };
  const ranked = weighed(likely, slots, capabilities, asks);
  const [top] = ranked as [Understood['ranked'][number]];
  const sells = SELLS.test(text);
  const [hit] = sells ? hits.filter(({ passage }) => BUYS.test(textOf({ passage }))) : hits;
  const others = likeliest(ranked).filter((intent) => capabilities.has(intent));
  const as = (intent: string, confidence: number, more: Partial<Decision> = {}): Decision => ({
    intent,
    confidence,
    text,
    others,
    ...more,
  });
  const { score } = hit ?? { score: 0 };
  const found = (): Decision => as('faq', Math.min(1, score / SAME_QUESTION), { hit });
  const capability = capabilities.get(top.intent);
  const isNamed = speaksFor(capability, slots);
  const isOrder = capability?.effect === 'write' && hasWhen(slots);
  const isWeak = top.confidence < needed(top.intent, slots, booked, text) || inScope < IN_SCOPE;
  const isOpen = sells || top.intent === 'faq' || top.intent === 'unknown' || (!isNamed && isWeak);
  const offered = slots.words.offer?.flat()[0]?.name;
  const own = offered && hits.find(({ passage: { source } }) => source.kind === 'service' && source.title === offered);
  if (own && (isOpen || OF_PRICE.test(text))) return as('faq', 0.8, { hit: own });
  // The price of what the business does not list is not to be found among its answers.
  if (OF_PRICE.test(text) && slots.sought && !isNamed && score < 0.95) return as(sellerOf(capabilities) ?? 'faq', 0.5);
  const facility = Object.keys(slots.words).length === 0 && !hasWhen(slots) ? facilityIn(text) : undefined;
  if (facility) return isAbout(facility, hit) ? found() : as('faq', 0.6, { facility: facility.name });
  const named = isOpen && !sells ? evidentIn(slots, capabilities, ranked) : undefined;
  if (named && score < (OF_PRICE.test(text) ? 0.95 : LIKE_QUESTION)) return as(named, 0.5);
  // What the business has written down itself beats a guess; the surer that is, the nearer it must be.
  const isWrite = capability?.effect === 'write';
  const isList = capability?.effect === 'read' && Object.keys(slots.words).length === 0 && !hasWhen(slots);
  const isPartly = isNamed && !isWrite && isNamedInPart(capability, slots);
  const isAsked = !isWrite && (!capability || isTouched(capability, slots));
  const sure = doubt({ isOrder, isNamed, isPartly, isWrite, isList, isAsked }, top.confidence, text);
  // What somebody must not eat is not answered by what is only near to it.
  const isHealth = (slots.words.avoid || slots.words.diet) && hit && !mentions(hit, slots) ? 0.6 : 0;
  // "How much does Declan charge?": what a person takes is known, too.
  const isTheirs = slots.words.staff !== undefined && capability?.dialogue.subject?.includes('staff');
  const isPrice = (isNamed || isTheirs) && OF_PRICE.test(text) ? 0.25 : 0;
  // A policy is near to whatever speaks of booking at all.
  const isRule = hit?.passage.source.kind === 'policy' && capability?.effect === 'write' ? 0.2 : 0;
  const bar = barFor(top, text, hit) + isHealth + (isOpen ? 0 : top.confidence * sure + isPrice + isRule);
  if (score >= bar) return found();
  if (!isOpen) return as(top.intent, top.confidence);
  if (sells || (top.intent === 'faq' && top.confidence >= SURE_ENOUGH)) return as('faq', top.confidence);
  return as('unknown', 1 - Math.max(top.confidence, inScope) / 2);
}

const likeliest = (ranked: Understood['ranked']) => ranked.slice(0, 4).map(({ intent }) => intent);

/** A loo is no product, and parking no answer to it. */
const isAbout = ({ kind }: Facility, hit: Hit | undefined): boolean =>
  hit !== undefined && (hit.score >= 0.85 || (hit.score >= LIKE_QUESTION && kind.test(textOf(hit))));

function barFor({ intent, confidence }: Understood['ranked'][number], text: string, hit: Hit | undefined): number {
  const isKitchen = intent === 'general.hours' && OF_KITCHEN.test(text) && hit && OF_KITCHEN.test(textOf(hit));
  const isSurelyFaq = intent === 'faq' && confidence >= 0.85;
  // What is a little near, and no nearer than the next, is near to whatever is asked.
  const isTied = hit?.next && hit.score - hit.next.score < CLOSE;
  return LIKE_QUESTION - (isKitchen ? 0.2 : 0) - (isSurelyFaq ? 0.05 : 0) + (isTied ? CLOSE : 0);
}

export const textOf = ({ passage }: Pick<Hit, 'passage'>) => `${passage.source.title} ${passage.text}`;

/** Whether a passage speaks of the very thing that must be avoided. */
export function mentions({ passage }: Hit, { words }: Slots): boolean {
  const text = textOf({ passage }).toLowerCase();
  return [...(words.avoid ?? []), ...(words.diet ?? [])]
    .flat()
    .some(({ name, said }) => text.includes(said.toLowerCase()) || text.includes(name.split(' ')[0]!));
}

type Sign = `is${'Order' | 'Named' | 'Partly' | 'Write' | 'List' | 'Asked'}`;

/** How much a confidence counts against what is written: an order with its day is one, a question seldom. */
function doubt(
  { isOrder, isNamed, isPartly, isWrite, isList, isAsked }: Record<Sign, boolean>,
  confidence: number,
  text: string,
): number {
  if (isOrder && isNamed) return 1.3;
  // "More noodles" may be about the Rice Noodle Tantan, or about anything with noodles.
  if (isPartly && !isOrder) return 0.5;
  if ((isOrder || isNamed) && confidence >= 0.5) return 0.8;
  if (isWrite && (confidence < 0.9 || isQuestion(text))) return confidence < 0.9 ? 0.15 : 0.3;
  // Nothing that is on offer was named: all that could be said is a list of everything.
  if (isList && confidence < 0.8) return 0.15;
  return confidence > 0.95 && isAsked ? 0.75 : 0.5;
}

/** How sure one must be: nobody is handed over, or asked for a booking that they never spoke of, on a guess. */
function needed(intent: string, { code }: Slots, booked: boolean, text: string): number {
  if (intent === 'general.complaint' && !COMPLAINS.test(text)) return wordCount(text) <= INTERJECTION ? 0.95 : 0.8;
  if (HANDS_OVER.has(intent)) return 0.6;
  // A question is no farewell.
  if (intent === 'general.goodbye' || intent === 'general.thanks') return isQuestion(text) ? 0.8 : 0.5;
  return intent.startsWith('booking.') && !code && !booked ? 0.5 : SURE_ENOUGH;
}

const hasWhen = ({ date, time, partySize, window, days }: Slots) =>
  Boolean(date || time || partySize || window || days);

const isMentioned = (slots: Slots, slot: string) =>
  slots.words[slot] !== undefined ||
  slots.own[slot] !== undefined ||
  (slots as Record<string, unknown>)[slot] !== undefined;

/** Words of a whole part of the offer name nothing in particular. */
const BROAD = new Set(['category', 'level', 'staff']);

const speaksFor = (capability: AnyCapability | undefined, slots: Slots) =>
  capability?.dialogue.subject?.some((slot) => !BROAD.has(slot) && isMentioned(slots, slot)) ?? false;

/** Whether any of its words was said, be it that of a whole part of the offer. */
const isTouched = (capability: AnyCapability | undefined, slots: Slots) =>
  capability?.dialogue.subject?.some((slot) => isMentioned(slots, slot)) ?? false;

/** Whether all that names its subject is a part of a longer name. */
function isNamedInPart(capability: AnyCapability | undefined, { words }: Slots): boolean {
  const named = (capability?.dialogue.subject ?? []).flatMap((slot) => words[slot]?.flat() ?? []);
  return named.length > 0 && named.every(({ name, said }) => wordCount(said) < wordCount(name));
}
const wordCount = (words: string) => words.trim().split(/\s+/).length;

/** Some words leave hardly a doubt. */
const DECISIVE = new Set(['order', 'payer', 'medication', 'pharmacy', 'avoid', 'class', 'plan', 'diet']);

function spokenFor(capability: AnyCapability | undefined, slots: Slots): number {
  const said = capability?.dialogue.subject?.filter((slot) => isMentioned(slots, slot)) ?? [];
  const isOrder = capability?.effect === 'write' && slots.date && slots.time ? 2 : 1;
  if (said.some((slot) => DECISIVE.has(slot))) return 3 * SPEAKS_FOR * isOrder;
  if (said.some((slot) => !BROAD.has(slot))) return SPEAKS_FOR * isOrder;
  return (said.length > 0 ? SPEAKS_FOR / 2 : 1) * isOrder;
}

type Asks = { change: string | undefined } & Record<'booked' | 'again' | 'person' | 'price' | 'hours', boolean>;

/** Likelihoods once it is known which of the business's words were said. */
function weighed(
  ranked: Understood['ranked'],
  slots: Slots,
  capabilities: Capabilities,
  { change, booked, again, person, price, hours }: Asks,
): Understood['ranked'] {
  // What a dish costs stands on the menu, whatever else is recorded about it.
  const seller = price && !slots.words.avoid && !slots.words.diet ? sellerOf(capabilities) : undefined;
  const odds = ranked.map(({ intent, confidence }) => ({
    intent,
    confidence:
      confidence *
      (change ? 1 : spokenFor(capabilities.get(intent), slots)) *
      (intent === change ? SPEAKS_FOR ** 3 : 1) *
      (change && booked && intent === 'unknown' ? 1 / SPEAKS_FOR : 1) *
      (again && (intent === 'booking.change' || HANDS_OVER.has(intent)) ? SPEAKS_FOR ** -3 : 1) *
      (intent === seller && speaksFor(capabilities.get(intent), slots) ? SPEAKS_FOR : 1) *
      (hours && intent === 'general.hours' ? SPEAKS_FOR : 1) *
      (person && intent === 'general.human' ? SPEAKS_FOR ** 2 : 1),
  }));
  const sum = odds.reduce((total, { confidence }) => total + confidence, 0);
  return odds
    .map(({ intent, confidence }) => ({ intent, confidence: confidence / sum }))
    .sort((a, b) => b.confidence - a.confidence);
}

/** Which change of a booking a sentence speaks of, by its verb. */
function changeIn(text: string, { words, date, time }: Slots, booked: boolean): string | undefined {
  if (words.plan || OF_A_RULE.test(text)) return undefined;
  if (CANCELS.test(text) || (booked && !date && !time && SCRAPS.test(text))) return 'booking.cancel';
  const isOfIt = CHANGES_IT.test(text) || (Boolean(date || time) && OTHER_TIME.test(text));
  return MOVES.test(text) || (booked && isOfIt && !AGAIN.test(text)) ? 'booking.change' : undefined;
}

/** Whoever tells of what is on offer, and what it costs. */
export const sellerOf = (capabilities: Capabilities) =>
  [...capabilities.values()].find(({ effect, dialogue }) => effect === 'read' && dialogue.ask.q)?.name;

/** Who names one of the business's words wants to know about it, whatever else was not understood. */
function evidentIn(slots: Slots, capabilities: Capabilities, ranked: Understood['ranked']): string | undefined {
  if (slots.code) return ranked.find(({ intent }) => intent.startsWith('booking.'))?.intent;
  const spoken = ranked.filter(({ intent }) => speaksFor(capabilities.get(intent), slots));
  const known = slots.words.staff
    ? ranked.filter(({ intent }) => capabilities.get(intent)?.dialogue.subject?.includes('staff'))
    : [];
  const named = (spoken.find(({ intent }) => capabilities.get(intent)?.effect === 'read') ?? spoken[0] ?? known[0])
    ?.intent;
  const hours = ranked.slice(0, 4).find(({ intent }) => intent === 'general.hours');
  const isOfDay = (slots.date || slots.every) && hours !== undefined && hours.confidence > 0.15;
  return named ?? (isOfDay ? 'general.hours' : undefined);
}

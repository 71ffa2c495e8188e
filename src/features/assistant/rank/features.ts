// What speaks for a candidate and what against it, as numbers. What each of them weighs is learned: models/ranker/train.ts.
import type { AnyCapability } from '../../../capability/capability.ts';
import type { Slots } from '../../../capability/dialogue.ts';
import { slotsBy } from '../../../capability/roles.ts';
import { wasTold } from '../search-hit.ts';
import { restrictionSlots, thingSlots } from '../slots.ts';
import { type Candidate, isInPart, type RankingInput, slotsUsedBy, wordCount } from './candidates.ts';
import type { Cue } from './cues.ts';
import { ofPassage } from './passage-features.ts';
import { type Grouped, log, type Shared, type Values } from './values.ts';

/** What all candidates of a sentence share is worked out once. */
export function featuresOf(
  scene: RankingInput,
  cues: Record<Cue, boolean>,
  candidates: readonly Candidate[],
): Grouped[] {
  const { prediction, slots, industry } = scene;
  const named = (all: readonly string[]) => all.some((slot) => slots.words[slot] !== undefined);
  const alone = new Map(prediction.ranked.map(({ intent, confidence }) => [intent, confidence]));
  const { intents: inContext, acts } = prediction.contextual;
  const does = (...all: string[]) => all.reduce((sum, act) => sum + (acts.get(act) ?? 0), 0);
  const passages = prediction.signals.filter(({ hit }) => hit);
  const best = {
    near: Math.max(0, ...passages.map(({ near }) => near)),
    answers: Math.max(0, ...passages.map(({ answers }) => answers)),
    any: Math.max(0, ...prediction.signals.map(({ answers }) => answers)),
    common: Math.max(0, ...passages.map(({ common }) => common)),
  };
  const words = prediction.text.trim().split(/\s+/).length;
  const against = Math.max(
    0,
    ...prediction.ranked.map(({ intent, confidence }) => (OPEN.has(intent) ? 0 : confidence)),
  );
  const shared: Shared = {
    ...{ alone, inContext, best, cues, words, against, does },
    asks: does('ask', 'lookup'),
    starts: does('start'),
    chats: does('greet', 'thanks', 'praise', 'goodbye', 'joke_or_chat', 'complain'),
    inScope: prediction.inScope,
    isShort: words <= 5,
    hasWhen: Boolean(slots.date || slots.time || slots.window || slots.days || slots.every),
    hasThing: named(thingSlots(industry)),
    isHealth: named(restrictionSlots(industry)),
    // Words of a whole part of the offer name nothing in particular.
    broad: new Set(slotsBy(industry, 'category', 'level', 'person')),
    // Some words leave hardly a doubt.
    decisive: new Set(['order', ...slotsBy(industry, 'payer', 'matter', 'excluded', 'meeting', 'plan', 'diet')]),
    afterPassage: passages.some(({ hit }) => hit && wasTold(hit, scene.before.told)),
    hasBudget: slots.maxPrice !== undefined || slots.minPrice !== undefined,
  };
  return candidates.map((candidate) => ofCandidate(scene, shared, candidate));
}

const OPEN = new Set(['faq', 'unknown']);

function ofCandidate(scene: RankingInput, shared: Shared, candidate: Candidate): Grouped {
  if (candidate.hit) return ofPassage(scene, shared, candidate);
  if (candidate.intent === 'unknown') return [['nothing', ofNothing(scene, shared)]];
  return ofIntent(scene, shared, candidate);
}

function ofNothing({ topic }: RankingInput, shared: Shared): Values {
  const { alone, best, inScope, cues, isShort, hasThing, hasWhen } = shared;
  return {
    '': 1,
    likely: log((alone.get('unknown') ?? 0) + (alone.get('faq') ?? 0)),
    unknown: log(alone.get('unknown') ?? 0),
    'out of scope': 1 - inScope,
    against: shared.against,
    near: best.near,
    answers: best.answers,
    'answers of all': best.any,
    'likely in context': log(shared.inContext.get('unknown') ?? 0),
    asks: shared.asks,
    starts: shared.starts,
    chats: shared.chats,
    common: best.common,
    question: cues.question,
    short: isShort,
    thing: hasThing,
    when: hasWhen,
    topic: topic !== undefined,
    does: shared.does('out_of_scope', 'unclear'),
    'after passage': shared.afterPassage,
    'after passage, short': shared.afterPassage && isShort,
  };
}

function ofIntent(scene: RankingInput, shared: Shared, candidate: Candidate): Grouped {
  const { slots, capabilities, topic, offer, booked, focus } = scene;
  const { alone, inContext, inScope, cues, isShort, broad, decisive } = shared;
  const { intent, from, signal } = candidate;
  const capability = capabilities.get(intent);
  const isWrite = capability?.effect === 'write';
  const kind = capability ? capability.effect : intent.startsWith('booking.') ? 'change' : 'general';
  const likely = alone.get(intent) ?? 0;
  const said = saidOf(capability, slots);
  const isOther = from === 'focus' && shared.hasThing;
  const age = from === 'focus' ? focus.findIndex(({ slot, id }) => candidate.words[slot]?.flat()[0]?.id === id) : 0;
  const isNth = intent.startsWith('general.') || kind === 'change';
  const back = cues.pointsBack || cues.elliptic;
  const isToldOf = from === 'focus' && focus[age]?.told === true;
  const isOfParty = slots.partySize !== undefined || slots.partyChange !== undefined;
  const isBroad = said.size > 0 && [...said].every((slot) => broad.has(slot));
  const isWhole = [...said].some((slot) => !broad.has(slot)) && shareOf(said, slots) >= 1;
  const ids = new Set([...said].flatMap((slot) => slots.words[slot]?.flat().map(({ id }) => `${slot} ${id}`) ?? []));
  const named = scene.prediction.signals
    .filter(({ thing }) => thing && ids.has(`${thing.slot} ${thing.id}`))
    .toSorted((a, b) => b.answers - a.answers)[0];
  const ofKind = {
    '': 1,
    likely: log(likely),
    'likely in context': log(inContext.get(intent) ?? 0),
    'likely in context, short': isShort && log(inContext.get(intent) ?? 0),
    probability: likely,
    'in scope': inScope,
    'best near': shared.best.near,
    'best common': shared.best.common,
    'best near, likely': shared.best.near * likely,
    question: cues.question,
    when: shared.hasWhen,
    price: cues.price,
    rule: cues.rule,
    hours: cues.hours,
    short: isShort,
    'answers, passage': shared.best.answers,
    asks: shared.asks,
    starts: shared.starts,
    chats: shared.chats,
    does: shared.does(...(BY_INTENT[intent] ?? [])),
    'after passage': shared.afterPassage,
    'after passage, unnamed': shared.afterPassage && said.size === 0,
    'after passage, starts': shared.afterPassage && shared.starts,
  };
  const own = {
    'hours when': intent === 'general.hours' && shared.hasWhen,
    'hours hours': intent === 'general.hours' && cues.hours,
    'human person': intent === 'general.human' && cues.person,
    'write orders': isWrite && cues.orders,
    'write books': isWrite && cues.books,
    'write books, no question': isWrite && cues.books && !cues.question,
    'write day and time': isWrite && Boolean(slots.date && slots.time),
    'write party': isWrite && slots.partySize !== undefined && said.has('partySize'),
    'named decisive': [...said].some((slot) => decisive.has(slot)),
    'named decisive, read': kind === 'read' && [...said].some((slot) => decisive.has(slot)),
    'named thing': [...said].some((slot) => !broad.has(slot)),
    'named thing, read': kind === 'read' && [...said].some((slot) => !broad.has(slot)),
    'named thing, price, read': kind === 'read' && cues.price && [...said].some((slot) => !broad.has(slot)),
    'named whole, read': kind === 'read' && isWhole,
    'named whole, price, read': kind === 'read' && isWhole && cues.price,
    'read price, rule': kind === 'read' && cues.price && (cues.rule || cues.moves || cues.cancels),
    'named broad, lists, read': kind === 'read' && isBroad && cues.lists,
    'named broad': isBroad,
    'named staff, read': kind === 'read' && said.has('staff'),
    'named in part': isInPart(said, slots),
    'named share': shareOf(said, slots),
    'named share, read': kind === 'read' && shareOf(said, slots),
    'unnamed though named': capability !== undefined && said.size === 0 && shared.hasThing,
    'read unnamed': kind === 'read' && said.size === 0 && from === 'said',
    'read sought': kind === 'read' && slots.sought !== undefined && capability?.dialogue.ask.q !== undefined,
    'change code': kind === 'change' && slots.code !== undefined,
    'change booked': kind === 'change' && Boolean(booked),
    'change books': kind === 'change' && cues.books,
    'change who': kind === 'change' && Boolean(slots.name || slots.phone),
    'change moves': intent === 'booking.change' && cues.moves,
    'change cancels': intent === 'booking.cancel' && cues.cancels,
    'change of rule': kind === 'change' && cues.rule,
    'change changes, booked': intent === 'booking.change' && Boolean(booked) && cues.changes,
    'change again': kind === 'change' && cues.again,
    'moves, otherwise': kind !== 'change' && (cues.moves || cues.cancels),
    'write again': isWrite && cues.again,
    'topic same': topic?.intent === intent,
    'topic same, short': topic?.intent === intent && isShort,
    'topic same, back': topic?.intent === intent && back,
    'topic same, done': topic?.intent === intent && Boolean(topic.done),
    'offer same': offer === intent,
    focus: from === 'focus',
    'focus likely': from === 'focus' && log(likely),
    'focus likely in context': from === 'focus' && log(inContext.get(intent) ?? 0),
    'focus age': age,
    'focus back': from === 'focus' && back,
    'focus short': from === 'focus' && isShort,
    'focus price': from === 'focus' && cues.price,
    'focus question': from === 'focus' && cues.question,
    'focus though named': isOther,
    'near when': from === 'near' && shared.hasWhen,
    'near lists': from === 'near' && cues.lists,
    'near budget': from === 'near' && shared.hasBudget,
    'focus lists': from === 'focus' && cues.lists,
    'focus budget': from === 'focus' && shared.hasBudget,
    'read lists': kind === 'read' && from === 'said' && cues.lists,
    'read lists, named': kind === 'read' && from === 'said' && cues.lists && said.size > 0,
    'read budget': kind === 'read' && from === 'said' && shared.hasBudget,
    'read when': kind === 'read' && from === 'said' && shared.hasWhen,
    'write booked': isWrite && Boolean(booked),
    'write booked, books': isWrite && Boolean(booked) && cues.books,
    'change booked, when': intent === 'booking.change' && Boolean(booked) && shared.hasWhen,
    'change booked, party': intent === 'booking.change' && Boolean(booked) && isOfParty,
    'hours booked, when': intent === 'general.hours' && Boolean(booked) && shared.hasWhen,
    'focus told': isToldOf,
    'focus told, when': isToldOf && shared.hasWhen,
    'focus told, lists': isToldOf && cues.lists,
    'focus told, back': isToldOf && back,
    'focus when': from === 'focus' && shared.hasWhen,
    'focus when, short': from === 'focus' && shared.hasWhen && isShort,
    'topic same, when': topic?.intent === intent && from === 'said' && shared.hasWhen,
    'topic same, when, short': topic?.intent === intent && from === 'said' && shared.hasWhen && isShort,
    'again, booked': isWrite && cues.again && Boolean(booked),
    'change again, booked': kind === 'change' && cues.again && Boolean(booked),
    'change scraps, booked': intent === 'booking.cancel' && cues.scraps && Boolean(booked),
    'focus staff': from === 'focus' && candidate.words.staff !== undefined,
    'focus staff, who': from === 'focus' && candidate.words.staff !== undefined && cues.who,
    near: from === 'near',
    'near near': from === 'near' && signal?.near,
    'near answers': from === 'near' && signal?.answers,
    'near answers best': from === 'near' && signal?.answers === shared.best.any,
    'near answers behind': from === 'near' && shared.best.any - (signal?.answers ?? 0),
    'focus answers': from === 'focus' && signal?.answers,
    'focus answers best': from === 'focus' && signal?.answers === shared.best.any,
    'focus answers behind': from === 'focus' && shared.best.any - (signal?.answers ?? 0),
    'named answers': from === 'said' && said.size > 0 && named?.answers,
    'named answers best': from === 'said' && said.size > 0 && named?.answers === shared.best.any,
    'named answers behind': from === 'said' && said.size > 0 && named && shared.best.any - named.answers,
    'near common': from === 'near' && signal?.common,
    'near titled': from === 'near' && signal?.titled,
    'near though named': from === 'near' && shared.hasThing,
    'near likely': from === 'near' && log(likely),
  };
  return [
    ['', own],
    [kind, ofKind],
    [intent, { '': isNth }],
    ['focus', { [kind]: from === 'focus' }],
    ['health', { [kind]: shared.isHealth && !restrictionSlots(scene.industry).some((slot) => said.has(slot)) }],
  ];
}

/** The acts that are the intent. */
const BY_INTENT: Record<string, readonly string[]> = {
  'general.human': ['handoff'],
  'general.complaint': ['complain'],
  'general.greeting': ['greet'],
  'general.thanks': ['thanks', 'praise'],
  'general.goodbye': ['goodbye'],
  'booking.change': ['change_booking'],
  'booking.cancel': ['cancel_booking'],
  'booking.find': ['find_booking'],
};

const isMentioned = (slots: Slots, slot: string) =>
  slots.words[slot] !== undefined ||
  slots.own[slot] !== undefined ||
  (slots as Record<string, unknown>)[slot] !== undefined;

/** The subjects of a capability that were spoken of. */
const saidOf = (capability: AnyCapability | undefined, slots: Slots): Set<string> =>
  new Set([...slotsUsedBy(capability)].filter((slot) => isMentioned(slots, slot)));

/** How much of a name was said. */
const shareOf = (said: ReadonlySet<string>, { words }: Slots): number =>
  Math.max(
    0,
    ...[...said].flatMap((slot) => words[slot]?.flat() ?? []).map((one) => wordCount(one.said) / wordCount(one.name)),
  );

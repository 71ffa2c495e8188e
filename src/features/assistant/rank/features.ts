// The features of each candidate. Their names are those of the trained weights; see models/ranker/train.ts.
import type { AnyCapability } from '../../../capability/capability.ts';
import type { Slots } from '../../../capability/dialogue.ts';
import { findSlotsWithRole } from '../../../capability/roles.ts';
import { isInLastReply } from '../search-hit.ts';
import { listOfferingSlots, listRestrictionSlots } from '../slots.ts';
import {
  type ActionCandidate,
  countWords,
  hasOnlyPartialNames,
  listUsedSlots,
  MAX_SHORT_SENTENCE_WORDS,
  type RankingInput,
} from './candidates.ts';
import type { Cue } from './cues.ts';
import { type FeatureGroups, type FeatureValues, type SentenceSignals, scaleLogProbability } from './feature-groups.ts';
import { computePassageFeatures } from './passage-features.ts';

/** Computes the features of all candidates; the signals that they share are computed once. */
export function computeFeatures(
  input: RankingInput,
  cues: Record<Cue, boolean>,
  candidates: readonly ActionCandidate[],
): FeatureGroups[] {
  const { prediction, slots, industry } = input;
  const mentionsAnyOf = (slotNames: readonly string[]) =>
    slotNames.some((slot) => slots.catalogEntities[slot] !== undefined);
  const intentProbabilities = new Map(prediction.ranked.map(({ intent, confidence }) => [intent, confidence]));
  const { intents: contextualIntentProbabilities, acts } = prediction.contextual;
  const sumActProbabilities = (...actNames: string[]) => actNames.reduce((sum, act) => sum + (acts.get(act) ?? 0), 0);
  const passages = prediction.signals.filter(({ hit }) => hit);
  const best = {
    similarity: Math.max(0, ...passages.map(({ similarity }) => similarity)),
    answerScore: Math.max(0, ...passages.map(({ answerScore }) => answerScore)),
    itemOrPassageAnswerScore: Math.max(0, ...prediction.signals.map(({ answerScore }) => answerScore)),
    sharedWordRatio: Math.max(0, ...passages.map(({ sharedWordRatio }) => sharedWordRatio)),
  };
  const textWordCount = prediction.text.trim().split(/\s+/).length;
  const specificIntentProbability = Math.max(
    0,
    ...prediction.ranked.map(({ intent, confidence }) => (UNSPECIFIC_INTENTS.has(intent) ? 0 : confidence)),
  );
  const sentence: SentenceSignals = {
    intentProbabilities,
    contextualIntentProbabilities,
    best,
    cues,
    specificIntentProbability,
    sumActProbabilities,
    questionProbability: sumActProbabilities('ask', 'lookup'),
    startProbability: sumActProbabilities('start'),
    smallTalkProbability: sumActProbabilities('greet', 'thanks', 'praise', 'goodbye', 'joke_or_chat', 'complain'),
    inScope: prediction.inScope,
    isShort: textWordCount <= MAX_SHORT_SENTENCE_WORDS,
    namesTime: Boolean(slots.date || slots.time || slots.window || slots.days || slots.every),
    namesItem: mentionsAnyOf(listOfferingSlots(industry)),
    namesRestriction: mentionsAnyOf(listRestrictionSlots(industry)),
    broadSlots: new Set(findSlotsWithRole(industry, 'category', 'level', 'person')),
    decisiveSlots: new Set([
      'order',
      ...findSlotsWithRole(industry, 'payer', 'matter', 'excluded', 'meeting', 'plan', 'diet'),
    ]),
    followsPassage: passages.some(({ hit }) => hit && isInLastReply(hit, input.previousTurn.told)),
    hasBudget: slots.maxPrice !== undefined || slots.minPrice !== undefined,
  };
  return candidates.map((candidate) => computeCandidateFeatures(input, sentence, candidate));
}

const UNSPECIFIC_INTENTS = new Set(['faq', 'unknown']);

function computeCandidateFeatures(
  input: RankingInput,
  sentence: SentenceSignals,
  candidate: ActionCandidate,
): FeatureGroups {
  if (candidate.hit) return computePassageFeatures(input, sentence, candidate);
  if (candidate.intent === 'unknown') return [['nothing', computeUnknownFeatures(input, sentence)]];
  return computeIntentFeatures(input, sentence, candidate);
}

function computeUnknownFeatures({ topic }: RankingInput, sentence: SentenceSignals): FeatureValues {
  const { intentProbabilities, best, inScope, cues, isShort, namesItem, namesTime } = sentence;
  return {
    '': 1,
    likely: scaleLogProbability((intentProbabilities.get('unknown') ?? 0) + (intentProbabilities.get('faq') ?? 0)),
    unknown: scaleLogProbability(intentProbabilities.get('unknown') ?? 0),
    'out of scope': 1 - inScope,
    against: sentence.specificIntentProbability,
    near: best.similarity,
    answers: best.answerScore,
    'answers of all': best.itemOrPassageAnswerScore,
    'likely in context': scaleLogProbability(sentence.contextualIntentProbabilities.get('unknown') ?? 0),
    asks: sentence.questionProbability,
    starts: sentence.startProbability,
    chats: sentence.smallTalkProbability,
    common: best.sharedWordRatio,
    question: cues.question,
    short: isShort,
    thing: namesItem,
    when: namesTime,
    topic: topic !== undefined,
    does: sentence.sumActProbabilities('out_of_scope', 'unclear'),
    'after passage': sentence.followsPassage,
    'after passage, short': sentence.followsPassage && isShort,
  };
}

function computeIntentFeatures(
  input: RankingInput,
  sentence: SentenceSignals,
  candidate: ActionCandidate,
): FeatureGroups {
  const { slots, capabilities, topic, offeredIntent, booked, focus } = input;
  const { intentProbabilities, contextualIntentProbabilities, inScope, cues, isShort, broadSlots, decisiveSlots } =
    sentence;
  const { intent, itemSource, signal } = candidate;
  const capability = capabilities.get(intent);
  const isWrite = capability?.effect === 'write';
  const kind = capability ? capability.effect : intent.startsWith('booking.') ? 'change' : 'general';
  const probability = intentProbabilities.get(intent) ?? 0;
  const mentionedSlots = findMentionedSlots(capability, slots);
  const competesWithNamedItem = itemSource === 'focus' && sentence.namesItem;
  const focusIndex =
    itemSource === 'focus'
      ? focus.findIndex(({ slot, id }) => candidate.catalogEntities[slot]?.flat()[0]?.id === id)
      : 0;
  const hasIntentBias = intent.startsWith('general.') || kind === 'change';
  const refersBack = cues.refersBack || cues.elliptic;
  const wasNamedInReply = itemSource === 'focus' && focus[focusIndex]?.told === true;
  const namesPartySize = slots.partySize !== undefined || slots.partyChange !== undefined;
  const namesSpecificSlot = [...mentionedSlots].some((slot) => !broadSlots.has(slot));
  const isBroad = mentionedSlots.size > 0 && !namesSpecificSlot;
  const namesDecisiveSlot = [...mentionedSlots].some((slot) => decisiveSlots.has(slot));
  const nameShare = computeMentionedNameShare(mentionedSlots, slots);
  const isNamedInFull = namesSpecificSlot && nameShare >= 1;
  const namedAnswerScore = itemSource === 'message' ? findBestAnswerScore(mentionedSlots, input) : undefined;
  const kindFeatures = {
    '': 1,
    likely: scaleLogProbability(probability),
    'likely in context': scaleLogProbability(contextualIntentProbabilities.get(intent) ?? 0),
    'likely in context, short': isShort && scaleLogProbability(contextualIntentProbabilities.get(intent) ?? 0),
    probability,
    'in scope': inScope,
    'best near': sentence.best.similarity,
    'best common': sentence.best.sharedWordRatio,
    'best near, likely': sentence.best.similarity * probability,
    question: cues.question,
    when: sentence.namesTime,
    price: cues.price,
    rule: cues.rule,
    hours: cues.hours,
    short: isShort,
    'answers, passage': sentence.best.answerScore,
    asks: sentence.questionProbability,
    starts: sentence.startProbability,
    chats: sentence.smallTalkProbability,
    does: sentence.sumActProbabilities(...(ACTS_BY_INTENT[intent] ?? [])),
    'after passage': sentence.followsPassage,
    'after passage, unnamed': sentence.followsPassage && mentionedSlots.size === 0,
    'after passage, starts': sentence.followsPassage && sentence.startProbability,
  };
  const ungroupedFeatures = {
    'hours when': intent === 'general.hours' && sentence.namesTime,
    'hours hours': intent === 'general.hours' && cues.hours,
    'human person': intent === 'general.human' && cues.asksForPerson,
    'write orders': isWrite && cues.requests,
    'write books': isWrite && cues.books,
    'write books, no question': isWrite && cues.books && !cues.question,
    'write day and time': isWrite && Boolean(slots.date && slots.time),
    'write party': isWrite && slots.partySize !== undefined && mentionedSlots.has('partySize'),
    'named decisive': namesDecisiveSlot,
    'named decisive, read': kind === 'read' && namesDecisiveSlot,
    'named thing': namesSpecificSlot,
    'named thing, read': kind === 'read' && namesSpecificSlot,
    'named thing, price, read': kind === 'read' && cues.price && namesSpecificSlot,
    'named whole, read': kind === 'read' && isNamedInFull,
    'named whole, price, read': kind === 'read' && isNamedInFull && cues.price,
    'read price, rule': kind === 'read' && cues.price && (cues.rule || cues.reschedules || cues.cancels),
    'named broad, lists, read': kind === 'read' && isBroad && cues.asksForList,
    'named broad': isBroad,
    'named staff, read': kind === 'read' && mentionedSlots.has('staff'),
    'named in part': hasOnlyPartialNames(mentionedSlots, slots),
    'named share': nameShare,
    'named share, read': kind === 'read' && nameShare,
    'unnamed though named': capability !== undefined && mentionedSlots.size === 0 && sentence.namesItem,
    'read unnamed': kind === 'read' && mentionedSlots.size === 0 && itemSource === 'message',
    'read sought': kind === 'read' && slots.sought !== undefined && capability?.dialogue.ask.q !== undefined,
    'change code': kind === 'change' && slots.code !== undefined,
    'change booked': kind === 'change' && Boolean(booked),
    'change books': kind === 'change' && cues.books,
    'change who': kind === 'change' && Boolean(slots.name || slots.phone),
    'change moves': intent === 'booking.change' && cues.reschedules,
    'change cancels': intent === 'booking.cancel' && cues.cancels,
    'change of rule': kind === 'change' && cues.rule,
    'change changes, booked': intent === 'booking.change' && Boolean(booked) && cues.changes,
    'change again': kind === 'change' && cues.repeats,
    'moves, otherwise': kind !== 'change' && (cues.reschedules || cues.cancels),
    'write again': isWrite && cues.repeats,
    'topic same': topic?.intent === intent,
    'topic same, short': topic?.intent === intent && isShort,
    'topic same, back': topic?.intent === intent && refersBack,
    'topic same, done': topic?.intent === intent && Boolean(topic.done),
    'offer same': offeredIntent === intent,
    focus: itemSource === 'focus',
    'focus likely': itemSource === 'focus' && scaleLogProbability(probability),
    'focus likely in context':
      itemSource === 'focus' && scaleLogProbability(contextualIntentProbabilities.get(intent) ?? 0),
    'focus age': focusIndex,
    'focus back': itemSource === 'focus' && refersBack,
    'focus short': itemSource === 'focus' && isShort,
    'focus price': itemSource === 'focus' && cues.price,
    'focus question': itemSource === 'focus' && cues.question,
    'focus though named': competesWithNamedItem,
    'near when': itemSource === 'search' && sentence.namesTime,
    'near lists': itemSource === 'search' && cues.asksForList,
    'near budget': itemSource === 'search' && sentence.hasBudget,
    'focus lists': itemSource === 'focus' && cues.asksForList,
    'focus budget': itemSource === 'focus' && sentence.hasBudget,
    'read lists': kind === 'read' && itemSource === 'message' && cues.asksForList,
    'read lists, named': kind === 'read' && itemSource === 'message' && cues.asksForList && mentionedSlots.size > 0,
    'read budget': kind === 'read' && itemSource === 'message' && sentence.hasBudget,
    'read when': kind === 'read' && itemSource === 'message' && sentence.namesTime,
    'write booked': isWrite && Boolean(booked),
    'write booked, books': isWrite && Boolean(booked) && cues.books,
    'change booked, when': intent === 'booking.change' && Boolean(booked) && sentence.namesTime,
    'change booked, party': intent === 'booking.change' && Boolean(booked) && namesPartySize,
    'hours booked, when': intent === 'general.hours' && Boolean(booked) && sentence.namesTime,
    'focus told': wasNamedInReply,
    'focus told, when': wasNamedInReply && sentence.namesTime,
    'focus told, lists': wasNamedInReply && cues.asksForList,
    'focus told, back': wasNamedInReply && refersBack,
    'focus when': itemSource === 'focus' && sentence.namesTime,
    'focus when, short': itemSource === 'focus' && sentence.namesTime && isShort,
    'topic same, when': topic?.intent === intent && itemSource === 'message' && sentence.namesTime,
    'topic same, when, short': topic?.intent === intent && itemSource === 'message' && sentence.namesTime && isShort,
    'again, booked': isWrite && cues.repeats && Boolean(booked),
    'change again, booked': kind === 'change' && cues.repeats && Boolean(booked),
    'change scraps, booked': intent === 'booking.cancel' && cues.discards && Boolean(booked),
    'focus staff': itemSource === 'focus' && candidate.catalogEntities.staff !== undefined,
    'focus staff, who': itemSource === 'focus' && candidate.catalogEntities.staff !== undefined && cues.asksWho,
    near: itemSource === 'search',
    'near near': itemSource === 'search' && signal?.similarity,
    'near answers': itemSource === 'search' && signal?.answerScore,
    'near answers best': itemSource === 'search' && signal?.answerScore === sentence.best.itemOrPassageAnswerScore,
    'near answers behind':
      itemSource === 'search' && sentence.best.itemOrPassageAnswerScore - (signal?.answerScore ?? 0),
    'focus answers': itemSource === 'focus' && signal?.answerScore,
    'focus answers best': itemSource === 'focus' && signal?.answerScore === sentence.best.itemOrPassageAnswerScore,
    'focus answers behind':
      itemSource === 'focus' && sentence.best.itemOrPassageAnswerScore - (signal?.answerScore ?? 0),
    'named answers': namedAnswerScore,
    'named answers best': namedAnswerScore === sentence.best.itemOrPassageAnswerScore,
    'named answers behind': namedAnswerScore !== undefined && sentence.best.itemOrPassageAnswerScore - namedAnswerScore,
    'near common': itemSource === 'search' && signal?.sharedWordRatio,
    'near titled': itemSource === 'search' && signal?.sharedTitleWordRatio,
    'near though named': itemSource === 'search' && sentence.namesItem,
    'near likely': itemSource === 'search' && scaleLogProbability(probability),
  };
  return [
    ['', ungroupedFeatures],
    [kind, kindFeatures],
    [intent, { '': hasIntentBias }],
    ['focus', { [kind]: itemSource === 'focus' }],
    [
      'health',
      {
        [kind]:
          sentence.namesRestriction && !listRestrictionSlots(input.industry).some((slot) => mentionedSlots.has(slot)),
      },
    ],
  ];
}

/** The dialogue acts that express an intent. */
const ACTS_BY_INTENT: Record<string, readonly string[]> = {
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
  slots.catalogEntities[slot] !== undefined ||
  slots.industryEntities[slot] !== undefined ||
  (slots as Record<string, unknown>)[slot] !== undefined;

/** The slots of a capability that the sentence mentions. */
const findMentionedSlots = (capability: AnyCapability | undefined, slots: Slots): Set<string> =>
  new Set([...listUsedSlots(capability)].filter((slot) => isMentioned(slots, slot)));

/** The highest answer score of an item that the sentence names in one of these slots. */
function findBestAnswerScore(
  mentionedSlots: ReadonlySet<string>,
  { slots: { catalogEntities }, prediction }: RankingInput,
): number | undefined {
  const scores = prediction.signals
    .filter(
      ({ item }) =>
        item && mentionedSlots.has(item.slot) && catalogEntities[item.slot]?.flat().some(({ id }) => id === item.id),
    )
    .map(({ answerScore }) => answerScore);
  return scores.length > 0 ? Math.max(...scores) : undefined;
}

/** The largest share of an item's name that the sentence contains, by words. */
const computeMentionedNameShare = (mentionedSlots: ReadonlySet<string>, { catalogEntities }: Slots): number =>
  Math.max(
    0,
    ...[...mentionedSlots]
      .flatMap((slot) => catalogEntities[slot]?.flat() ?? [])
      .map(({ said, name }) => countWords(said) / countWords(name)),
  );

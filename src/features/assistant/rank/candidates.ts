// Lists the candidate actions for a sentence. The ranker chooses among them; no word alone rules a candidate out.
import type { AnyCapability } from '../../../capability/capability.ts';
import type { EntityValue, Slots } from '../../../capability/dialogue.ts';
import { findSlotsWithRole, type SlotDeclarations } from '../../../capability/roles.ts';
import type { PreviousTurn } from '../../../nlu/encoder/encoder.ts';
import type { FocusEntity } from '../focus.ts';
import type { ScoredCandidate, SearchHit } from '../passage-index.ts';
import type { IntentPrediction } from '../predict-intent.ts';
import { listOfferingSlots, listRestrictionSlots } from '../slots.ts';
import { VERY_CONFIDENT } from '../thresholds.ts';
import { type Cue, findCues } from './cues.ts';

export type Capabilities = ReadonlyMap<string, AnyCapability>;

/** A sentence with the conversation it belongs to. */
export type RankingInput = {
  prediction: IntentPrediction;
  slots: Slots;
  capabilities: Capabilities;
  industry: SlotDeclarations;
  /** Most recent first. */
  focus: readonly FocusEntity[];
  /** The last topic; `done` once its booking or change was made. */
  topic?: { intent: string; done?: boolean };
  /** The intent that a yes would start. */
  offeredIntent?: string;
  /** A booking was made in this conversation, is being made, or is what the message is about. */
  booked?: boolean;
  /** Diets and allergens that the customer mentioned earlier. */
  needs?: Slots['catalogEntities'];
  previousTurn: PreviousTurn;
};

export type ActionCandidate = {
  intent: string;
  /** The passage that would answer, for the intent `faq`. */
  hit?: SearchHit;
  signal?: ScoredCandidate;
  /** An item or person that the sentence does not name itself. */
  catalogEntities: Slots['catalogEntities'];
  /** Whether that item comes from the focus or from semantic search; `message` if there is none. */
  itemSource: 'message' | 'focus' | 'search';
};

/** Sentences this short usually depend on what was said before. */
export const MAX_SHORT_SENTENCE_WORDS = 5;
/** Below this probability an action is wrong more often than right. */
export const MIN_ACTION_PROBABILITY = 0.3;
const MAX_PASSAGES = 12;
const MAX_SIMILAR_ITEMS = 6;
const MAX_ITEMS_IN_FOCUS = 2;

export function listCandidates(input: RankingInput): { candidates: ActionCandidate[]; cues: Record<Cue, boolean> } {
  const { prediction, slots, capabilities, industry, focus } = input;
  const isItemSlot = (slot: string) => listOfferingSlots(industry).includes(slot);
  const isServed = (intent: string) =>
    !(isOtherQuestion(prediction) && capabilities.get(intent)?.dialogue.otherQuestions);
  const intents = prediction.ranked
    .map(({ intent }) => intent)
    .filter((intent) => intent !== 'faq' && isServed(intent));
  const intentCandidates = intents.map(
    (intent): ActionCandidate => ({ intent, catalogEntities: {}, itemSource: 'message' }),
  );
  const isNotNamed = ({ slot, id }: FocusEntity) => !slots.catalogEntities[slot]?.flat().some((each) => each.id === id);
  const itemsInFocus = focus
    .filter((entity) => isItemSlot(entity.slot) && isNotNamed(entity))
    .slice(0, MAX_ITEMS_IN_FOCUS);
  const staffInFocus = slots.catalogEntities.staff ? [] : focus.filter(({ slot }) => slot === 'staff').slice(0, 1);
  const focusCandidates = intents.flatMap((intent) => {
    const usedSlots = listUsedSlots(capabilities.get(intent));
    return [...itemsInFocus, ...staffInFocus]
      .filter(({ slot }) => usedSlots.has(slot))
      .map((entity): ActionCandidate => {
        const signal = prediction.signals.find(({ item }) => item?.slot === entity.slot && item.id === entity.id);
        return { ...createItemCandidate(intent, entity, 'focus'), ...(signal ? { signal } : {}) };
      });
  });
  const signalsByStrength = [...prediction.signals].sort((a, b) => computeSignalStrength(b) - computeSignalStrength(a));
  const similarItemCandidates = signalsByStrength
    .filter(
      ({ item }) => item && isNotNamed(item) && !focus.slice(0, MAX_ITEMS_IN_FOCUS).some(({ id }) => id === item.id),
    )
    .slice(0, MAX_SIMILAR_ITEMS)
    .flatMap((signal) => {
      const { item } = signal;
      const describingIntent = item && findDescribingCapability(capabilities, item.slot);
      return describingIntent && isServed(describingIntent)
        ? [{ ...createItemCandidate(describingIntent, item, 'search'), signal }]
        : [];
    });
  // A question about a diet or allergen is only answered by passages that mention it.
  const knownRestrictions = Object.keys(slots.catalogEntities).some(isItemSlot) ? (input.needs ?? {}) : {};
  const restrictions = listRestrictionSlots(industry).flatMap((slot) =>
    [slots.catalogEntities, knownRestrictions].flatMap((entities) => entities[slot]?.flat() ?? []),
  );
  const passageCandidates = (asksForChangeOfBooking(input) ? [] : signalsByStrength)
    .filter(({ hit }) => hit && (restrictions.length === 0 || mentionsAny(hit, restrictions)))
    .filter(({ hit }) => hit && !isAboutOtherMatter(hit, input))
    .slice(0, MAX_PASSAGES)
    .flatMap((signal): ActionCandidate[] => {
      const { hit } = signal;
      return hit ? [{ intent: 'faq', hit, signal, catalogEntities: {}, itemSource: 'message' }] : [];
    });
  return {
    candidates: [...intentCandidates, ...focusCandidates, ...similarItemCandidates, ...passageCandidates],
    cues: findCues(prediction.text),
  };
}

/**
 * Whether the customer wants a booking changed or canceled. "May I cancel?" is worded like a question, which a policy would
 * answer, but is a request; the more so where there is a booking, or one is being made. "If I cancel it, …" asks for the
 * rule.
 */
function asksForChangeOfBooking({ booked, prediction, capabilities }: RankingInput): boolean {
  const { text, contextual } = prediction;
  const takesBookings = [...capabilities.values()].some(
    ({ bookingRequest, meetingsCapability }) => bookingRequest ?? meetingsCapability,
  );
  if (!takesBookings || findCues(text).rule) return false;
  const textConfidence = Math.max(...CHANGE_INTENTS.map((intent) => getClassifierConfidence(prediction, intent)));
  if (!booked || textConfidence >= VERY_CONFIDENT) return textConfidence >= VERY_CONFIDENT;
  const estimateProbability = (intent: string) =>
    (getClassifierConfidence(prediction, intent) + (contextual.intents.get(intent) ?? 0)) / 2;
  const changeProbability = Math.max(...CHANGE_INTENTS.map(estimateProbability));
  return changeProbability >= MIN_ACTION_PROBABILITY && changeProbability > estimateProbability('faq');
}

const CHANGE_INTENTS = ['booking.change', 'booking.cancel'];

/**
 * What the classifier predicts from the text alone. Unlike the contextual model, it was trained to tell such requests from
 * questions about the rules.
 */
const getClassifierConfidence = ({ ranked }: IntentPrediction, intent: string): number =>
  ranked.find((each) => each.intent === intent)?.confidence ?? 0;

/** Whether it is surely a question that no capability answers, such as one about an earlier request: "is my refill ready?". */
export const isOtherQuestion = (prediction: IntentPrediction): boolean =>
  getClassifierConfidence(prediction, 'faq') >= VERY_CONFIDENT;

/** The policies are about bookings. A question about something else, such as a membership, needs one that mentions it. */
export function isAboutOtherMatter(hit: SearchHit, { slots, industry }: RankingInput): boolean {
  const matters = findSlotsWithRole(industry, 'matter').flatMap((slot) => slots.catalogEntities[slot]?.flat() ?? []);
  return hit.passage.source.kind === 'policy' && matters.length > 0 && !mentionsAny(hit, matters);
}

/** Whether all mentions give only part of an item's name. */
export function hasOnlyPartialNames(slotNames: Iterable<string>, { catalogEntities }: Slots): boolean {
  const mentions = [...slotNames].flatMap((slot) => catalogEntities[slot]?.flat() ?? []);
  return mentions.length > 0 && mentions.every(({ name, said }) => countWords(said) < countWords(name));
}

export const countWords = (text: string) => text.trim().split(/\s+/).length;

function mentionsAny({ passage }: SearchHit, entities: readonly EntityValue[]): boolean {
  const text = `${passage.source.title} ${passage.text}`.toLowerCase();
  return entities.some(
    ({ name, said }) => text.includes(said.toLowerCase()) || text.includes(name.replace(/ .*/s, '').toLowerCase()),
  );
}

const computeSignalStrength = ({ similarity, answerScore, sharedWordRatio, sharedTitleWordRatio }: ScoredCandidate) =>
  2 * answerScore + similarity + sharedWordRatio + sharedTitleWordRatio;

function createItemCandidate(
  intent: string,
  { slot, id, name }: FocusEntity,
  itemSource: 'focus' | 'search',
): ActionCandidate {
  const entity: EntityValue = { id, name, said: name };
  return { intent, catalogEntities: { [slot]: [[entity]] }, itemSource };
}

/** The slots that a capability uses. */
export function listUsedSlots(capability: AnyCapability | undefined): ReadonlySet<string> {
  if (!capability) return NO_SLOTS;
  const { subject = [], fieldBySlot = {} } = capability.dialogue;
  const slots = slotsByCapability.get(capability) ?? new Set([...subject, ...Object.keys(fieldBySlot)]);
  slotsByCapability.set(capability, slots);
  return slots;
}

const NO_SLOTS: ReadonlySet<string> = new Set();

/** The ranker asks for every candidate of every sentence. */
const slotsByCapability = new WeakMap<AnyCapability, ReadonlySet<string>>();

/** The capability that describes items of a slot: preferably a read capability with that subject, else a write capability. */
export function findDescribingCapability(capabilities: Capabilities, slot: string): string | undefined {
  const describingCapabilities = [...capabilities.values()].filter(({ dialogue }) => dialogue.subject?.includes(slot));
  return (
    describingCapabilities.find(({ effect, dialogue }) => effect === 'read' && dialogue.subject?.[0] === slot) ??
    describingCapabilities.find(({ effect }) => effect === 'read') ??
    describingCapabilities[0]
  )?.name;
}

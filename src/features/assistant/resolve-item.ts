// Resolves words that the business does not use, or uses for several items, to one service or class.
import type { AnyCapability } from '../../capability/capability.ts';
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import { answerProbability } from '../../nlu/encoder/encoder.ts';
import { type DialogueState, mergeSlots } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import type { ScoredCandidate } from './passage-index.ts';
import type { Nlu } from './predict-intent.ts';
import { listUsedSlots } from './rank/candidates.ts';
import { listBookedSlots } from './slots.ts';
import type { Turn } from './turn.ts';

/** The odds, and their ratio to the odds of the next item, from which an item is chosen without asking. */
const MIN_ODDS = 2;
const MIN_ODDS_RATIO = 10;

/** Fills the booked slot by semantic similarity; leaves it alone if the customer named the item, or if no item is likely. */
export async function resolveItem(
  nlu: Nlu,
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  state: Pick<DialogueState, 'focus' | 'topic'> = {},
): Promise<Slots> {
  const slot = listBookedSlots(turn.businessContext.industry).find((candidate) =>
    listUsedSlots(capability).has(candidate),
  );
  if (!slot || isUnambiguous(slots, slot)) return slots;
  const prediction = await nlu.predictIntent(turn.text, turn.businessContext);
  const namedIds = (slots.catalogEntities[slot] ?? []).flat().map(({ id }) => id);
  const isNamed = (id: string) => namedIds.length === 0 || namedIds.includes(id);
  const signals = prediction.signals.filter(({ item }) => item?.slot === slot && isNamed(item.id));
  const resolvedItem =
    chooseLikeliestItem(signals, await predictBareNameSignals(nlu, turn, slots.catalogEntities[slot])) ??
    findItemInFocus(slot, state, isNamed);
  return resolvedItem ? { ...slots, catalogEntities: { ...slots.catalogEntities, [slot]: [[resolvedItem]] } } : slots;
}

/** The signals of a name that several items share. They are ignored when choosing between those items. */
async function predictBareNameSignals(
  nlu: Nlu,
  turn: Turn,
  mentions: EntityValue[][] = [],
): Promise<ScoredCandidate[]> {
  const sharedName = mentions[0]?.[0]?.said;
  return sharedName === undefined ? [] : (await nlu.predictIntent(sharedName, turn.businessContext)).signals;
}

/** Whether the customer named a category, or an item by an unambiguous word. */
const isUnambiguous = ({ catalogEntities }: Slots, slot: string): boolean =>
  catalogEntities.category !== undefined || (catalogEntities[slot] ?? []).some(({ length }) => length === 1);

/** The only item that the customer has mentioned lately, unless it is booked already. */
export function findItemInFocus(
  slot: string,
  { focus = [], topic }: Pick<DialogueState, 'focus' | 'topic'>,
  isNamed: (id: string) => boolean,
): EntityValue | undefined {
  const [item, secondItem] = focus.filter((entity) => entity.slot === slot && !entity.told && isNamed(entity.id));
  return item && !secondItem && !topic?.done ? { id: item.id, name: item.name, said: item.name } : undefined;
}

type ItemSignal = Pick<ScoredCandidate, 'answerScore' | 'item'>;

/** The likeliest item, where no other is nearly as likely. The odds are divided by those of the same item in `baseline`. */
export function chooseLikeliestItem(
  signals: readonly ItemSignal[],
  baseline: readonly ItemSignal[] = [],
): EntityValue | undefined {
  const findBaseline = ({ item }: ItemSignal) => baseline.find((signal) => signal.item?.id === item?.id);
  const [best, next] = signals
    .map((signal) => {
      const baselineSignal = findBaseline(signal);
      return { ...signal, evidence: computeOdds(signal) / (baselineSignal ? computeOdds(baselineSignal) : 1) };
    })
    .sort((a, b) => b.evidence - a.evidence);
  if (!best?.item || computeOdds(best) < MIN_ODDS || (next && best.evidence < MIN_ODDS_RATIO * next.evidence))
    return undefined;
  const { id, name } = best.item;
  return { id, name, said: name };
}

function computeOdds({ answerScore }: Pick<ScoredCandidate, 'answerScore'>): number {
  const probability = answerProbability(answerScore);
  return probability / (1 - probability);
}

/** Adds the details of the previous message to one that has none of its own, such as "OK, book it". */
export async function withEarlierDetails(
  nlu: Nlu,
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  { before: previousTurn, topic }: DialogueState,
): Promise<Slots> {
  const hasDetails =
    slots.date || slots.time || slots.days || slots.window || Object.keys(slots.catalogEntities).length > 0;
  if (hasDetails || topic || !previousTurn?.said) return slots;
  const { date, time, window, days, partySize, catalogEntities } = extractTurnEntities(turn, previousTurn.said, []);
  const earlierDetails = JSON.parse(JSON.stringify({ date, time, window, days, partySize }));
  const resolvedSlots = await resolveItem(nlu, { ...turn, text: previousTurn.said }, capability, {
    catalogEntities,
    industryEntities: {},
  });
  return mergeSlots({ ...earlierDetails, catalogEntities: resolvedSlots.catalogEntities, industryEntities: {} }, slots);
}

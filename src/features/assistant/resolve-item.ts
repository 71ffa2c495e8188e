// Resolves words that the business does not use, or uses for several items, to one service or class.
import type { AnyCapability } from '../../capability/capability.ts';
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import { likelihoodOf } from '../../nlu/encoder/encoder.ts';
import { type DialogueState, mergeSlots } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import type { MatchSignal } from './passage-index.ts';
import type { Nlu } from './predict-intent.ts';
import { slotsUsedBy } from './rank/candidates.ts';
import { bookedSlots } from './slots.ts';
import type { Turn } from './turn.ts';

/** The least probability, and lead over the next item, at which an item is taken without asking. */
const SURE = 2;
const APART = 10;

/** The slots with what is meant, as far as its meaning tells; they stay as they are where a word tells it, or nothing does. */
export async function resolveItem(
  nlu: Nlu,
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  state: Pick<DialogueState, 'focus' | 'topic'> = {},
): Promise<Slots> {
  const slot = bookedSlots(turn.businessContext.industry).find((each) => slotsUsedBy(capability).has(each));
  if (!slot || isClear(slots, slot)) return slots;
  const prediction = await nlu.predictIntent(turn.text, turn.businessContext);
  const named = (slots.words[slot] ?? []).flat().map(({ id }) => id);
  const isNamed = (id: string) => named.length === 0 || named.includes(id);
  const near = prediction.signals.filter(({ thing }) => thing?.slot === slot && isNamed(thing.id));
  const one = likeliestItem(near) ?? itemInFocus(slot, state, isNamed);
  return one ? { ...slots, words: { ...slots.words, [slot]: [[one]] } } : slots;
}

/** Something of its own was named for it: a word, a part of the offer, or several things at once. */
const isClear = ({ words }: Slots, slot: string): boolean =>
  words.category !== undefined || (words[slot] ?? []).some(({ length }) => length === 1);

/** "How much is a scissor cut?" "Can Kasia do me one on Friday?": the one thing that the customer spoke of, until it is booked. */
export function itemInFocus(
  slot: string,
  { focus = [], topic }: Pick<DialogueState, 'focus' | 'topic'>,
  isNamed: (id: string) => boolean,
): EntityValue | undefined {
  const [one, another] = focus.filter((each) => each.slot === slot && !each.told && isNamed(each.id));
  return one && !another && !topic?.done ? { id: one.id, name: one.name, said: one.name } : undefined;
}

/** The likeliest item, where no other is nearly as likely. */
export function likeliestItem(signals: readonly Pick<MatchSignal, 'answers' | 'thing'>[]): EntityValue | undefined {
  const [best, next] = signals.toSorted((a, b) => b.answers - a.answers);
  if (!best?.thing || oddsOf(best) < SURE || (next && oddsOf(best) < APART * oddsOf(next))) return undefined;
  const { id, name } = best.thing;
  return { id, name, said: name };
}

function oddsOf({ answers }: Pick<MatchSignal, 'answers'>): number {
  const likely = likelihoodOf(answers);
  return likely / (1 - likely);
}

/** "OK, book it", after a question about the hot class tomorrow night: what was said of it then still holds. */
export async function withEarlierDetails(
  nlu: Nlu,
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  { before, topic }: DialogueState,
): Promise<Slots> {
  const isNew = slots.date || slots.time || slots.days || slots.window || Object.keys(slots.words).length > 0;
  if (isNew || topic || !before?.said) return slots;
  const { date, time, window, days, partySize, words } = extractTurnEntities(turn, before.said, []);
  const earlier = JSON.parse(JSON.stringify({ date, time, window, days, partySize }));
  const meant = await resolveItem(nlu, { ...turn, text: before.said }, capability, { words, own: {} });
  return mergeSlots({ ...earlier, words: meant.words, own: {} }, slots);
}

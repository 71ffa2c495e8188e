// Which service or class is meant by words that the business does not use, or uses for several of them.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Said, Slots } from '../../capability/dialogue.ts';
import { likelihoodOf } from '../../understanding/encoder/encoder.ts';
import { hearIn } from './hear.ts';
import type { Signal } from './knowledge.ts';
import { takenBy } from './rank/candidates.ts';
import { bookedSlots } from './slots.ts';
import { merged, type State } from './state.ts';
import type { Turn } from './turn.ts';
import type { Understanding } from './understand.ts';

/** So much likelier than not, and than the next one, or else it is asked for. */
const SURE = 2;
const APART = 10;

/** The slots with what is meant, as far as its meaning tells; they stay as they are where a word tells it, or nothing does. */
export async function withMeant(
  understanding: Understanding,
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  state: Pick<State, 'focus' | 'topic'> = {},
): Promise<Slots> {
  const slot = bookedSlots(turn.desk.industry).find((each) => takenBy(capability).has(each));
  if (!slot || isClear(slots, slot)) return slots;
  const understood = await understanding.understand(turn.text, turn.desk);
  const named = (slots.words[slot] ?? []).flat().map(({ id }) => id);
  const isNamed = (id: string) => named.length === 0 || named.includes(id);
  const near = understood.signals.filter(({ thing }) => thing?.slot === slot && isNamed(thing.id));
  const one = meantAmong(near) ?? talkedAbout(slot, state, isNamed);
  return one ? { ...slots, words: { ...slots.words, [slot]: [[one]] } } : slots;
}

/** Something of its own was named for it: a word, a part of the offer, or several things at once. */
const isClear = ({ words }: Slots, slot: string): boolean =>
  words.category !== undefined || (words[slot] ?? []).some(({ length }) => length === 1);

/** "How much is a scissor cut?" "Can Kasia do me one on Friday?": the one thing that the customer spoke of, until it is booked. */
export function talkedAbout(
  slot: string,
  { focus = [], topic }: Pick<State, 'focus' | 'topic'>,
  isNamed: (id: string) => boolean,
): Said | undefined {
  const [one, another] = focus.filter((each) => each.slot === slot && !each.told && isNamed(each.id));
  return one && !another && !topic?.done ? { id: one.id, name: one.name, said: one.name } : undefined;
}

/** The one that is likely meant, where no other is nearly as likely. */
export function meantAmong(signals: readonly Pick<Signal, 'answers' | 'thing'>[]): Said | undefined {
  const [best, next] = signals.toSorted((a, b) => b.answers - a.answers);
  if (!best?.thing || oddsOf(best) < SURE || (next && oddsOf(best) < APART * oddsOf(next))) return undefined;
  const { id, name } = best.thing;
  return { id, name, said: name };
}

function oddsOf({ answers }: Pick<Signal, 'answers'>): number {
  const likely = likelihoodOf(answers);
  return likely / (1 - likely);
}

/** "OK, book it", after a question about the hot class tomorrow night: what was said of it then still holds. */
export async function withSaidBefore(
  understanding: Understanding,
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  { before, topic }: State,
): Promise<Slots> {
  const isNew = slots.date || slots.time || slots.days || slots.window || Object.keys(slots.words).length > 0;
  if (isNew || topic || !before?.said) return slots;
  const { date, time, window, days, partySize, words } = hearIn(turn, before.said, []);
  const earlier = JSON.parse(JSON.stringify({ date, time, window, days, partySize }));
  const meant = await withMeant(understanding, { ...turn, text: before.said }, capability, { words, own: {} });
  return merged({ ...earlier, words: meant.words, own: {} }, slots);
}

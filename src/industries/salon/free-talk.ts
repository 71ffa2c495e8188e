// What is said of free times: the whole of a day's, not its first few.
import type { Say } from '../../capability/say.ts';
import { sayTimes } from '../talk.ts';

type Free = { name: string; slots: string[] };

const MOST_SAID = 3;
const MOST_STRETCHES = 3;
const MOST_DAYS = 3;

export function sayFree(people: readonly Free[], say: Say): string {
  const free = people.filter(({ slots }) => slots.length > 0);
  if (free.length === 0) return "I'm sorry, nothing is free in that time. Shall I look at other days?";
  const each = free.map(({ name, slots }) => `${name} has ${saySlots(slots, say)}`);
  return `${each.join('; ')}. Which time would you like?`;
}

function saySlots(slots: readonly string[], say: Say): string {
  if (slots.length <= MOST_SAID) return sayTimes(slots, say);
  const [first, ...later] = [...Map.groupBy(slots, (slot) => slot.slice(0, 10)).values()] as [string[], ...string[][]];
  const days = later.slice(0, MOST_DAYS).map(([slot]) => say.day(slot!));
  const more = later.length > MOST_DAYS ? ' and later' : '';
  const rest = days.length > 0 ? `, and times on ${more ? days.join(', ') : say.list(days)}${more}` : '';
  return `${sayDay(first, say)}${rest}`;
}

/** "Thursday, May 6, any time from 1:00 PM to 7:30 PM" */
function sayDay(slots: readonly string[], say: Say): string {
  const [first, last] = [slots[0]!, slots.at(-1)!];
  if (slots.length <= MOST_SAID) return sayTimes(slots, say);
  const stretches = stretchesOf(slots);
  const day = say.day(first);
  const between = (stretch: readonly string[]) => `from ${say.clock(stretch[0]!)} to ${say.clock(stretch.at(-1)!)}`;
  if (stretches.length === 1) return `${day}, any time ${between(slots)}`;
  if (stretches.length <= MOST_STRETCHES) {
    const each = stretches.map((stretch) => (stretch.length === 1 ? `at ${say.clock(stretch[0]!)}` : between(stretch)));
    return `${day}, ${say.choices(each)}`;
  }
  const named = slots.slice(0, MOST_SAID).map(say.clock);
  return `${day} at ${named.join(', ')} and more until ${say.clock(last)}`;
}

/** Times that follow on each other at the shortest distance that any two have. */
function stretchesOf(slots: readonly string[]): string[][] {
  const gaps = slots.slice(1).map((slot, index) => Date.parse(slot) - Date.parse(slots[index]!));
  const step = Math.min(...gaps);
  const stretches: string[][] = [];
  for (const [index, slot] of slots.entries()) {
    if (index > 0 && gaps[index - 1] === step) stretches.at(-1)!.push(slot);
    else stretches.push([slot]);
  }
  return stretches;
}

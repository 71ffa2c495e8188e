// What is said of free times: the whole of a day's, not its first few.
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { renderTimes } from '../render.ts';

type Free = { name: string; slots: string[] };

const MOST_SAID = 3;
const MOST_STRETCHES = 3;
const MOST_DAYS = 3;

export function renderFree(people: readonly Free[], say: Formatter): string {
  const free = people.filter(({ slots }) => slots.length > 0);
  if (free.length === 0) return "I'm sorry, nothing is free in that time. Shall I look at other days?";
  const each = free.map(({ name, slots }) => `${name} has ${renderSlots(slots, say)}`);
  return `${each.join('; ')}. Which time would you like?`;
}

function renderSlots(slots: readonly string[], say: Formatter): string {
  if (slots.length <= MOST_SAID) return renderTimes(slots, say);
  const [first, ...later] = [...Map.groupBy(slots, (slot) => slot.slice(0, 10)).values()] as [string[], ...string[][]];
  const days = later.slice(0, MOST_DAYS).map(([slot]) => say.day(must(slot, 'a slot on each day')));
  const more = later.length > MOST_DAYS ? ' and later' : '';
  const rest = days.length > 0 ? `, and times on ${more ? days.join(', ') : say.list(days)}${more}` : '';
  return `${renderDay(first, say)}${rest}`;
}

/** "Thursday, May 6, any time from 1:00 PM to 7:30 PM" */
function renderDay(slots: readonly string[], say: Formatter): string {
  const [first, last] = endsOf(slots);
  if (slots.length <= MOST_SAID) return renderTimes(slots, say);
  const stretches = stretchesOf(slots);
  const day = say.day(first);
  const between = (stretch: readonly string[]) => `from ${endsOf(stretch).map(say.clock).join(' to ')}`;
  if (stretches.length === 1) return `${day}, any time ${between(slots)}`;
  if (stretches.length <= MOST_STRETCHES) {
    const each = stretches.map((stretch) => (stretch.length === 1 ? `at ${stretch.map(say.clock)}` : between(stretch)));
    return `${day}, ${say.choices(each)}`;
  }
  const named = slots.slice(0, MOST_SAID).map(say.clock);
  return `${day} at ${named.join(', ')} and more until ${say.clock(last)}`;
}

const endsOf = (slots: readonly string[]): [string, string] => [must(slots[0], 'a slot'), must(slots.at(-1), 'a slot')];

/** Times that follow on each other at the shortest distance that any two have. */
function stretchesOf(slots: readonly string[]): string[][] {
  const gaps = slots
    .slice(1)
    .map((slot, index) => Date.parse(slot) - Date.parse(must(slots[index], 'the slot before')));
  const step = Math.min(...gaps);
  const stretches: string[][] = [];
  for (const [index, slot] of slots.entries()) {
    const last = stretches.at(-1);
    if (last && gaps[index - 1] === step) last.push(slot);
    else stretches.push([slot]);
  }
  return stretches;
}

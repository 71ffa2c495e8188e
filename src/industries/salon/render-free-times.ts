// Summarizes a stylist's free times, so that the customer learns of the whole day and not just its first few times.
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { renderTimes } from '../render.ts';

type StylistTimes = { name: string; slots: string[] };

const MAX_LISTED_TIMES = 3;
const MAX_LISTED_RANGES = 3;
const MAX_LISTED_DAYS = 3;

export function renderFreeTimes(stylists: readonly StylistTimes[], format: Formatter): string {
  const stylistsWithFreeTimes = stylists.filter(({ slots }) => slots.length > 0);
  if (stylistsWithFreeTimes.length === 0) return "I'm sorry, nothing is free then. Should I look at other days?";
  const stylistTexts = stylistsWithFreeTimes.map(({ name, slots }) => `${name} has ${renderSlots(slots, format)}`);
  return `${stylistTexts.join('; ')}. Which time would you like?`;
}

function renderSlots(slots: readonly string[], format: Formatter): string {
  if (slots.length <= MAX_LISTED_TIMES) return renderTimes(slots, format);
  const [first, ...later] = [...Map.groupBy(slots, (slot) => slot.slice(0, 10)).values()] as [string[], ...string[][]];
  const days = later.slice(0, MAX_LISTED_DAYS).map(([slot]) => format.day(must(slot, 'a slot on each day')));
  const laterText = later.length > MAX_LISTED_DAYS ? ' and later' : '';
  const otherDays =
    days.length > 0 ? `, and times on ${laterText ? days.join(', ') : format.list(days)}${laterText}` : '';
  return `${renderDay(first, format)}${otherDays}`;
}

/** "Thursday, May 6, any time from 1:00 PM to 7:30 PM" */
function renderDay(slots: readonly string[], format: Formatter): string {
  const [first, last] = getFirstAndLast(slots);
  if (slots.length <= MAX_LISTED_TIMES) return renderTimes(slots, format);
  const ranges = groupConsecutiveSlots(slots);
  const day = format.day(first);
  const renderRange = (range: readonly string[]) => `from ${getFirstAndLast(range).map(format.clock).join(' to ')}`;
  if (ranges.length === 1) return `${day}, any time ${renderRange(slots)}`;
  if (ranges.length <= MAX_LISTED_RANGES) {
    const rangeTexts = ranges.map((range) =>
      range.length === 1 ? `at ${range.map(format.clock)}` : renderRange(range),
    );
    return `${day}, ${format.choices(rangeTexts)}`;
  }
  const listedTimes = slots.slice(0, MAX_LISTED_TIMES).map(format.clock);
  return `${day} at ${listedTimes.join(', ')} and more until ${format.clock(last)}`;
}

const getFirstAndLast = (slots: readonly string[]): [string, string] => [
  must(slots[0], 'a slot'),
  must(slots.at(-1), 'a slot'),
];

/** Groups consecutive times; the step is the smallest gap between any two. */
function groupConsecutiveSlots(slots: readonly string[]): string[][] {
  const gapsMs = slots
    .slice(1)
    .map((slot, index) => Date.parse(slot) - Date.parse(must(slots[index], 'the slot before')));
  const stepMs = Math.min(...gapsMs);
  const ranges: string[][] = [];
  for (const [index, slot] of slots.entries()) {
    const lastRange = ranges.at(-1);
    if (lastRange && gapsMs[index - 1] === stepMs) lastRange.push(slot);
    else ranges.push([slot]);
  }
  return ranges;
}

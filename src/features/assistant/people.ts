// Who works here, and when.
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import type { Person } from '../../capability/industry.ts';
import { sayFor } from '../../capability/say.ts';
import { WEEKDAYS } from '../scheduling/zone.ts';
import type { Part } from './reply.ts';
import type { Turn } from './turn.ts';

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const ROLES =
  'doctors?|dentists?|providers?|physicians?|stylists?|barbers?|hairdressers?|therapists?|trainers?|coach(?:es)?|instructors?|teachers?|staff|team|nurses?|hygienists?|specialists?|technicians?|physios?';
const WHO = new RegExp(`\\b(?:who|which|what)\\b.{0,30}\\b(?:${ROLES})\\b|\\bwho works\\b`, 'i');
const WHEN_THERE =
  /\b(?:when|what days?|which days?|what hours|what times?|days)\b.{0,40}\b(?:works?|working|in|there|around|on|at)\b/i;

const DOES_WORK = /\b(?:do(?:es)?|is|are)\b.{0,40}\b(?:works?|working|in|there|here|on)\b/i;

/** "What days is Kayla in?", "who are your barbers?": undefined where the question is another. */
export function sayPeople({ ctx, desk, say, text }: Turn, slots: Slots): Part | undefined {
  const { business } = ctx;
  const own = desk.industry && business[desk.industry.name];
  const people: Person[] = own ? (desk.industry?.people?.(own) ?? []) : [];
  if (people.length === 0 || slots.time || THINGS.some((slot) => slots.words[slot])) return undefined;
  const ids = (slots.words.staff ?? []).flat().map(({ id }) => id);
  const named = people.filter(({ id }) => ids.includes(id));
  const [weekday] = slots.every ?? [];
  if (named.length === 1 && weekday !== undefined && DOES_WORK.test(text)) {
    const isThere = worksOn(named[0]!, business, weekday);
    const first = isThere ? 'Yes.' : `No, ${named[0]!.name} isn't here on ${NAMES[weekday - 1]}s.`;
    return { text: `${first} ${sayHours(named[0]!, business)}`, sources: sourcesOf(named) };
  }
  if (named.length > 0 && !slots.date && WHEN_THERE.test(text)) {
    return { text: named.map((person) => sayHours(person, business)).join(' '), sources: sourcesOf(named) };
  }
  if (named.length > 0 || slots.date || !WHO.test(text)) return undefined;
  const each = people.map(({ name, about }) => (about ? `${name} (${about})` : name));
  return { text: `With us you find ${say.list(each)}.`, sources: sourcesOf(people) };
}

const THINGS = ['service', 'class', 'item', 'plan', 'specialty'];

const sourcesOf = (people: Person[]) => people.map(({ id, name }) => ({ kind: 'staff', id, title: name }));

const worksOn = ({ hours }: Person, business: Business, weekday: number) =>
  Boolean((hours ?? business.hours)[WEEKDAYS[weekday - 1]!]?.length);

function sayHours({ name, hours }: Person, business: Business): string {
  const weekly = hours ?? business.hours;
  // A clock of no day in particular: read and said in the same zone.
  const clock = (text: string) =>
    sayFor({ ...business, timezone: 'UTC' }).clock(`1970-01-01T${text === '24:00' ? '00:00' : text}Z`);
  const days = WEEKDAYS.flatMap((day, index) => {
    const periods = weekly[day] ?? [];
    const said = periods.map(([from, to]) => `${clock(from)} to ${clock(to)}`).join(' and ');
    return said ? [`${NAMES[index]} ${said}`] : [];
  });
  return days.length > 0 ? `${name} is here ${days.join(', ')}.` : `${name} has no regular hours at the moment.`;
}

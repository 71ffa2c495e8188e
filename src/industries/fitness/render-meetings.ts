// What is said of the meetings of classes.
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';

type Meeting = { name: string; instructor: string | null; startsAt: string; spotsLeft: number };

const MOST_SAID = 5;
/** Few enough to be told of them. */
const FEW_SPOTS = 5;
/** So many are told to whoever asks where there is room. */
const WITH_ROOM = 3;

const NEXT =
  /\bnext\b(?! (?:week|month|year|few|couple|two|\d|mon|tue|wed|thu|fri|sat|sun|(?:\w+ )?(?:classes|sessions)\b))/i;
const PLACES = new RegExp(
  [
    String.raw`\b(?:places?|spots?|spaces?|slots?|mats?|bikes?)\b.{0,20}\b(?:left|free|open|available|remaining)\b`,
    String.raw`\b(?:any|how many|much|enough) (?:\w+ )?(?:places?|spots?|spaces?|room)\b`,
    String.raw`\b(?:is there|still) (?:any )?room\b`,
    String.raw`\b(?:full|booked (?:up|out)|sold out)(?=\s*(?:$|[?.,!]|yet|on|for|already|or|this|tomorrow|today))`,
  ].join('|'),
  'i',
);

/** Who asks for the next one hears of one, and who asks for room hears of few: each with the places that are left. */
export function askedLimit(text: string): { limit?: number } {
  if (NEXT.test(text)) return { limit: 1 };
  return PLACES.test(text) ? { limit: WITH_ROOM } : {};
}

/** Those that are told, each class with its times together. */
export const told = <M extends Meeting>(meetings: M[]): M[][] => [
  ...Map.groupBy(meetings.slice(0, MOST_SAID), ({ name, instructor }) => `${name} ${instructor}`).values(),
];

export function renderMeetings(
  meetings: Meeting[],
  say: Formatter,
  { q, limit }: { q?: string; limit?: number },
): string {
  const [first] = meetings;
  if (!first) return `I'm sorry, I can't find ${q ?? 'a class'} on our timetable for then. Shall I look at other days?`;
  if (limit === 1) return renderNext(first, say, q !== undefined);
  if (meetings.every(({ spotsLeft }) => spotsLeft <= 0)) return renderFull(meetings, say);
  const isToldAll = meetings.length === 1 || limit !== undefined;
  const when = ({ startsAt, spotsLeft }: Meeting) => {
    const left = spotsLeft > 0 ? `${count(spotsLeft, 'spot')} left` : 'full, with a waiting list';
    return `${say.time(startsAt)}${isToldAll || spotsLeft <= FEW_SPOTS ? ` (${left})` : ''}`;
  };
  const shown = told(meetings).map((times) => {
    const { name, instructor } = must(times[0], 'a meeting in each group');
    return `${name}${instructor ? ` with ${instructor}` : ''} on ${say.list(times.map(when))}`;
  });
  return `${shown.join('; ')}.${renderMore(meetings.length - MOST_SAID)} Shall I put you down for one?`;
}

/** "Reformer Pilates with Nina on Friday at 7:00 is full, but there is a waiting list." */
function renderFull(meetings: Meeting[], say: Formatter): string {
  const shown = told(meetings).map((times) => {
    const { name, instructor } = must(times[0], 'a meeting in each group');
    return `${name}${instructor ? ` with ${instructor}` : ''} on ${say.list(times.map(({ startsAt }) => say.time(startsAt)))}`;
  });
  const [is, ask] =
    meetings.length === 1
      ? ['is full', 'Shall I put you on it, or look at another day?']
      : ['are full', 'Shall I put you on one, or look at another day?'];
  const list = meetings.length === 1 ? 'there is a waiting list' : 'there are waiting lists';
  return `I'm sorry, ${say.list(shown)} ${is}, but ${list}. ${ask}`;
}

/** "The next Sunday Yin is on Sunday, May 9 at 10:00 AM with Priya Raman; 12 places are left." */
function renderNext({ name, instructor, startsAt, spotsLeft }: Meeting, say: Formatter, isNamed: boolean): string {
  const what = isNamed ? `The next ${name} is` : `The next class is ${name},`;
  const when = `${say.time(startsAt)}${instructor ? ` with ${instructor}` : ''}`;
  if (spotsLeft <= 0)
    return `${what} on ${when}; it is full, but there is a waiting list. Shall I put you down for it?`;
  const left = `${count(spotsLeft, 'place')} ${spotsLeft === 1 ? 'is' : 'are'} left`;
  return `${what} on ${when}; ${left}. Shall I put you down for it?`;
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

function renderMore(more: number): string {
  if (more <= 0) return '';
  return more === 1 ? ' There is 1 more after that.' : ` There are ${more} more after that.`;
}

// Renders class meetings.
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { inTheirWords } from '../render.ts';

type Meeting = { name: string; instructor: string | null; startsAt: string; spotsLeft: number };

const MAX_LISTED_MEETINGS = 5;
/** At or below this, the number of spots left is mentioned. */
const LOW_SPOTS = 5;
const MAX_MEETINGS_WITH_SPOTS = 3;

const ASKS_FOR_NEXT =
  /\bnext\b(?! (?:week|month|year|few|couple|two|\d|mon|tue|wed|thu|fri|sat|sun|(?:\w+ )?(?:classes|sessions)\b))/i;
const ASKS_FOR_SPOTS = new RegExp(
  [
    String.raw`\b(?:places?|spots?|spaces?|slots?|mats?|bikes?)\b.{0,20}\b(?:left|free|open|available|remaining)\b`,
    String.raw`\b(?:any|how many|much|enough) (?:\w+ )?(?:places?|spots?|spaces?|room)\b`,
    String.raw`\b(?:is there|still) (?:any )?room\b`,
    String.raw`\b(?:full|booked (?:up|out)|sold out)(?=\s*(?:$|[?.,!]|yet|on|for|already|or|this|tomorrow|today))`,
  ].join('|'),
  'i',
);

/** Asking for the next class lists one meeting, asking for free spots a few; both show the spots left. */
export function meetingLimit(text: string): { limit?: number } {
  if (ASKS_FOR_NEXT.test(text)) return { limit: 1 };
  return ASKS_FOR_SPOTS.test(text) ? { limit: MAX_MEETINGS_WITH_SPOTS } : {};
}

/** The meetings to list, grouped by class. */
export const groupListed = <M extends Meeting>(meetings: M[]): M[][] => [
  ...Map.groupBy(meetings.slice(0, MAX_LISTED_MEETINGS), ({ name, instructor }) => `${name} ${instructor}`).values(),
];

export function renderMeetings(
  meetings: Meeting[],
  say: Formatter,
  { q, limit }: { q?: string; limit?: number },
): string {
  const [first] = meetings;
  if (!first)
    return `I'm sorry, I can't find ${inTheirWords(q, 'a class')} on our schedule then. Should I look at other days?`;
  if (limit === 1) return renderNext(first, say, q !== undefined);
  if (meetings.every(({ spotsLeft }) => spotsLeft <= 0)) return renderFull(meetings, say);
  const showsSpots = meetings.length === 1 || limit !== undefined;
  const when = ({ startsAt, spotsLeft }: Meeting) => {
    const spotsText = spotsLeft > 0 ? `${count(spotsLeft, 'spot')} left` : 'full, with a waiting list';
    return `${say.time(startsAt)}${showsSpots || spotsLeft <= LOW_SPOTS ? ` (${spotsText})` : ''}`;
  };
  const classTexts = groupListed(meetings).map((times) => {
    const { name, instructor } = must(times[0], 'a meeting in each group');
    return `${name}${instructor ? ` with ${instructor}` : ''} on ${say.list(times.map(when))}`;
  });
  return `${classTexts.join('; ')}.${renderRemaining(meetings.length - MAX_LISTED_MEETINGS)} Should I put you down for one?`;
}

/** "Reformer Pilates with Nina on Friday at 7:00 is full, but there is a waiting list." */
function renderFull(meetings: Meeting[], say: Formatter): string {
  const classTexts = groupListed(meetings).map((times) => {
    const { name, instructor } = must(times[0], 'a meeting in each group');
    return `${name}${instructor ? ` with ${instructor}` : ''} on ${say.list(times.map(({ startsAt }) => say.time(startsAt)))}`;
  });
  const [verb, ask] =
    meetings.length === 1
      ? ['is full', 'Should I put you on it, or look at another day?']
      : ['are full', 'Should I put you on one, or look at another day?'];
  const list = meetings.length === 1 ? 'there is a waiting list' : 'there are waiting lists';
  return `I'm sorry, ${say.list(classTexts)} ${verb}, but ${list}. ${ask}`;
}

/** "The next Sunday Yin is on Sunday, May 9 at 10:00 AM with Priya Raman; 12 places are left." */
function renderNext({ name, instructor, startsAt, spotsLeft }: Meeting, say: Formatter, isNamed: boolean): string {
  const what = isNamed ? `The next ${name} is` : `The next class is ${name},`;
  const when = `${say.time(startsAt)}${instructor ? ` with ${instructor}` : ''}`;
  if (spotsLeft <= 0) return `${what} on ${when}. It's full, but there's a waiting list. Should I put you on it?`;
  const spotsText = `${count(spotsLeft, 'spot')} left`;
  return `${what} on ${when}, with ${spotsText}. Should I put you down for it?`;
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

function renderRemaining(remaining: number): string {
  if (remaining <= 0) return '';
  return remaining === 1 ? ' There is 1 more after that.' : ` There are ${remaining} more after that.`;
}

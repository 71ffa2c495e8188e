// Renders class meetings.
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { renderSought } from '../render.ts';

type Meeting = { name: string; instructor: string | null; startsAt: string; spotsLeft: number };

const MAX_LISTED_MEETINGS = 5;
/** At or below this, the number of spots left is mentioned. */
const LOW_SPOT_COUNT = 5;
const MAX_MEETINGS_WITH_SPOTS = 3;

const ASKS_FOR_NEXT_PATTERN =
  /\bnext\b(?! (?:week|month|year|few|couple|two|\d|mon|tue|wed|thu|fri|sat|sun|(?:\w+ )?(?:classes|sessions)\b))/i;
const ASKS_FOR_SPOTS_PATTERN = new RegExp(
  [
    String.raw`\b(?:places?|spots?|spaces?|slots?|mats?|bikes?)\b.{0,20}\b(?:left|free|open|available|remaining)\b`,
    String.raw`\b(?:any|how many|much|enough) (?:\w+ )?(?:places?|spots?|spaces?|room)\b`,
    String.raw`\b(?:is there|still) (?:any )?room\b`,
    String.raw`\b(?:full|booked (?:up|out)|sold out)(?=\s*(?:$|[?.,!]|yet|on|for|already|or|this|tomorrow|today))`,
  ].join('|'),
  'i',
);

/** Asking for the next class lists one meeting, asking for free spots a few; both show the spots left. */
export function chooseMeetingLimit(text: string): { limit?: number } {
  if (ASKS_FOR_NEXT_PATTERN.test(text)) return { limit: 1 };
  return ASKS_FOR_SPOTS_PATTERN.test(text) ? { limit: MAX_MEETINGS_WITH_SPOTS } : {};
}

/** The meetings to list, grouped by class. */
export const groupListedMeetings = <M extends Meeting>(meetings: M[]): M[][] => [
  ...Map.groupBy(meetings.slice(0, MAX_LISTED_MEETINGS), ({ name, instructor }) => `${name} ${instructor}`).values(),
];

export function renderMeetings(
  meetings: Meeting[],
  format: Formatter,
  { q, limit }: { q?: string; limit?: number },
): string {
  const [first] = meetings;
  if (!first)
    return format.text("I'm sorry, I don't see {what} on our schedule then. Should I check other days?", {
      what: renderSought(q, format.text('a class')),
    });
  if (limit === 1) return renderNextMeeting(first, format, q !== undefined);
  if (meetings.every(({ spotsLeft }) => spotsLeft <= 0)) return renderFullMeetings(meetings, format);
  const showsSpots = meetings.length === 1 || limit !== undefined;
  const renderTime = ({ startsAt, spotsLeft }: Meeting) => {
    const spotsText = spotsLeft > 0 ? renderSpots(spotsLeft, format) : format.text('full, with a waitlist');
    return `${format.time(startsAt)}${showsSpots || spotsLeft <= LOW_SPOT_COUNT ? ` (${spotsText})` : ''}`;
  };
  const renderClass = (classMeetings: Meeting[]) => {
    const { name, instructor } = must(classMeetings[0], 'a meeting in each group');
    return format.text('{what} on {time}', {
      what: withInstructor(name, instructor, format),
      time: format.list(classMeetings.map(renderTime)),
    });
  };
  const classTexts = groupListedMeetings(meetings).map(renderClass);
  format.rememberOmitted?.(meetings.slice(MAX_LISTED_MEETINGS).map((meeting) => renderClass([meeting])));
  return `${classTexts.join('; ')}.${renderRemaining(meetings.length - MAX_LISTED_MEETINGS, format)} ${format.text('Should I put you down for one?')}`;
}

/** "Reformer Pilates with Nina on Friday at 7:00 is full, but there is a waitlist." */
function renderFullMeetings(meetings: Meeting[], format: Formatter): string {
  const classTexts = groupListedMeetings(meetings).map((classMeetings) => {
    const { name, instructor } = must(classMeetings[0], 'a meeting in each group');
    return format.text('{what} on {time}', {
      what: withInstructor(name, instructor, format),
      time: format.list(classMeetings.map(({ startsAt }) => format.time(startsAt))),
    });
  });
  return format.text(
    "{count, plural, one {I'm sorry, {classes} is full, but there is a waitlist. Should I put you on it, or check another day?} other {I'm sorry, {classes} are full, but there are waitlists. Should I put you on one, or check another day?}}",
    { count: meetings.length, classes: format.list(classTexts) },
  );
}

/** "The next Sunday Yin is on Sunday, May 9 at 10:00 AM with Priya Raman, with 12 spots left." */
function renderNextMeeting(
  { name, instructor, startsAt, spotsLeft }: Meeting,
  format: Formatter,
  isClassNamed: boolean,
): string {
  const what = isClassNamed ? `The next ${name} is` : `The next class is ${name},`;
  const when = `${format.time(startsAt)}${instructor ? ` with ${instructor}` : ''}`;
  if (spotsLeft <= 0) return `${what} on ${when}. It's full, but there's a waitlist. Should I put you on it?`;
  return `${what} on ${when}, with ${renderSpots(spotsLeft, format)}. Should I put you down for it?`;
}

const withInstructor = (what: string, name: string | null, format: Formatter): string =>
  name ? format.text('{what} with {name}', { what, name }) : what;

const renderSpots = (count: number, format: Formatter): string =>
  format.text('{count, plural, one {{count} spot left} other {{count} spots left}}', { count });

const renderRemaining = (count: number, format: Formatter): string =>
  count <= 0
    ? ''
    : ` ${format.text('{count, plural, one {There is {count} more after that.} other {There are {count} more after that.}}', { count })}`;

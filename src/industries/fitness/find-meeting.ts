import type { CapabilityContext } from '../../capability/capability.ts';
import { listEntities, type ResolvedInputDetails, type Slots } from '../../capability/dialogue.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Outcome, type Refusal, refuse, succeed } from '../../capability/outcome.ts';
import { must } from '../../kernel/must.ts';
import { checkFixedStart } from '../../scheduling/check-availability.ts';
import { listOccurrences } from '../../scheduling/class-spots.ts';
import { describeWithPerson } from '../../scheduling/present.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import { mustParseDay, NOON_MINUTES, zoneOf } from '../../scheduling/zone.ts';
import { isSameName } from '../entries.ts';
import { createTimeQuery, createTimesOfDayFilter } from '../times-of-day.ts';
import type { Class, FitnessBusiness } from './schema.ts';

type Meeting = { occurrenceId: string; startsAt: string; spotsLeft: number; classEntry: Class };
type MeetingInput = { occurrenceId: string; startsAt: string };

const MAX_DAYS_AHEAD = 14;
const MAX_OFFERED_MEETINGS = 3;

/** Finds the class meeting the customer means. If there are several or none, refuses with the next ones as alternatives. */
export async function findMeeting(
  ctx: CapabilityContext<FitnessBusiness>,
  { occurrenceId }: Partial<MeetingInput>,
  slots: Slots,
): Promise<Outcome<Partial<MeetingInput>> & ResolvedInputDetails> {
  const classIds = listEntities(slots, 'class').map(({ id }) => id);
  const staffNames = listEntities(slots, 'staff').map(({ name }) => name);
  if (classIds.length === 0 && staffNames.length === 0 && !slots.date)
    return occurrenceId ? resolveOccurrence(ctx, occurrenceId) : succeed({});
  const { fitness } = ctx.business;
  const classes = fitness.classes.filter(
    ({ id, instructor }) =>
      (classIds.length === 0 || classIds.includes(id)) &&
      (staffNames.length === 0 || staffNames.some((name) => isSameName(instructor ?? '', name))),
  );
  const matches = await listMeetings(ctx, classes, slots);
  const [first] = matches;
  const isUnambiguous = matches.length === 1 || (first && slots.soonest);
  const tooFarRefusal = first && refuseTooFar(ctx, first);
  if (tooFarRefusal) return tooFarRefusal;
  if (first && isUnambiguous) return createResolvedMeeting(ctx, first);
  return first ? askWhichMeeting(ctx, matches) : refuseNoMeeting(ctx, classes, slots);
}

/** Refuses before asking for the customer's name if the meeting cannot be booked yet. */
function refuseTooFar(
  { business, now }: CapabilityContext<FitnessBusiness>,
  { startsAt }: Meeting,
): Refusal | undefined {
  const verdict = checkFixedStart(rulesOf(business), now.getTime(), Date.parse(startsAt));
  if (verdict.available || verdict.reason !== 'too_far') return undefined;
  const { detail } = must(
    verdict.rules.find(({ ok }) => !ok),
    'a rule that does not hold',
  );
  return refuse('slot_unavailable', detail, { reason: 'too_far', alternatives: [] });
}

/** Resolves a known occurrence id, to get the meeting's name. */
async function resolveOccurrence(ctx: CapabilityContext<FitnessBusiness>, occurrenceId: string) {
  const allMeetings = await listMeetings(ctx, ctx.business.fitness.classes, {
    catalogEntities: {},
    industryEntities: {},
  });
  const match = allMeetings.find((each) => each.occurrenceId === occurrenceId);
  return match ? createResolvedMeeting(ctx, match) : NOT_FOUND;
}

/** Says that the class is full before asking for a name, because the waiting list is not what the customer asked for. */
function createResolvedMeeting(
  { business }: CapabilityContext<FitnessBusiness>,
  meeting: Meeting,
): Outcome<MeetingInput> & ResolvedInputDetails {
  const { occurrenceId, startsAt, spotsLeft } = meeting;
  const format = formatterFor(business);
  const name = renderClassName(meeting, format);
  const time = format.time(startsAt);
  const details =
    spotsLeft > 0
      ? {
          displayName: format.text('a spot in {name}', { name }),
          notice: format.text(
            "{count, plural, =1 {There's one spot left in {name} on {time}.} other {There are {count} spots left in {name} on {time}.}}",
            { count: spotsLeft, name, time },
          ),
        }
      : {
          displayName: format.text('a spot on the waitlist for {name}', { name }),
          notice: format.text('{name} on {time} is full, but I can put you on the waitlist.', { name, time }),
        };
  return { ...succeed({ occurrenceId, startsAt }), ...details };
}

const NOT_FOUND = refuse('not_found', 'There is no such class in the next two weeks. Look at the timetable again.');

async function listMeetings(
  ctx: CapabilityContext<FitnessBusiness>,
  classes: Class[],
  slots: Slots,
): Promise<Meeting[]> {
  const { business, now } = ctx;
  const zone = zoneOf(business.timezone);
  const { from, days = MAX_DAYS_AHEAD, before } = createTimeQuery(slots);
  const fromMs = Math.max(now.getTime(), from === undefined ? 0 : zone.epochAt(mustParseDay(from), 0));
  const narrowedContext = { ...ctx, business: { ...business, fitness: { ...business.fitness, classes } } };
  const occurrences = await listOccurrences(narrowedContext, { from: fromMs, days });
  const isWithinWindow = createTimesOfDayFilter({ after: slots.window?.from ?? undefined, before });
  return occurrences.flatMap(({ id, occurrenceId, startsAt, spotsLeft }) => {
    const classEntry = must(
      classes.find((each) => each.id === id),
      'the class of a meeting',
    );
    const isAtTime = slots.time ? startsAt.slice(11, 16) === slots.time : isWithinWindow(startsAt);
    return isAtTime && isOnDay(startsAt, slots) ? [{ occurrenceId, startsAt, spotsLeft, classEntry }] : [];
  });
}

/** Listing starts from now, so for a past date it would return later days. */
const isOnDay = (startsAt: string, { date }: Slots) => date === undefined || startsAt.startsWith(date);

const renderClassName = ({ classEntry }: Meeting, format: Formatter) =>
  describeWithPerson(classEntry.name, classEntry.instructor, format);

const renderMeeting = ({ classEntry, startsAt }: Meeting, format: Formatter) =>
  format.text('{what} on {time}', { what: classEntry.name, time: format.time(startsAt) });

function askWhichMeeting({ business }: CapabilityContext<FitnessBusiness>, matches: Meeting[]) {
  const format = formatterFor(business);
  const offeredMeetings = matches.slice(0, MAX_OFFERED_MEETINGS);
  const [first] = offeredMeetings;
  const isOneClass = new Set(offeredMeetings.map(({ classEntry }) => classEntry.id)).size === 1;
  const detail =
    first && isOneClass
      ? format.text('{name} is on {times}.', {
          name: first.classEntry.name,
          times: format.choices(offeredMeetings.map(({ startsAt }) => format.time(startsAt))),
        })
      : format.text('We have {classes}.', {
          classes: format.list(offeredMeetings.map((each) => renderMeeting(each, format))),
        });
  const dayCount = new Set(offeredMeetings.map(({ startsAt }) => startsAt.slice(0, 10))).size;
  const question = isOneClass
    ? format.text(dayCount > 1 ? 'What day would you like?' : 'Which time would you like?')
    : format.text('Which class would you like?');
  return refuse('conflict', `${detail} ${question}`, {
    reason: 'which',
    alternatives: toAlternatives(offeredMeetings),
  });
}

async function refuseNoMeeting(ctx: CapabilityContext<FitnessBusiness>, classes: Class[], slots: Slots) {
  const format = formatterFor(ctx.business);
  const { date: _, time: __, window: ___, days: ____, ...slotsWithoutTime } = slots;
  const nextMeetings = (await listMeetings(ctx, classes, slotsWithoutTime)).slice(0, MAX_OFFERED_MEETINGS);
  const classText = format.choices([...new Set(classes.map(({ name }) => name))]) || format.text('that class');
  const noonEpoch = slots.date && zoneOf(ctx.business.timezone).epochAt(mustParseDay(slots.date), NOON_MINUTES);
  const noneText = noonEpoch
    ? format.text("I'm sorry, there's no {name} on {day}.", { name: classText, day: format.day(new Date(noonEpoch)) })
    : format.text("I'm sorry, there's no {name} then.", { name: classText });
  const nextTexts = nextMeetings.map((each) =>
    classes.length > 1 ? renderMeeting(each, format) : format.time(each.startsAt),
  );
  const [firstText, secondText] = nextTexts;
  const offerText = secondText
    ? ` ${format.text('The next ones are {times}. Which one would you like?', { times: format.list(nextTexts) })}`
    : firstText
      ? ` ${format.text('The next one is {time}. Would you like that one?', { time: firstText })}`
      : '';
  return refuse('slot_unavailable', `${noneText}${offerText}`, {
    reason: 'which',
    alternatives: toAlternatives(nextMeetings),
  });
}

const toAlternatives = (meetings: Meeting[]) =>
  meetings.map(({ startsAt, classEntry }) => ({ startsAt, resource: { id: classEntry.id, name: classEntry.name } }));

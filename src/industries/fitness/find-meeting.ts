import type { CapabilityContext } from '../../capability/capability.ts';
import { allOf, type FoundDetails, type Slots } from '../../capability/dialogue.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { done, type Outcome, type Refusal, refuse } from '../../capability/outcome.ts';
import { must } from '../../kernel/must.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { checkFixedStart } from '../../scheduling/check-availability.ts';
import { listOccurrences } from '../../scheduling/class-places.ts';
import { withWhom } from '../../scheduling/present.ts';
import { mustReadDay, zoneOf } from '../../scheduling/zone.ts';
import { isSame } from '../entries.ts';
import { stretchOf, withinDay } from '../times-of-day.ts';
import type { Class, FitnessBusiness } from './schema.ts';

type Meeting = { occurrenceId: string; startsAt: string; spotsLeft: number; held: Class };
type Found = { occurrenceId: string; startsAt: string };

const DAYS_AHEAD = 14;
const MOST_OFFERED = 3;

/** Which meeting of which class is meant; where it could be several, or none is on then, those that are near. */
export async function findMeeting(
  ctx: CapabilityContext<FitnessBusiness>,
  { occurrenceId }: Partial<Found>,
  slots: Slots,
): Promise<Outcome<Partial<Found>> & FoundDetails> {
  const ids = allOf(slots, 'class').map(({ id }) => id);
  const people = allOf(slots, 'staff').map(({ name }) => name);
  if (ids.length === 0 && people.length === 0 && !slots.date) return occurrenceId ? known(ctx, occurrenceId) : done({});
  const { fitness } = ctx.business;
  const classes = fitness.classes.filter(
    ({ id, instructor }) =>
      (ids.length === 0 || ids.includes(id)) &&
      (people.length === 0 || people.some((name) => isSame(instructor ?? '', name))),
  );
  const asked = await meetings(ctx, classes, slots);
  const [first] = asked;
  const isOne = asked.length === 1 || (first && slots.soonest);
  const tooFar = first && beyond(ctx, first);
  if (tooFar) return tooFar;
  if (first && isOne) return told(ctx, first);
  return first ? several(ctx, asked) : none(ctx, classes, slots);
}

/** Nobody is asked for a name for what cannot be booked yet. */
function beyond({ business, now }: CapabilityContext<FitnessBusiness>, { startsAt }: Meeting): Refusal | undefined {
  const verdict = checkFixedStart(rulesOf(business), now.getTime(), Date.parse(startsAt));
  if (verdict.available || verdict.reason !== 'too_far') return undefined;
  const { detail } = must(
    verdict.rules.find(({ ok }) => !ok),
    'a rule that does not hold',
  );
  return refuse('slot_unavailable', detail, { reason: 'too_far', alternatives: [] });
}

/** One that is named already, for saying which it is. */
async function known(ctx: CapabilityContext<FitnessBusiness>, occurrenceId: string) {
  const all = await meetings(ctx, ctx.business.fitness.classes, { words: {}, own: {} });
  const found = all.find((each) => each.occurrenceId === occurrenceId);
  return found ? told(ctx, found) : NOT_FOUND;
}

/** That it is full is said before a name is asked for: a place in the line is another thing than a place. */
function told({ business }: CapabilityContext<FitnessBusiness>, meeting: Meeting): Outcome<Found> & FoundDetails {
  const { occurrenceId, startsAt, spotsLeft } = meeting;
  const say = formatterFor(business);
  const name = nameOf(meeting, say);
  const time = say.time(startsAt);
  const facts =
    spotsLeft > 0
      ? {
          called: say.text('a place in {name}', { name }),
          news: say.text(
            '{count, plural, =1 {There is one place left in {name} on {time}.} other {There are {count} places left in {name} on {time}.}}',
            { count: spotsLeft, name, time },
          ),
        }
      : {
          called: say.text('a place on the waiting list for {name}', { name }),
          news: say.text('{name} on {time} is full, but I can put you on the waiting list.', { name, time }),
        };
  return { ...done({ occurrenceId, startsAt }), ...facts };
}

const NOT_FOUND = refuse('not_found', 'There is no such class in the next two weeks. Look at the timetable again.');

async function meetings(ctx: CapabilityContext<FitnessBusiness>, classes: Class[], slots: Slots): Promise<Meeting[]> {
  const { business, now } = ctx;
  const zone = zoneOf(business.timezone);
  const { from, days = DAYS_AHEAD, before } = stretchOf(slots);
  const start = Math.max(now.getTime(), from === undefined ? 0 : zone.epochAt(mustReadDay(from), 0));
  const narrowed = { ...ctx, business: { ...business, fitness: { ...business.fitness, classes } } };
  const listed = await listOccurrences(narrowed, { from: start, days });
  const isThen = withinDay({ after: slots.window?.from ?? undefined, before });
  return listed.flatMap(({ id, occurrenceId, startsAt, spotsLeft }) => {
    const held = must(
      classes.find((each) => each.id === id),
      'the class of a meeting',
    );
    const wanted = slots.time ? startsAt.slice(11, 16) === slots.time : isThen(startsAt);
    return wanted && isOnDay(startsAt, slots) ? [{ occurrenceId, startsAt, spotsLeft, held }] : [];
  });
}

/** Listing begins now, so that a day before today would run on into the next. */
const isOnDay = (startsAt: string, { date }: Slots) => date === undefined || startsAt.startsWith(date);

const nameOf = ({ held }: Meeting, say: Formatter) => withWhom(held.name, held.instructor, say);

const named = ({ held, startsAt }: Meeting, say: Formatter) =>
  say.text('{what} on {time}', { what: held.name, time: say.time(startsAt) });

function several({ business }: CapabilityContext<FitnessBusiness>, found: Meeting[]) {
  const say = formatterFor(business);
  const shown = found.slice(0, MOST_OFFERED);
  const [first] = shown;
  const oneClass = new Set(shown.map(({ held }) => held.id)).size === 1;
  const detail =
    first && oneClass
      ? say.text('{name} is on {times}.', {
          name: first.held.name,
          times: say.choices(shown.map(({ startsAt }) => say.time(startsAt))),
        })
      : say.text('There are {classes}.', { classes: say.list(shown.map((each) => named(each, say))) });
  const days = new Set(shown.map(({ startsAt }) => startsAt.slice(0, 10))).size;
  const which = oneClass
    ? say.text(days > 1 ? 'Which day would you like?' : 'Which time would you like?')
    : say.text('Which class would you like?');
  return refuse('conflict', `${detail} ${which}`, {
    reason: 'which',
    alternatives: offers(shown),
  });
}

async function none(ctx: CapabilityContext<FitnessBusiness>, classes: Class[], slots: Slots) {
  const say = formatterFor(ctx.business);
  const { date: _, time: __, window: ___, days: ____, ...anytime } = slots;
  const near = (await meetings(ctx, classes, anytime)).slice(0, MOST_OFFERED);
  const names = say.choices([...new Set(classes.map(({ name }) => name))]) || say.text('that class');
  const noon = slots.date && zoneOf(ctx.business.timezone).epochAt(mustReadDay(slots.date), 720);
  const nothing = noon
    ? say.text("I'm sorry, there is no {name} on {day}.", { name: names, day: say.day(new Date(noon)) })
    : say.text("I'm sorry, there is no {name} then.", { name: names });
  const next = near.map((each) => (classes.length > 1 ? named(each, say) : say.time(each.startsAt)));
  const [only, another] = next;
  const help = another
    ? ` ${say.text('The next are {times}. Which one would you like?', { times: say.list(next) })}`
    : only
      ? ` ${say.text('The next one is {time}. Would you like that?', { time: only })}`
      : '';
  return refuse('slot_unavailable', `${nothing}${help}`, {
    reason: 'which',
    alternatives: offers(near),
  });
}

const offers = (found: Meeting[]) =>
  found.map(({ startsAt, held }) => ({ startsAt, resource: { id: held.id, name: held.name } }));

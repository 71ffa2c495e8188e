// Finding, moving and cancelling what is booked already: only for whoever made it here, has its code, or is that person,
// by the rule in scheduling/booking-ownership.ts.
import { personField } from '../../capability/capability.ts';
import { type EntityValue, type Slots, theOne } from '../../capability/dialogue.ts';
import type { Outcome, Refusal } from '../../capability/outcome.ts';
import { slotsBy } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import { message } from '../../messages/catalogue.ts';
import {
  bookedInConversation,
  findOwnedBookings,
  mayShowCode,
  type OwnedBookings,
  upcoming,
} from '../../scheduling/booking-ownership.ts';
import { cancelBooking, changeAll, checkMove, lockForChange, tooLate } from '../../scheduling/bookings.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { meetingOn } from '../../scheduling/class-move.ts';
import { nameBooking } from '../../scheduling/present.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import { mustReadDay, writeDay } from '../../scheduling/zone.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { clockOf, nearestSameWeekday } from './extract-entities.ts';
import { startOf } from './input.ts';
import { limitOn, refusePartySize, takesParty } from './party.ts';
import { PERSON, yesOrNo } from './phrases.ts';
import type { Receipt, ResponsePart } from './reply.ts';
import { bookedSlots } from './slots.ts';
import { asRefusal, isClosed, passOn } from './task.ts';
import type { StepResult, Turn } from './turn.ts';

export const BOOKING_CHANGES = ['booking.find', 'booking.change', 'booking.cancel'];

const MOST_LISTED = 4;

/** The next step: whose booking, which one, what about it, and a yes. */
export async function advanceBookingChange(turn: Turn, task: ActiveTask): Promise<StepResult> {
  const { say } = turn;
  if (await lacksBirth(turn, task)) return askBirth(turn, task);
  const found = await theirs(turn, task).catch(asRefusal);
  if ('ok' in found) return isClosed(found) ? { part: passOn(turn) } : cannot(turn, task, found);
  const { bookings, proof } = found;
  if (bookings.length === 0) return askWhich(turn, task);
  if (bookings.length > 1) return chooseOne(turn, { ...task, proof }, bookings);
  const [booking] = bookings as [Booking];
  if (task.intent === 'booking.find') {
    const code = mayShowCode(booking, proof) ? say.text('The code is {code}.', { code: booking.code }) : '';
    const text = `${say.text('You have {booking}.', { booking: describe(turn, booking) })} ${code}`.trim();
    return { part: { text, suggestions: [say.text('Move it'), say.text('Cancel it')] } };
  }
  const known = { ...task, bookingId: booking.id, proof };
  if (task.intent === 'booking.cancel') {
    const late = tooLate(turn.ctx, booking);
    if (late) return cannot(turn, task, late);
    const text = say.text('That is {booking}. Shall I cancel it?', { booking: describe(turn, booking) });
    return { part: { text, suggestions: yesOrNo(say) }, task: { ...known, asked: [], confirming: true } };
  }
  return proposeMove(turn, known, booking);
}

/** Does what was confirmed, and says it with the row in hand. */
export async function runBookingChange(turn: Turn, task: ActiveTask): Promise<StepResult & { receipt?: Receipt }> {
  const { ctx, say } = turn;
  const booking = task.bookingId === undefined ? undefined : await lockForChange(ctx, task.bookingId);
  if (!booking) return askWhich(turn, task);
  if (task.intent === 'booking.cancel') {
    const outcome = await cancelBooking(ctx, booking);
    if (!outcome.ok) return cannot(turn, task, outcome);
    const gone = { booking: describe(turn, booking) };
    return {
      part: { text: say.text('Done: {booking} is cancelled. We hope to see you another time.', gone) },
    };
  }
  const to = await placeOf(turn, task, booking);
  const outcome = await changeAll(ctx, booking, to).catch(asRefusal);
  if (!outcome.ok) return cannot(turn, task, outcome);
  const moved = outcome.value;
  const isMoved = moved.starts_at.getTime() !== booking.starts_at.getTime();
  const has = { booking: describe(turn, moved) };
  const first = isMoved
    ? say.text("It's moved: you have {booking}.", has)
    : say.text('All done: you have {booking}.', has);
  const code = mayShowCode(moved, task.proof) ? say.text('Your code is still {code}.', { code: moved.code }) : '';
  const text = [first, code, say.text('See you then!')].filter(Boolean).join(' ');
  // No event tells of a change that keeps the time, so the row itself is the receipt.
  const receipt = isMoved ? {} : { receipt: { type: 'booking.updated', id: moved.id, code: moved.code } };
  return { part: { text }, ...receipt };
}

/** What was chosen, or whatever is theirs by what they have said. */
async function theirs(
  { ctx, businessContext }: Turn,
  { slots, bookingId, proof = 'details' }: ActiveTask,
): Promise<OwnedBookings> {
  if (bookingId) return { bookings: upcoming([await findBooking(ctx.db, bookingId)], ctx.now), proof };
  const found = await findOwnedBookings(ctx, slots);
  return { ...found, bookings: narrowed(found.bookings, slots, ctx, bookedSlots(businessContext.industry)) };
}

/** "My 3pm", "the one on Friday": of several the one that was meant, where it can be told. */
function narrowed(
  bookings: Booking[],
  { date, time, from, words }: Slots,
  ctx: Turn['ctx'],
  booked: readonly string[],
): Booking[] {
  if (bookings.length < 2) return bookings;
  const { zone } = rulesOf(ctx.business);
  const wanted = { date: from?.date ?? date, time: from?.time ?? time };
  const [service] = booked.flatMap((slot) => theOne({ words } as Slots, slot) ?? []);
  const fitting = bookings.filter((booking) => {
    const at = zone.localAt(booking.starts_at.getTime());
    const isDay = !wanted.date || writeDay(at.day) === wanted.date;
    const isTime = !wanted.time || clockOf(at.minutes) === wanted.time;
    return (service ? booking.service?.id === service.id : true) && isDay && isTime;
  });
  return fitting.length === 1 ? fitting : bookings;
}

/** Who books there has more to show than a name and a phone. */
const healthIn = ({ businessContext }: Turn) => businessContext.industry?.capabilities.find(({ health }) => health);

/** A code was said, and not yet what goes with it at a practice; of what was made here nothing more has to be shown. */
const lacksBirth = async (turn: Turn, { slots: { code, dateOfBirth }, bookingId }: ActiveTask) =>
  healthIn(turn) && !bookingId && code && !dateOfBirth && (await bookedInConversation(turn.ctx, code)).length === 0;

const askBirth = (turn: Turn, task: ActiveTask): StepResult => ({
  part: { text: turn.say.text('Thank you. And the patient’s date of birth?') },
  task: { ...task, asked: [`${personField(healthIn(turn) ?? {})}.dateOfBirth`] },
});

const OF_CUSTOMER = {
  first: message('Of course. Could you give me the booking code, or the name and phone number it is under?'),
  find: message(
    'I can look that up with the booking code, or the name and phone number it is under. Could you give me one of these?',
  ),
  again: message(
    "I'm sorry, I can't find an upcoming booking with those details. Could you check them? I need the booking code, or the name and phone number it is under.",
  ),
};
const OF_SEALED = {
  first: message('Of course. Could you give me the patient’s full name and date of birth?'),
  find: message('I can look that up with the patient’s full name and date of birth. Could you give me these?'),
  again: message(
    "I'm sorry, I can't find an upcoming booking with those details. Could you check them? I need the patient’s full name and date of birth.",
  ),
};

function askWhich(turn: Turn, task: ActiveTask): StepResult {
  const health = healthIn(turn);
  const who = personField(health ?? {});
  const isFind = task.intent === 'booking.find';
  const { say } = turn;
  const isAgain = task.asked.includes('code');
  const tried = isAgain || task.slots.code || (task.slots.name && (task.slots.phone || task.slots.dateOfBirth));
  const { code: _, name: __, phone: ___, dateOfBirth: ____, ...slots } = task.slots;
  const fields = ['code', `${who}.name`, `${who}.${health ? 'dateOfBirth' : 'phone'}`];
  if (tried && task.stuck > 0) {
    return {
      part: {
        text: say.text("I'm sorry, I still can't find a booking with those details. Shall I pass you on to our team?"),
        suggestions: [say.text(PERSON)],
      },
      offer: { intent: 'general.human', slots },
    };
  }
  const texts = health ? OF_SEALED : OF_CUSTOMER;
  const text = say.text(tried ? texts.again : isFind ? texts.find : texts.first);
  return { part: { text }, task: { ...task, slots, asked: fields, stuck: tried ? task.stuck + 1 : task.stuck } };
}

function chooseOne(turn: Turn, task: ActiveTask, found: Booking[]): StepResult {
  const shown = found.slice(0, MOST_LISTED);
  const among = shown.map((booking) => ({ id: booking.id, name: describe(turn, booking), said: '' }));
  const names = among.map(({ name }) => name);
  return {
    part: {
      text: turn.say.text('Which one do you mean: {choices}?', { choices: turn.say.choices(names) }),
      suggestions: shown.map(({ starts_at }) => turn.say.time(starts_at)),
    },
    task: {
      ...task,
      asked: [],
      choosing: { slot: 'booking', among },
      offered: shown.map(({ starts_at }) => starts_at.toISOString()),
    },
  };
}

/** "a table for 2 on Thursday, November 19 at 6:00 PM" */
function describe({ say }: Turn, booking: Booking): string {
  const values = { what: nameBooking(booking, say), time: say.time(booking.starts_at) };
  return booking.status === 'waitlisted'
    ? say.text('{what} on {time} (on the waiting list)', values)
    : say.text('{what} on {time}', values);
}

const todayOf = ({ business, now }: Turn['ctx']) => writeDay(rulesOf(business).zone.localAt(now.getTime()).day);

/** What is not said stays as it is: "at nine instead" is the same day. */
async function placeOf(
  { ctx, businessContext }: Turn,
  { slots }: ActiveTask,
  booking: Booking,
): Promise<{ startsAt?: string; partySize?: number; resourceId?: string; classId?: string }> {
  const { zone } = rulesOf(ctx.business);
  const at = zone.localAt(booking.starts_at.getTime());
  const named =
    slots.date && slots.weekday ? nearestSameWeekday(writeDay(at.day), slots.date, todayOf(ctx)) : slots.date;
  const date = named ?? writeDay(at.day);
  if (booking.kind === 'class') return classOf(ctx, booking, slots, date, meetingIn(businessContext, slots));
  const time = slots.time ?? clockOf(Math.max(0, at.minutes + (slots.laterMinutes ?? 0)));
  const isNamed = slots.date || slots.time || slots.laterMinutes;
  const start = isNamed ? startOf({ ...slots, date, time }, ctx.business) : undefined;
  // "My Saturday table": the time that it has already is none to move it to.
  const startsAt = start && Date.parse(start) !== booking.starts_at.getTime() ? start : undefined;
  const person = theOne(slots, 'staff');
  const { partySize = slots.partyChange && booking.party_size && booking.party_size + slots.partyChange } = slots;
  return {
    ...(startsAt ? { startsAt } : {}),
    ...(partySize && booking.kind === 'reservation' ? { partySize } : {}),
    ...(person && !isWith(booking, person) ? { resourceId: person.id } : {}),
  };
}

/** Some businesses know their people by name alone. */
const isWith = ({ resource }: Booking, { id, name }: { id: string; name: string }) =>
  resource !== null && (resource.id === id || resource.name === name);

/** A class has its own times: "the same class on Monday" is whenever it is held that day. */
const meetingIn = ({ industry }: Turn['businessContext'], slots: Slots): EntityValue | undefined =>
  slotsBy(industry, 'meeting').flatMap((slot) => theOne(slots, slot) ?? [])[0];

function classOf(ctx: Turn['ctx'], booking: Booking, slots: Slots, date: string, other: EntityValue | undefined) {
  const classId = other && other.id !== booking.service?.id ? other.id : undefined;
  if (!slots.date && !slots.time && !classId) return {};
  const held = slots.time ? undefined : meetingOn(ctx, booking, mustReadDay(date), classId);
  const time = slots.time ?? clockOf(rulesOf(ctx.business).zone.localAt(held ?? booking.starts_at.getTime()).minutes);
  const startsAt = startOf({ ...slots, date, time }, ctx.business);
  const isAsItIs = !classId && startsAt && Date.parse(startsAt) === booking.starts_at.getTime();
  return isAsItIs ? {} : { startsAt, ...(classId ? { classId } : {}) };
}

async function proposeMove(turn: Turn, task: ActiveTask, booking: Booking): Promise<StepResult> {
  const { ctx, say } = turn;
  const now = describe(turn, booking);
  const to = await placeOf(turn, task, booking);
  if (Object.keys(to).length === 0) {
    const text = say.text('That is {booking}. What day and time would you like instead?', { booking: now });
    return { part: { text }, task: { ...task, asked: ['startsAt'] } };
  }
  const away = to.partySize ? tooMany(turn, to.partySize) : undefined;
  if (away) return { part: away };
  const judged: Outcome<unknown> = await checkMove(ctx, booking, to).catch(asRefusal);
  if (!judged.ok) return cannot(turn, task, judged);
  const changes = renderChanges(turn, task, to);
  const text = say.text('That is {booking}. Shall I change it {changes}?', { booking: now, changes });
  return { part: { text, suggestions: yesOrNo(say) }, task: { ...task, asked: [], confirming: true } };
}

/** "to Friday, November 20 at 7:00 PM, for 4 people" */
function renderChanges(
  { say, businessContext }: Turn,
  { slots }: ActiveTask,
  to: Awaited<ReturnType<typeof placeOf>>,
): string {
  const { startsAt, partySize: count, resourceId, classId } = to;
  const time = startsAt ? say.time(startsAt) : '';
  const name = resourceId ? must(theOne(slots, 'staff'), 'whom it is moved to').name : '';
  const changed = [
    classId
      ? say.text('to {name} on {time}', {
          name: must(meetingIn(businessContext, slots), 'the class it is moved to').name,
          time,
        })
      : '',
    time && !classId ? say.text('to {time}', { time }) : '',
    count ? (time ? say.text('for {count} people', { count }) : say.text('to {count} people', { count })) : '',
    name ? (time || count ? say.text('with {name}', { name }) : say.text('to {name}', { name })) : '',
  ];
  return changed.filter(Boolean).join(', ');
}

/** What is written of how many are taken holds for a change as for a new booking. */
function tooMany(turn: Turn, partySize: number): ResponsePart | undefined {
  const books = [...turn.capabilities.values()].find((each) => each.effect === 'write' && takesParty(each));
  return books && refusePartySize({ ...limitOn(turn, books), slots: { partySize, words: {}, own: {} } }, turn.say);
}

function cannot({ say, ctx }: Turn, task: ActiveTask, why: Refusal): StepResult {
  const times = ((why.alternatives ?? []) as { startsAt: string }[])
    .slice(0, 3)
    .map(({ startsAt }) => startsAt)
    .sort();
  if (why.reason === 'too_late') {
    const { phone } = ctx.business.contact;
    const late =
      task.intent === 'booking.cancel'
        ? say.text("I'm sorry, it's too late to cancel this here.")
        : say.text("I'm sorry, it's too late to change this here.");
    const call = phone ? say.text('Please call us at {phone}.', { phone }) : '';
    const text = [late, why.detail, call].filter(Boolean).join(' ');
    return { part: { text, suggestions: [say.text(PERSON)] } };
  }
  const { date: _, time: __, laterMinutes: ___, ...slots } = task.slots;
  if (times.length === 0)
    return {
      part: {
        text: say.text("I'm sorry, that's not possible: {why}", { why: why.detail }),
        suggestions: [say.text(PERSON)],
      },
    };
  const instead = { times: say.choices(times.map(say.time)) };
  const text = `${why.detail} ${say.text('I could do {times}. Would one of these suit you?', instead)}`;
  return {
    part: { text, suggestions: times.map(say.time) },
    task: { ...task, slots, asked: ['startsAt'], offered: times, confirming: false },
  };
}

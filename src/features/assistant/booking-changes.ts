// Finds, moves and cancels existing bookings for customers who can show that a booking is theirs; the rule is in
// scheduling/booking-ownership.ts.
import { personFieldOf } from '../../capability/capability.ts';
import { type Slots, uniqueEntity } from '../../capability/dialogue.ts';
import type { Outcome, Refusal } from '../../capability/outcome.ts';
import { message } from '../../messages/catalogue.ts';
import {
  applyChanges,
  cancelBooking,
  checkMove,
  lockForChange,
  refuseIfTooLate,
} from '../../scheduling/booking-changes.ts';
import {
  asOwned,
  bookedInConversation,
  findOwnedBookings,
  mayShowCode,
  type OwnedBookings,
} from '../../scheduling/booking-ownership.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { describeCancellation, describeReturn } from '../../scheduling/deposit-texts.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import { formatDay } from '../../scheduling/zone.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { formatClock } from './extract-entities.ts';
import {
  ACCEPT_OFFER,
  acceptOfferTask,
  describeWithTime,
  isOffered,
  renderHeldBooking,
  renderOfferedPlace,
  renderWaitlistedBooking,
} from './offered-place.ts';
import { acceptsPartySize, partyLimitFor, refusePartySize } from './party.ts';
import { TALK_TO_PERSON, yesOrNo } from './phrases.ts';
import type { Receipt, ResponsePart } from './reply.ts';
import { renderChanges, requestedChange } from './requested-change.ts';
import { bookedSlots } from './slots.ts';
import { asRefusal, isIdentificationClosed, renderIdentificationHandoff } from './task.ts';
import type { StepResult, Turn } from './turn.ts';

export const BOOKING_CHANGE_INTENTS = ['booking.find', 'booking.change', 'booking.cancel', ACCEPT_OFFER];

const MAX_LISTED_BOOKINGS = 4;
const MAX_ALTERNATIVES = 3;

/** Advances the task: identify the customer, pick the booking, agree on the change, ask for confirmation. */
export async function advanceBookingChange(turn: Turn, task: ActiveTask): Promise<StepResult> {
  const { say } = turn;
  if (await needsDateOfBirth(turn, task)) return askDateOfBirth(turn, task);
  const lookup = await findBookings(turn, task).catch(asRefusal);
  if ('ok' in lookup)
    return isIdentificationClosed(lookup)
      ? { part: renderIdentificationHandoff(turn) }
      : renderRefusal(turn, task, lookup);
  const { bookings, proof, isCanceled } = lookup;
  if (isCanceled) return renderAlreadyCanceled(turn);
  if (bookings.length === 0) return askForIdentification(turn, task);
  if (bookings.length > 1) return askWhichBooking(turn, { ...task, proof }, bookings);
  const [booking] = bookings as [Booking];
  if (task.intent === 'booking.find' || task.intent === ACCEPT_OFFER) {
    if (isOffered(booking, turn.ctx.now))
      return { part: renderOfferedPlace(booking, turn), task: { ...acceptOfferTask(booking, task.slots), proof } };
    if (booking.status === 'awaiting_payment') return { part: renderHeldBooking(booking, turn) };
    if (booking.status !== 'confirmed') return { part: renderWaitlistedBooking(booking, turn) };
    const code = mayShowCode(booking, proof) ? say.text('The code is {code}.', { code: booking.code }) : '';
    const text = `${say.text('Your booking: {booking}.', { booking: describeWithTime(turn, booking) })} ${code}`.trim();
    return { part: { text, suggestions: [say.text('Reschedule it'), say.text('Cancel it')] } };
  }
  const identifiedTask = { ...task, bookingId: booking.id, proof };
  if (task.intent === 'booking.cancel') {
    const lateRefusal = refuseIfTooLate(turn.ctx, booking);
    if (lateRefusal) return renderRefusal(turn, task, lateRefusal);
    const question = say.text('Your booking: {booking}. Should I cancel it?', {
      booking: describeWithTime(turn, booking),
    });
    const text = [describeCancellation(turn.ctx, booking), question].filter(Boolean).join(' ');
    return { part: { text, suggestions: yesOrNo(say) }, task: { ...identifiedTask, asked: [], confirming: true } };
  }
  return proposeMove(turn, identifiedTask, booking);
}

/** Makes the confirmed change and reports it from the updated row. */
export async function runBookingChange(turn: Turn, task: ActiveTask): Promise<StepResult & { receipt?: Receipt }> {
  const { ctx, say } = turn;
  const booking = task.bookingId === undefined ? undefined : await lockForChange(ctx, task.bookingId);
  if (!booking) return askForIdentification(turn, task);
  // It may have been canceled elsewhere since it was read back.
  if (booking.status === 'cancelled') return renderAlreadyCanceled(turn);
  if (task.intent === ACCEPT_OFFER) return acceptOffer(turn, task, booking);
  if (task.intent === 'booking.cancel') {
    const outcome = await cancelBooking(ctx, booking);
    if (!outcome.ok) return renderRefusal(turn, task, outcome);
    const canceledBooking = { booking: describeWithTime(turn, booking) };
    const text = [
      say.text('Your booking is canceled: {booking}. We hope to see you another time.', canceledBooking),
      describeReturn(ctx.business, outcome.value.deposit),
    ];
    return { part: { text: text.filter(Boolean).join(' ') } };
  }
  const change = await requestedChange(turn, task, booking);
  const outcome = await applyChanges(ctx, booking, change).catch(asRefusal);
  if (!outcome.ok) return renderRefusal(turn, task, outcome);
  const updatedBooking = outcome.value;
  const isMoved = updatedBooking.starts_at.getTime() !== booking.starts_at.getTime();
  const values = { booking: describeWithTime(turn, updatedBooking) };
  const confirmation = isMoved
    ? say.text("I've rescheduled it. Your booking is now: {booking}.", values)
    : say.text('All done. Your booking is now: {booking}.', values);
  const code = mayShowCode(updatedBooking, task.proof)
    ? say.text('Your code is still {code}.', { code: updatedBooking.code })
    : '';
  const text = [confirmation, code, say.text('See you then!')].filter(Boolean).join(' ');
  // A change that keeps the time emits no event, so the receipt is made from the row.
  const receipt = isMoved
    ? {}
    : { receipt: { type: 'booking.updated', id: updatedBooking.id, code: updatedBooking.code } };
  return { part: { text }, ...receipt };
}

const renderAlreadyCanceled = ({ say }: Turn): StepResult => ({
  part: { text: say.text('That booking is already canceled.') },
});

async function acceptOffer(
  turn: Turn,
  task: ActiveTask,
  booking: Booking,
): Promise<StepResult & { receipt?: Receipt }> {
  const { ctx, say } = turn;
  if (!isOffered(booking, ctx.now)) return advanceBookingChange(turn, { ...task, confirming: false });
  const outcome = await applyChanges(ctx, booking, { status: 'confirmed' });
  if (!outcome.ok) return renderRefusal(turn, task, outcome);
  if (outcome.value.status === 'awaiting_payment') return { part: renderHeldBooking(outcome.value, turn) };
  const { id, code } = outcome.value;
  const text = [
    say.text('All done. Your booking is now: {booking}.', { booking: describeWithTime(turn, outcome.value) }),
    say.text('Your code is still {code}.', { code }),
    say.text('See you then!'),
  ].join(' ');
  return { part: { text }, receipt: { type: 'booking.confirmed', id, code } };
}

/** The booking chosen earlier, or else all upcoming bookings that the customer's details match. */
async function findBookings(
  { ctx, businessContext }: Turn,
  { slots, bookingId, proof = 'details' }: ActiveTask,
): Promise<OwnedBookings> {
  if (bookingId) return asOwned(await findBooking(ctx.db, bookingId), ctx.now, proof);
  const ownedBookings = await findOwnedBookings(ctx, slots);
  return {
    ...ownedBookings,
    bookings: narrowByDetails(ownedBookings.bookings, slots, ctx, bookedSlots(businessContext.industry)),
  };
}

/** Narrows several bookings to the one that the customer describes, such as "my 3pm" or "the one on Friday". */
function narrowByDetails(
  bookings: Booking[],
  { date, time, from, words }: Slots,
  ctx: Turn['ctx'],
  bookableSlots: readonly string[],
): Booking[] {
  if (bookings.length < 2) return bookings;
  const { zone } = rulesOf(ctx.business);
  const requested = { date: from?.date ?? date, time: from?.time ?? time };
  const [service] = bookableSlots.flatMap((slot) => uniqueEntity({ words } as Slots, slot) ?? []);
  const matches = bookings.filter((booking) => {
    const localStart = zone.localAt(booking.starts_at.getTime());
    const isSameDay = !requested.date || formatDay(localStart.day) === requested.date;
    const isSameTime = !requested.time || formatClock(localStart.minutes) === requested.time;
    return (service ? booking.service?.id === service.id : true) && isSameDay && isSameTime;
  });
  return matches.length === 1 ? matches : bookings;
}

/** The health capability, if there is one: its bookings need a date of birth, not just a name and phone number. */
const healthCapability = ({ businessContext }: Turn) =>
  businessContext.industry?.capabilities.find(({ health }) => health);

/** Health bookings need a date of birth with the code, unless they were made in this conversation. */
const needsDateOfBirth = async (turn: Turn, { slots: { code, dateOfBirth }, bookingId }: ActiveTask) =>
  healthCapability(turn) &&
  !bookingId &&
  code &&
  !dateOfBirth &&
  (await bookedInConversation(turn.ctx, code)).length === 0;

const askDateOfBirth = (turn: Turn, task: ActiveTask): StepResult => ({
  part: { text: turn.say.text(ASK_MISSING.dateOfBirth) },
  task: { ...task, asked: [`${personFieldOf(healthCapability(turn) ?? {})}.dateOfBirth`] },
});

const ASK_NAME_AND_PHONE = {
  first: message("Of course. What's the booking code, or the name and phone number it's under?"),
  find: message("I can look that up for you. What's the booking code, or the name and phone number it's under?"),
  again: message(
    "I'm sorry, I can't find an upcoming booking with those details. Could you check them? I need the booking code, or the name and phone number it's under.",
  ),
};
const ASK_NAME_AND_BIRTH_DATE = {
  first: message('Of course. What’s the patient’s full name and date of birth?'),
  find: message('I can look that up for you. What’s the patient’s full name and date of birth?'),
  again: message(
    "I'm sorry, I can't find an upcoming booking with those details. Could you check them? I need the patient’s full name and date of birth.",
  ),
};

const ASK_MISSING = {
  name: message('And what name is it under?'),
  phone: message("What's the booking code, or the phone number it's under?"),
  dateOfBirth: message('Thank you. And the patient’s date of birth?'),
};

function askForIdentification(turn: Turn, task: ActiveTask): StepResult {
  const health = healthCapability(turn);
  const personKey = personFieldOf(health ?? {});
  const isLookup = task.intent === 'booking.find';
  const { say } = turn;
  const { code, name, phone, dateOfBirth, ...slots } = task.slots;
  const fields = ['code', `${personKey}.name`, `${personKey}.${health ? 'dateOfBirth' : 'phone'}`];
  const hasProof = Boolean(health ? dateOfBirth : phone);
  // Half of the details is kept, and only the other half is asked for.
  if (!code && Boolean(name) !== hasProof) {
    const missing = hasProof ? 'name' : health ? 'dateOfBirth' : 'phone';
    return { part: { text: say.text(ASK_MISSING[missing]) }, task: { ...task, asked: fields } };
  }
  const hasTried = task.asked.includes('code') || code || hasProof;
  if (hasTried && task.stuck > 0) {
    return {
      part: {
        text: say.text(
          "I'm sorry, I still can't find a booking with those details. Would you like me to connect you with our team?",
        ),
        suggestions: [say.text(TALK_TO_PERSON)],
      },
      offer: { intent: 'general.human', slots },
    };
  }
  const texts = health ? ASK_NAME_AND_BIRTH_DATE : ASK_NAME_AND_PHONE;
  const text = say.text(hasTried ? texts.again : isLookup ? texts.find : texts.first);
  return { part: { text }, task: { ...task, slots, asked: fields, stuck: hasTried ? task.stuck + 1 : task.stuck } };
}

function askWhichBooking(turn: Turn, task: ActiveTask, bookings: Booking[]): StepResult {
  const listedBookings = bookings.slice(0, MAX_LISTED_BOOKINGS);
  const options = listedBookings.map((booking) => ({
    id: booking.id,
    name: describeWithTime(turn, booking),
    said: '',
  }));
  const names = options.map(({ name }) => name);
  return {
    part: {
      text: turn.say.text('Which one do you mean: {choices}?', { choices: turn.say.choices(names) }),
      suggestions: listedBookings.map(({ starts_at }) => turn.say.time(starts_at)),
    },
    task: {
      ...task,
      asked: [],
      choosing: { slot: 'booking', among: options },
      offered: listedBookings.map(({ starts_at }) => starts_at.toISOString()),
    },
  };
}

async function proposeMove(turn: Turn, task: ActiveTask, booking: Booking): Promise<StepResult> {
  const { ctx, say } = turn;
  const bookingText = describeWithTime(turn, booking);
  const change = await requestedChange(turn, task, booking);
  if (Object.keys(change).length === 0) {
    const text = say.text('Your booking: {booking}. What day and time would you like instead?', {
      booking: bookingText,
    });
    return { part: { text }, task: { ...task, asked: ['startsAt'] } };
  }
  const partySizeRefusal = change.partySize ? refuseTooLargeParty(turn, change.partySize) : undefined;
  if (partySizeRefusal) return { part: partySizeRefusal };
  const moveCheck: Outcome<unknown> = await checkMove(ctx, booking, change).catch(asRefusal);
  if (!moveCheck.ok) return renderRefusal(turn, task, moveCheck);
  const changes = renderChanges(turn, task, change);
  const text = say.text('Your booking: {booking}. Should I change it {changes}?', { booking: bookingText, changes });
  return { part: { text, suggestions: yesOrNo(say) }, task: { ...task, asked: [], confirming: true } };
}

/** The business's party size limits apply to a change as they do to a new booking. */
function refuseTooLargeParty(turn: Turn, partySize: number): ResponsePart | undefined {
  const partyCapability = [...turn.capabilities.values()].find(
    (each) => each.effect === 'write' && acceptsPartySize(each),
  );
  return (
    partyCapability &&
    refusePartySize({ ...partyLimitFor(turn, partyCapability), slots: { partySize, words: {}, own: {} } }, turn.say)
  );
}

function renderRefusal({ say, ctx }: Turn, task: ActiveTask, refusal: Refusal): StepResult {
  const alternativeTimes = ((refusal.alternatives ?? []) as { startsAt: string }[])
    .slice(0, MAX_ALTERNATIVES)
    .map(({ startsAt }) => startsAt)
    .sort();
  if (refusal.reason === 'too_late') {
    const { phone } = ctx.business.contact;
    const tooLateText =
      task.intent === 'booking.cancel'
        ? say.text("I'm sorry, it's too late to cancel this online.")
        : say.text("I'm sorry, it's too late to change this online.");
    const callText = phone ? say.text('Please call us at {phone}.', { phone }) : '';
    const text = [tooLateText, refusal.detail, callText].filter(Boolean).join(' ');
    return { part: { text, suggestions: [say.text(TALK_TO_PERSON)] } };
  }
  const { date: _, time: __, laterMinutes: ___, ...slots } = task.slots;
  if (alternativeTimes.length === 0)
    return {
      part: {
        text: say.text("I'm sorry, I can't do that. {why}", { why: refusal.detail }),
        suggestions: [say.text(TALK_TO_PERSON)],
      },
    };
  const alternatives = { times: say.choices(alternativeTimes.map(say.time)) };
  const text = `${refusal.detail} ${say.text('I have {times}. Would one of those work?', alternatives)}`;
  return {
    part: { text, suggestions: alternativeTimes.map(say.time) },
    task: { ...task, slots, asked: ['startsAt'], offered: alternativeTimes, confirming: false },
  };
}

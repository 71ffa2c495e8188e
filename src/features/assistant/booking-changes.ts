// Finds, moves and cancels existing bookings for customers who can show that a booking is theirs; the rule is in
// scheduling/booking-ownership.ts.
import { findUniqueEntity, type Slots } from '../../capability/dialogue.ts';
import type { Outcome, Refusal } from '../../capability/outcome.ts';
import { formatClock, formatDay } from '../../kernel/clock.ts';
import {
  applyChanges,
  cancelBooking,
  checkMove,
  lockForChange,
  refuseIfTooLate,
} from '../../scheduling/booking-changes.ts';
import {
  canShowCode,
  findOwnedBookings,
  type OwnedBookings,
  toOwnedBookings,
} from '../../scheduling/booking-ownership.ts';
import { describeCancellation, describeReturn } from '../../scheduling/deposit-texts.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import { askDateOfBirth, askForIdentification, needsDateOfBirth } from './ask-identification.ts';
import type { ActiveTask } from './dialogue-state.ts';
import {
  ACCEPT_OFFER,
  createAcceptOfferTask,
  describeWithTime,
  isOffered,
  renderHeldBooking,
  renderOfferedSpot,
  renderWaitlistedBooking,
} from './offered-spot.ts';
import { acceptsPartySize, findApplicablePartyLimit, refusePartySize } from './party.ts';
import { renderYesNoButtons, TALK_TO_PERSON } from './phrases.ts';
import type { Receipt, ResponsePart } from './reply.ts';
import { findRequestedChange, renderChanges } from './requested-change.ts';
import { listBookedSlots } from './slots.ts';
import { asRefusal, isIdentificationClosed, renderIdentificationHandoff } from './task.ts';
import type { StepResult, Turn } from './turn.ts';

export const BOOKING_CHANGE_INTENTS = ['booking.find', 'booking.change', 'booking.cancel', ACCEPT_OFFER];

const MAX_LISTED_BOOKINGS = 4;
const MAX_ALTERNATIVES = 3;

/** Advances the task: identify the customer, pick the booking, agree on the change, ask for confirmation. */
export async function advanceBookingChange(turn: Turn, task: ActiveTask): Promise<StepResult> {
  const { format } = turn;
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
      return { part: renderOfferedSpot(booking, turn), task: { ...createAcceptOfferTask(booking, task.slots), proof } };
    if (booking.status === 'awaiting_payment') return { part: renderHeldBooking(booking, turn) };
    if (booking.status !== 'confirmed') return { part: renderWaitlistedBooking(booking, turn) };
    const code = canShowCode(booking, proof) ? format.text('The code is {code}.', { code: booking.code }) : '';
    const text =
      `${format.text('Your booking: {booking}.', { booking: describeWithTime(turn, booking) })} ${code}`.trim();
    return { part: { text, suggestions: [format.text('Reschedule it'), format.text('Cancel it')] } };
  }
  const identifiedTask = { ...task, bookingId: booking.id, proof };
  if (task.intent === 'booking.cancel') {
    const lateRefusal = refuseIfTooLate(turn.ctx, booking);
    if (lateRefusal) return renderRefusal(turn, task, lateRefusal);
    const question = format.text('Your booking: {booking}. Should I cancel it?', {
      booking: describeWithTime(turn, booking),
    });
    const text = [describeCancellation(turn.ctx, booking), question].filter(Boolean).join(' ');
    return {
      part: { text, suggestions: renderYesNoButtons(format) },
      task: { ...identifiedTask, requestedSlots: [], confirming: true },
    };
  }
  return proposeMove(turn, identifiedTask, booking);
}

/** Makes the confirmed change and reports it from the updated row. */
export async function runBookingChange(turn: Turn, task: ActiveTask): Promise<StepResult & { receipt?: Receipt }> {
  const { ctx, format } = turn;
  const booking = task.bookingId === undefined ? undefined : await lockForChange(ctx, task.bookingId);
  if (!booking) return askForIdentification(turn, task);
  // It may have been canceled elsewhere since it was read back.
  if (booking.status === 'cancelled') return renderAlreadyCanceled(turn);
  if (task.intent === ACCEPT_OFFER) return acceptOffer(turn, task, booking);
  if (task.intent === 'booking.cancel') {
    const outcome = await cancelBooking(ctx, booking);
    if (!outcome.ok) return renderRefusal(turn, task, outcome);
    const values = { booking: describeWithTime(turn, booking) };
    const sentences = [
      format.text('Your booking is canceled: {booking}. We hope to see you another time.', values),
      describeReturn(ctx.business, outcome.value.deposit),
    ];
    return { part: { text: sentences.filter(Boolean).join(' ') } };
  }
  const change = await findRequestedChange(turn, task, booking);
  const outcome = await applyChanges(ctx, booking, change).catch(asRefusal);
  if (!outcome.ok) return renderRefusal(turn, task, outcome);
  const updatedBooking = outcome.value;
  const isMoved = updatedBooking.starts_at.getTime() !== booking.starts_at.getTime();
  const values = { booking: describeWithTime(turn, updatedBooking) };
  const confirmation = isMoved
    ? format.text("I've rescheduled it. Your booking is now: {booking}.", values)
    : format.text('All done. Your booking is now: {booking}.', values);
  const code = canShowCode(updatedBooking, task.proof)
    ? format.text('Your code is still {code}.', { code: updatedBooking.code })
    : '';
  const text = [confirmation, code, format.text('See you then!')].filter(Boolean).join(' ');
  // A change that keeps the time emits no event, so the receipt is made from the row.
  const receiptField = isMoved
    ? {}
    : { receipt: { type: 'booking.updated', id: updatedBooking.id, code: updatedBooking.code } };
  return { part: { text }, ...receiptField };
}

const renderAlreadyCanceled = ({ format }: Turn): StepResult => ({
  part: { text: format.text('That booking is already canceled.') },
});

async function acceptOffer(
  turn: Turn,
  task: ActiveTask,
  booking: Booking,
): Promise<StepResult & { receipt?: Receipt }> {
  const { ctx, format } = turn;
  if (!isOffered(booking, ctx.now)) return advanceBookingChange(turn, { ...task, confirming: false });
  const outcome = await applyChanges(ctx, booking, { status: 'confirmed' });
  if (!outcome.ok) return renderRefusal(turn, task, outcome);
  if (outcome.value.status === 'awaiting_payment') return { part: renderHeldBooking(outcome.value, turn) };
  const { id, code } = outcome.value;
  const text = [
    format.text('All done. Your booking is now: {booking}.', { booking: describeWithTime(turn, outcome.value) }),
    format.text('Your code is still {code}.', { code }),
    format.text('See you then!'),
  ].join(' ');
  return { part: { text }, receipt: { type: 'booking.confirmed', id, code } };
}

/** The booking chosen earlier, or else all upcoming bookings that the customer's details match. */
async function findBookings(
  { ctx, businessContext }: Turn,
  { slots, bookingId, proof = 'details' }: ActiveTask,
): Promise<OwnedBookings> {
  if (bookingId) return toOwnedBookings(await findBooking(ctx.db, bookingId), ctx.now, proof);
  const ownedBookings = await findOwnedBookings(ctx, slots);
  return {
    ...ownedBookings,
    bookings: narrowByDetails(ownedBookings.bookings, slots, ctx, listBookedSlots(businessContext.industry)),
  };
}

/** Narrows several bookings to the one that the customer describes, such as "my 3pm" or "the one on Friday". */
function narrowByDetails(
  bookings: Booking[],
  { date, time, from, catalogEntities }: Slots,
  ctx: Turn['ctx'],
  bookableSlots: readonly string[],
): Booking[] {
  if (bookings.length < 2) return bookings;
  const { zone } = rulesOf(ctx.business);
  const requestedTime = { date: from?.date ?? date, time: from?.time ?? time };
  const [service] = bookableSlots.flatMap((slot) => findUniqueEntity({ catalogEntities } as Slots, slot) ?? []);
  const matches = bookings.filter((booking) => {
    const localStart = zone.localAt(booking.starts_at.getTime());
    const isSameDay = !requestedTime.date || formatDay(localStart.day) === requestedTime.date;
    const isSameTime = !requestedTime.time || formatClock(localStart.minutes) === requestedTime.time;
    return (service ? booking.service?.id === service.id : true) && isSameDay && isSameTime;
  });
  return matches.length === 1 ? matches : bookings;
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
      text: turn.format.text('Which one do you mean: {choices}?', { choices: turn.format.choices(names) }),
      suggestions: listedBookings.map(({ starts_at }) => turn.format.time(starts_at)),
    },
    task: {
      ...task,
      requestedSlots: [],
      choosing: { slot: 'booking', among: options },
      offered: listedBookings.map(({ starts_at }) => starts_at.toISOString()),
    },
  };
}

async function proposeMove(turn: Turn, task: ActiveTask, booking: Booking): Promise<StepResult> {
  const { ctx, format } = turn;
  const bookingText = describeWithTime(turn, booking);
  const change = await findRequestedChange(turn, task, booking);
  if (Object.keys(change).length === 0) {
    const text = format.text('Your booking: {booking}. What day and time would you like instead?', {
      booking: bookingText,
    });
    return { part: { text }, task: { ...task, requestedSlots: ['startsAt'] } };
  }
  const partySizeRefusal = change.partySize ? refuseTooLargeParty(turn, change.partySize) : undefined;
  if (partySizeRefusal) return { part: partySizeRefusal };
  const moveCheck: Outcome<unknown> = await checkMove(ctx, booking, change).catch(asRefusal);
  if (!moveCheck.ok) return renderRefusal(turn, task, moveCheck);
  const changes = renderChanges(turn, task, change);
  const text = format.text('Your booking: {booking}. Should I change it {changes}?', { booking: bookingText, changes });
  return {
    part: { text, suggestions: renderYesNoButtons(format) },
    task: { ...task, requestedSlots: [], confirming: true },
  };
}

/** The business's party size limits apply to a change as they do to a new booking. */
function refuseTooLargeParty(turn: Turn, partySize: number): ResponsePart | undefined {
  const partyCapability = [...turn.capabilities.values()].find(
    (capability) => capability.effect === 'write' && acceptsPartySize(capability),
  );
  return (
    partyCapability &&
    refusePartySize(
      {
        ...findApplicablePartyLimit(turn, partyCapability),
        slots: { partySize, catalogEntities: {}, industryEntities: {} },
      },
      turn.format,
    )
  );
}

function renderRefusal({ format, ctx }: Turn, task: ActiveTask, refusal: Refusal): StepResult {
  const alternativeTimes = ((refusal.alternatives ?? []) as { startsAt: string }[])
    .slice(0, MAX_ALTERNATIVES)
    .map(({ startsAt }) => startsAt)
    .sort();
  if (refusal.reason === 'too_late') {
    const { phone } = ctx.business.contact;
    const tooLateText =
      task.intent === 'booking.cancel'
        ? format.text("I'm sorry, it's too late to cancel this online.")
        : format.text("I'm sorry, it's too late to change this online.");
    const callText = phone ? format.text('Please call us at {phone}.', { phone }) : '';
    const text = [tooLateText, refusal.detail, callText].filter(Boolean).join(' ');
    return { part: { text, suggestions: [format.text(TALK_TO_PERSON)] } };
  }
  const { date: _, time: __, laterMinutes: ___, ...slots } = task.slots;
  if (alternativeTimes.length === 0)
    return {
      part: {
        text: format.text("I'm sorry, I can't do that. {why}", { why: refusal.detail }),
        suggestions: [format.text(TALK_TO_PERSON)],
      },
    };
  const values = { times: format.choices(alternativeTimes.map(format.time)) };
  const text = `${refusal.detail} ${format.text('I have {times}. Would one of those work?', values)}`;
  return {
    part: { text, suggestions: alternativeTimes.map(format.time) },
    task: { ...task, slots, requestedSlots: ['startsAt'], offered: alternativeTimes, confirming: false },
  };
}

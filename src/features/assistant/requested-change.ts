// What a customer wants to change about a booking.
import { type EntityValue, findUniqueEntity, type Slots } from '../../capability/dialogue.ts';
import { findSlotsWithRole } from '../../capability/roles.ts';
import { formatClock, formatDay } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { findOccurrenceStartOn } from '../../scheduling/class-move.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import type { Booking } from '../../scheduling/store.ts';
import { mustParseDay } from '../../scheduling/zone.ts';
import { composeStartTime } from './capability-input.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { findNearestSameWeekday } from './extract-entities.ts';
import type { Turn } from './turn.ts';

const findToday = ({ business, now }: Turn['ctx']) => formatDay(rulesOf(business).zone.localAt(now.getTime()).day);

/** The requested changes; whatever the customer does not mention stays the same, such as the day in "at nine instead". */
export async function findRequestedChange(
  { ctx, businessContext }: Turn,
  { slots }: ActiveTask,
  booking: Booking,
): Promise<{ startsAt?: string; partySize?: number; resourceId?: string; classId?: string }> {
  const { zone } = rulesOf(ctx.business);
  const localStart = zone.localAt(booking.starts_at.getTime());
  const requestedDate =
    slots.date && slots.weekday
      ? findNearestSameWeekday(formatDay(localStart.day), slots.date, findToday(ctx))
      : slots.date;
  const date = requestedDate ?? formatDay(localStart.day);
  if (booking.kind === 'class')
    return findRequestedClassChange(ctx, booking, slots, date, findRequestedClass(businessContext, slots));
  const time = slots.time ?? formatClock(Math.max(0, localStart.minutes + (slots.laterMinutes ?? 0)));
  const hasRequestedTime = slots.date || slots.time || slots.laterMinutes;
  const requestedStart = hasRequestedTime ? composeStartTime({ ...slots, date, time }, ctx.business) : undefined;
  // Naming the booking's current time only identifies it, as in "my Saturday table".
  const startsAt =
    requestedStart && Date.parse(requestedStart) !== booking.starts_at.getTime() ? requestedStart : undefined;
  const requestedStaff = findUniqueEntity(slots, 'staff');
  const { partySize = slots.partyChange && booking.party_size && booking.party_size + slots.partyChange } = slots;
  return {
    ...(startsAt ? { startsAt } : {}),
    ...(partySize && booking.kind === 'reservation' ? { partySize } : {}),
    ...(requestedStaff && !isBookedWith(booking, requestedStaff) ? { resourceId: requestedStaff.id } : {}),
  };
}

/** Compares names as well, because some businesses have no ids for their staff. */
const isBookedWith = ({ resource }: Booking, { id, name }: { id: string; name: string }) =>
  resource !== null && (resource.id === id || resource.name === name);

const findRequestedClass = ({ industry }: Turn['businessContext'], slots: Slots): EntityValue | undefined =>
  findSlotsWithRole(industry, 'meeting').flatMap((slot) => findUniqueEntity(slots, slot) ?? [])[0];

/** A class has fixed times, so a day without a time means whenever the class is held on that day. */
function findRequestedClassChange(
  ctx: Turn['ctx'],
  booking: Booking,
  slots: Slots,
  date: string,
  newClass: EntityValue | undefined,
) {
  const classId = newClass && newClass.id !== booking.service?.id ? newClass.id : undefined;
  if (!slots.date && !slots.time && !classId) return {};
  const classStart = slots.time ? undefined : findOccurrenceStartOn(ctx, booking, mustParseDay(date), classId);
  const time =
    slots.time ?? formatClock(rulesOf(ctx.business).zone.localAt(classStart ?? booking.starts_at.getTime()).minutes);
  const startsAt = composeStartTime({ ...slots, date, time }, ctx.business);
  const isUnchanged = !classId && startsAt && Date.parse(startsAt) === booking.starts_at.getTime();
  return isUnchanged ? {} : { startsAt, ...(classId ? { classId } : {}) };
}

/** "to Friday, November 20 at 7:00 PM, for 4 people" */
export function renderChanges(
  { format, businessContext }: Turn,
  { slots }: ActiveTask,
  change: Awaited<ReturnType<typeof findRequestedChange>>,
): string {
  const { startsAt, partySize: count, resourceId, classId } = change;
  const time = startsAt ? format.time(startsAt) : '';
  const name = resourceId ? must(findUniqueEntity(slots, 'staff'), 'the new staff member').name : '';
  const changeTexts = [
    classId
      ? format.text('to {name} on {time}', {
          name: must(findRequestedClass(businessContext, slots), 'the new class').name,
          time,
        })
      : '',
    time && !classId ? format.text('to {time}', { time }) : '',
    count ? (time ? format.text('for {count} people', { count }) : format.text('to {count} people', { count })) : '',
    name ? (time || count ? format.text('with {name}', { name }) : format.text('to {name}', { name })) : '',
  ];
  return changeTexts.filter(Boolean).join(', ');
}

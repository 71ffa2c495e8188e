import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { message } from '../../messages/catalogue.ts';
import { findEntry } from '../entries.ts';
import { endsWithMessage, joinWithOr } from '../render.ts';
import type { Salon, SalonBusiness } from './schema.ts';
import { createStylistLookup, listServices } from './services.ts';

export type AppointmentInput = { service: string; stylist?: string };

export function createAppointmentRequest(business: SalonBusiness, input: AppointmentInput): BookingRequestOrRefusal {
  const { salon } = business;
  const format = formatterFor(business);
  const stylist = input.stylist === undefined ? undefined : findEntry(salon.stylists, input.stylist);
  if (input.stylist !== undefined && !stylist) {
    const problem = format.text("We don't have a stylist called {name}.", { name: input.stylist });
    const detail = `${problem} ${renderTeam(salon.stylists, format)}`;
    return refuseAppointment('no_such_resource', detail);
  }
  const service = findEntry(salon.services, input.service);
  if (!service)
    return refuseAppointment('not_offered', format.text("We don't offer {service}.", { service: input.service }));
  const eligibleStylists = createStylistLookup(salon)(service);
  const bookableStylists = stylist ? eligibleStylists.filter((each) => each === stylist) : eligibleStylists;
  if (bookableStylists.length === 0) {
    const othersText =
      eligibleStylists.length > 0
        ? ` ${format.text(OTHER_STYLISTS_MESSAGE, { names: joinNames(eligibleStylists, format) })}`
        : '';
    const problem = stylist
      ? format.text(STYLIST_DOES_NOT_DO_IT, { name: stylist.name, service: service.name })
      : format.text('We don’t have anyone who does {service} right now.', { service: service.name });
    return refuseAppointment('not_offered', `${problem}${othersText}`);
  }
  return {
    kind: 'appointment',
    durationMinutes: service.durationMinutes,
    bufferBeforeMinutes: service.bufferBeforeMinutes,
    bufferAfterMinutes: service.bufferMinutes,
    service: { id: service.id, name: service.name },
    price: service.price,
    candidates: bookableStylists.map(({ id, name, hours, timeOff }) => ({
      id,
      name,
      hours,
      timeOff,
      resourceIds: [id],
    })),
    choose: 'least-busy',
  };
}

/** Refuses a stylist who does no service of the mentioned category, and names those who do. */
export function refuseStylist(
  salon: Salon,
  slots: Slots,
  stylistName?: string,
  format: Formatter = ENGLISH,
): Refusal | undefined {
  const stylist = stylistName === undefined ? undefined : findEntry(salon.stylists, stylistName);
  if (!stylist || listServices(salon, slots, stylistName).length > 0) return undefined;
  const stylistsOf = createStylistLookup(salon);
  const services = listServices(salon, slots);
  const eligibleStylists = salon.stylists.filter((each) =>
    services.some((service) => stylistsOf(service).includes(each)),
  );
  if (eligibleStylists.length === 0) return undefined;
  const problem = format.text(STYLIST_DOES_NOT_DO_IT, { name: stylist.name, service: joinNames(services, format) });
  return refuseAppointment(
    'not_offered',
    `${problem} ${format.text(OTHER_STYLISTS_MESSAGE, { names: joinNames(eligibleStylists, format) })}`,
  );
}

/** Offers to book with another stylist, but only if there is one to book with. */
export function appendStylistOffer(detail: string, format: Formatter = ENGLISH): string {
  if (format.language !== 'en')
    return endsWithMessage(detail, OTHER_STYLISTS_MESSAGE, format)
      ? `${detail} ${format.text('Would that work?')}`
      : detail;
  const [, others] = /doesn't do .+?\. (.+) can do it for you\.$/.exec(detail) ?? [];
  if (!others) return detail;
  return `${detail} Should I book it with ${others.includes(' or ') ? 'one of them' : others} instead?`;
}

const OTHER_STYLISTS_MESSAGE = message('{names} can do it for you.');
const STYLIST_DOES_NOT_DO_IT = message("{name} doesn't do {service}.");

const joinNames = (people: { name: string }[], format: Formatter) =>
  joinWithOr(
    people.map(({ name }) => name),
    format,
  );
const renderTeam = (people: { name: string }[], format: Formatter) =>
  people.length > 0 ? format.text('You can book with {names}.', { names: joinWithCommas(people) }) : '';
const joinWithCommas = (people: { name: string }[]) => people.map(({ name }) => name).join(', ');

function refuseAppointment(reason: string, detail: string): Refusal {
  return refuse('slot_unavailable', detail.trim(), { reason, alternatives: [] });
}

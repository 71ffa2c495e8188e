import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { message } from '../../messages/catalogue.ts';
import { findEntry } from '../entries.ts';
import { eitherOf, endsIn } from '../render.ts';
import type { Salon, SalonBusiness } from './schema.ts';
import { servicesFor, stylistsFor } from './services.ts';

export type AppointmentInput = { service: string; stylist?: string };

export function appointmentRequest(business: SalonBusiness, asked: AppointmentInput): BookingRequestOrRefusal {
  const { salon } = business;
  const say = formatterFor(business);
  const stylist = asked.stylist === undefined ? undefined : findEntry(salon.stylists, asked.stylist);
  if (asked.stylist !== undefined && !stylist) {
    const none = say.text('We have no stylist called {name}.', { name: asked.stylist });
    const detail = `${none} ${team(salon.stylists, say)}`;
    return unavailable('no_such_resource', detail);
  }
  const service = findEntry(salon.services, asked.service);
  if (!service) return unavailable('not_offered', say.text("We don't offer {service}.", { service: asked.service }));
  const able = stylistsFor(salon)(service);
  const taking = stylist ? able.filter((each) => each === stylist) : able;
  if (taking.length === 0) {
    const others = able.length > 0 ? ` ${say.text(OTHERS, { names: names(able, say) })}` : '';
    const none = stylist
      ? say.text(NOT_THEIRS, { name: stylist.name, service: service.name })
      : say.text('At the moment nobody does {service}.', { service: service.name });
    return unavailable('not_offered', `${none}${others}`);
  }
  return {
    kind: 'appointment',
    durationMinutes: service.durationMinutes,
    bufferBeforeMinutes: service.bufferBeforeMinutes,
    bufferAfterMinutes: service.bufferMinutes,
    service: { id: service.id, name: service.name },
    price: service.price,
    candidates: taking.map(({ id, name, hours, timeOff }) => ({ id, name, hours, timeOff, parts: [id] })),
    choose: 'least-busy',
  };
}

/** Somebody who does nothing of the category that was named, and who does. */
export function notTheirs(salon: Salon, slots: Slots, named?: string, say: Formatter = ENGLISH): Refusal | undefined {
  const stylist = named === undefined ? undefined : findEntry(salon.stylists, named);
  if (!stylist || servicesFor(salon, slots, named).length > 0) return undefined;
  const stylistsOf = stylistsFor(salon);
  const services = servicesFor(salon, slots);
  const able = salon.stylists.filter((each) => services.some((service) => stylistsOf(service).includes(each)));
  if (able.length === 0) return undefined;
  const none = say.text(NOT_THEIRS, { name: stylist.name, service: names(services, say) });
  return unavailable('not_offered', `${none} ${say.text(OTHERS, { names: names(able, say) })}`);
}

/** A yes goes on with whoever can do it, so that there must be somebody. */
export function withOthers(detail: string, say: Formatter = ENGLISH): string {
  if (say.language !== 'en')
    return endsIn(detail, OTHERS, say) ? `${detail} ${say.text('Would that suit you?')}` : detail;
  const [, others] = /doesn't do .+?\. (.+) can do it for you\.$/.exec(detail) ?? [];
  if (!others) return detail;
  return `${detail} Shall I book it with ${others.includes(' or ') ? 'one of them' : others} instead?`;
}

const OTHERS = message('{names} can do it for you.');
const NOT_THEIRS = message("{name} doesn't do {service}.");

const names = (people: { name: string }[], say: Formatter) =>
  eitherOf(
    people.map(({ name }) => name),
    say,
  );
const team = (people: { name: string }[], say: Formatter) =>
  people.length > 0 ? say.text('With us you find {names}.', { names: listOf(people) }) : '';
const listOf = (people: { name: string }[]) => people.map(({ name }) => name).join(', ');

function unavailable(reason: string, detail: string): Refusal {
  return refuse('slot_unavailable', detail.trim(), { reason, alternatives: [] });
}

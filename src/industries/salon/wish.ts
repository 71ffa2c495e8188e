import type { Slots } from '../../capability/dialogue.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import type { WishOrRefusal } from '../../capability/wish.ts';
import { findEntry } from '../entries.ts';
import type { Salon, SalonBusiness } from './schema.ts';
import { servicesFor, stylistsFor } from './services.ts';

export type AppointmentAsked = { service: string; stylist?: string };

export function appointmentWish({ salon }: SalonBusiness, asked: AppointmentAsked): WishOrRefusal {
  const stylist = asked.stylist === undefined ? undefined : findEntry(salon.stylists, asked.stylist);
  if (asked.stylist !== undefined && !stylist) {
    const detail = `We have no stylist called ${asked.stylist}. ${team(salon.stylists)}`;
    return unavailable('no_such_resource', detail);
  }
  const service = findEntry(salon.services, asked.service);
  if (!service) return unavailable('not_offered', `We don't offer ${asked.service}.`);
  const able = stylistsFor(salon)(service);
  const taking = stylist ? able.filter((each) => each === stylist) : able;
  if (taking.length === 0) {
    const who = stylist ? stylist.name : 'At the moment nobody';
    const others = able.length > 0 ? ` ${names(able)} can do it for you.` : '';
    return unavailable('not_offered', `${who} ${stylist ? "doesn't do" : 'does'} ${service.name}.${others}`);
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
export function notTheirs(salon: Salon, slots: Slots, named?: string): Refusal | undefined {
  const stylist = named === undefined ? undefined : findEntry(salon.stylists, named);
  if (!stylist || servicesFor(salon, slots, named).length > 0) return undefined;
  const stylistsOf = stylistsFor(salon);
  const services = servicesFor(salon, slots);
  const able = salon.stylists.filter((each) => services.some((service) => stylistsOf(service).includes(each)));
  if (able.length === 0) return undefined;
  const detail = `${stylist.name} doesn't do ${names(services)}. ${names(able)} can do it for you.`;
  return unavailable('not_offered', detail);
}

/** A yes goes on with whoever can do it, so that there must be somebody. */
export function withOthers(detail: string): string {
  const [, others] = /doesn't do .+?\. (.+) can do it for you\.$/.exec(detail) ?? [];
  if (!others) return detail;
  return `${detail} Shall I book it with ${others.includes(' or ') ? 'one of them' : others} instead?`;
}

const names = (people: { name: string }[]) => people.map(({ name }) => name).join(' or ');
const team = (people: { name: string }[]) => (people.length > 0 ? `With us you find ${listOf(people)}.` : '');
const listOf = (people: { name: string }[]) => people.map(({ name }) => name).join(', ');

function unavailable(reason: string, detail: string): Refusal {
  return refuse('slot_unavailable', detail.trim(), { reason, alternatives: [] });
}

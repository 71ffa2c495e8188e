import { type Slots, theOne } from '../../capability/dialogue.ts';
import { findEntry, holdsWords, isSame, peopleWith } from '../entries.ts';
import type { Salon, Service } from './schema.ts';

export type ServicesQuery = { category?: string; q?: string; maxPrice?: number; maxMinutes?: number };
export type OfferedService = Service & { stylists: string[] };

export function filterServices(salon: Salon, { category, q, maxPrice, maxMinutes }: ServicesQuery): OfferedService[] {
  const stylistsOf = stylistsFor(salon);
  return salon.services
    .filter(
      (service) =>
        (category === undefined || isSame(service.category ?? '', category)) &&
        (maxMinutes === undefined || service.durationMinutes <= maxMinutes) &&
        (maxPrice === undefined || (service.price !== undefined && service.price <= maxPrice)) &&
        (q === undefined || holdsWords(q, [service.name, service.description, service.category])),
    )
    .map((service) => ({ ...service, stylists: stylistsOf(service).map(({ name }) => name) }));
}

export const stylistsFor = ({ services, stylists }: Salon) => peopleWith(stylists, (each) => each.services, services);

/** "Tidy up my beard": the services of the category that was named, or all of them; of somebody those that they do. */
export function servicesFor(salon: Salon, slots: Slots, stylist?: string): Service[] {
  const category = theOne(slots, 'category')?.name;
  if (category === undefined) return salon.services;
  const ofIt = salon.services.filter((service) => isSame(service.category ?? '', category));
  const who = stylist === undefined ? undefined : findEntry(salon.stylists, stylist);
  const stylistsOf = stylistsFor(salon);
  return who ? ofIt.filter((service) => stylistsOf(service).includes(who)) : ofIt;
}

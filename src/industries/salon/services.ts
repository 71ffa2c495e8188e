import { findUniqueEntity, type Slots } from '../../capability/dialogue.ts';
import { containsWords, createPeopleLookup, findEntry, isSameName } from '../entries.ts';
import type { Salon, Service } from './schema.ts';

export type ServicesQuery = { category?: string; q?: string; maxPrice?: number; maxMinutes?: number };
export type OfferedService = Service & { stylists: string[] };

export function filterServices(salon: Salon, { category, q, maxPrice, maxMinutes }: ServicesQuery): OfferedService[] {
  const stylistsOf = createStylistLookup(salon);
  return salon.services
    .filter(
      (service) =>
        (category === undefined || isSameName(service.category ?? '', category)) &&
        (maxMinutes === undefined || service.durationMinutes <= maxMinutes) &&
        (maxPrice === undefined || (service.price !== undefined && service.price <= maxPrice)) &&
        (q === undefined || containsWords(q, [service.name, service.description, service.category])),
    )
    .map((service) => ({ ...service, stylists: stylistsOf(service).map(({ name }) => name) }));
}

export const createStylistLookup = ({ services, stylists }: Salon) =>
  createPeopleLookup(stylists, (each) => each.services, services);

/** The services of the mentioned category, or all of them; only those the stylist does, if one is given. */
export function listServices(salon: Salon, slots: Slots, stylist?: string): Service[] {
  const category = findUniqueEntity(slots, 'category')?.name;
  if (category === undefined) return salon.services;
  const servicesInCategory = salon.services.filter((service) => isSameName(service.category ?? '', category));
  const requestedStylist = stylist === undefined ? undefined : findEntry(salon.stylists, stylist);
  const stylistsOf = createStylistLookup(salon);
  return requestedStylist
    ? servicesInCategory.filter((service) => stylistsOf(service).includes(requestedStylist))
    : servicesInCategory;
}

import { holdsWords, isSame, peopleWith } from '../entries.ts';
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

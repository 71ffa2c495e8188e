import { holdsWords, isAmong, isSame } from '../entries.ts';
import type { Salon, Service } from './schema.ts';

export type ServicesQuery = { category?: string; q?: string };
export type OfferedService = Service & { stylists: string[] };

export function filterServices({ services, stylists }: Salon, { category, q }: ServicesQuery): OfferedService[] {
  return services
    .filter(
      (service) =>
        (category === undefined || isSame(service.category ?? '', category)) &&
        (q === undefined || holdsWords(q, [service.name, service.description, service.category])),
    )
    .map((service) => ({ ...service, stylists: stylistsFor(service, { services, stylists }).map(({ name }) => name) }));
}

export const stylistsFor = (service: Service, { services, stylists }: Salon) =>
  stylists.filter((stylist) => isAmong(service, stylist.services, services));

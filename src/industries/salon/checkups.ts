import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { renderDuration } from '../render.ts';
import type { SalonBusiness } from './schema.ts';

/** Asks for each service's price and duration, and tries to book it. */
export function createSalonCheckups(business: Business, format: Formatter): Checkup[] {
  const { services } = (business as SalonBusiness).salon;
  return services.flatMap(({ id, name, price, durationMinutes }, index): Checkup[] => {
    const pointer = `/salon/services/${index}`;
    return [
      ...(price === undefined
        ? []
        : [
            {
              id: `prices/${id}`,
              topic: 'prices',
              ask: `How much is the ${name}?`,
              mustMention: [name, format.money(price)],
              pointer,
            },
          ]),
      {
        id: `durations/${id}`,
        topic: 'durations',
        ask: `How long does the ${name} take?`,
        mustMention: [name, renderDuration(durationMinutes)],
        pointer,
      },
      {
        id: `bookings/${id}`,
        topic: 'bookings',
        ask: `I'd like to book the ${name}, please.`,
        mustMention: [name],
        expectedAction: 'salon.book',
        pointer,
      },
    ];
  });
}

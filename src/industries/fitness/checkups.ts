import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import type { Fitness, FitnessBusiness } from './schema.ts';

/** Classes, memberships and trainers: what each costs, and that it can be had. */
export function fitnessCheckups(business: Business, say: Formatter): Checkup[] {
  const { classes, memberships, trainers } = (business as FitnessBusiness).fitness;
  return [
    ...classes.flatMap((each, index) => ofClass(each, `/fitness/classes/${index}`, say)),
    ...memberships.map(
      ({ id, name, price }, index): Checkup => ({
        id: `prices/membership/${id}`,
        topic: 'prices',
        ask: `How much is the ${name} membership?`,
        says: [name, say.money(price)],
        at: `/fitness/memberships/${index}`,
      }),
    ),
    ...trainers.flatMap((each, index) => ofTrainer(each, `/fitness/trainers/${index}`, say)),
  ];
}

function ofClass({ id, name, price, weekly }: Fitness['classes'][number], at: string, say: Formatter): Checkup[] {
  const ask = `How much is ${name}?`;
  return [
    ...(price === undefined ? [] : [{ id: `prices/${id}`, topic: 'prices', ask, says: [name, say.money(price)], at }]),
    ...(weekly.length === 0
      ? []
      : [
          {
            id: `bookings/${id}`,
            topic: 'bookings',
            ask: `I'd like to join the ${name} class, please.`,
            says: [name],
            books: 'fitness.join_class',
            at,
          },
        ]),
  ];
}

function ofTrainer({ id, name, price }: Fitness['trainers'][number], at: string, say: Formatter): Checkup[] {
  const ask = `How much is personal training with ${name}?`;
  return [
    ...(price === undefined
      ? []
      : [{ id: `prices/trainer/${id}`, topic: 'prices', ask, says: [name, say.money(price)], at }]),
    {
      id: `bookings/trainer/${id}`,
      topic: 'bookings',
      ask: `I'd like to book a personal training session with ${name}, please.`,
      says: [name],
      books: 'fitness.train',
      at,
    },
  ];
}

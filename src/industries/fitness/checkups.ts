import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import type { Fitness, FitnessBusiness } from './schema.ts';

/** Asks for the price of each class, membership and trainer, and tries to book them. */
export function createFitnessCheckups(business: Business, format: Formatter): Checkup[] {
  const { classes, memberships, trainers } = (business as FitnessBusiness).fitness;
  return [
    ...classes.flatMap((each, index) => createClassCheckups(each, `/fitness/classes/${index}`, format)),
    ...memberships.map(
      ({ id, name, price }, index): Checkup => ({
        id: `prices/membership/${id}`,
        topic: 'prices',
        ask: `How much is the ${name} membership?`,
        mustMention: [name, format.money(price)],
        pointer: `/fitness/memberships/${index}`,
      }),
    ),
    ...trainers.flatMap((each, index) => createTrainerCheckups(each, `/fitness/trainers/${index}`, format)),
  ];
}

function createClassCheckups(
  { id, name, price, weekly }: Fitness['classes'][number],
  pointer: string,
  format: Formatter,
): Checkup[] {
  const ask = `How much is ${name}?`;
  return [
    ...(price === undefined
      ? []
      : [{ id: `prices/${id}`, topic: 'prices', ask, mustMention: [name, format.money(price)], pointer }]),
    ...(weekly.length === 0
      ? []
      : [
          {
            id: `bookings/${id}`,
            topic: 'bookings',
            ask: `I'd like to join the ${name} class, please.`,
            mustMention: [name],
            expectedAction: 'fitness.join_class',
            pointer,
          },
        ]),
  ];
}

function createTrainerCheckups(
  { id, name, price }: Fitness['trainers'][number],
  pointer: string,
  format: Formatter,
): Checkup[] {
  const ask = `How much is personal training with ${name}?`;
  return [
    ...(price === undefined
      ? []
      : [{ id: `prices/trainer/${id}`, topic: 'prices', ask, mustMention: [name, format.money(price)], pointer }]),
    {
      id: `bookings/trainer/${id}`,
      topic: 'bookings',
      ask: `I'd like to book a personal training session with ${name}, please.`,
      mustMention: [name],
      expectedAction: 'fitness.train',
      pointer,
    },
  ];
}

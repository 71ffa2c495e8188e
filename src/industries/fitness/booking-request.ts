import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { refuse } from '../../capability/outcome.ts';
import { teachingTimes } from '../../scheduling/classes.ts';
import { zoneOf } from '../../scheduling/zone.ts';
import { findEntry } from '../entries.ts';
import type { FitnessBusiness } from './schema.ts';

export type TrainingInput = { trainer?: string; durationMinutes?: number };

export const SESSION_MINUTES = 60;

export function trainingRequest(business: FitnessBusiness, asked: TrainingInput): BookingRequestOrRefusal {
  const { trainers, classes } = business.fitness;
  const say = formatterFor(business);
  const { durationMinutes = SESSION_MINUTES } = asked;
  const trainer = asked.trainer === undefined ? undefined : findEntry(trainers, asked.trainer);
  if (asked.trainer !== undefined && !trainer) {
    const here = trainers.map(({ name }) => name).join(', ');
    const none = say.text('We have no trainer called {name}.', { name: asked.trainer });
    const detail = `${none} ${here ? say.text('You can train with {names}.', { names: here }) : ''}`.trim();
    return refuse('slot_unavailable', detail, { reason: 'no_such_resource', alternatives: [] });
  }
  const taking = trainer ? [trainer] : trainers;
  if (taking.length === 0) {
    const detail = say.text('We have no personal trainers at the moment.');
    return refuse('slot_unavailable', detail, { reason: 'not_offered', alternatives: [] });
  }
  const teaching = teachingTimes({ zone: zoneOf(business.timezone), closures: business.closures, classes });
  return {
    kind: 'training',
    durationMinutes,
    candidates: taking.map((person) => ({
      id: person.id,
      name: person.name,
      hours: person.hours,
      timeOff: person.timeOff,
      parts: [person.id],
      price: person.price === undefined ? undefined : Math.round((person.price * durationMinutes) / 60),
      // Who teaches a class cannot train somebody at the same time.
      busy: (from, to) => teaching(person, from, to),
    })),
    choose: 'least-busy',
  };
}

import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { refuse } from '../../capability/outcome.ts';
import { createTeachingTimesFinder } from '../../scheduling/classes.ts';
import { zoneOf } from '../../scheduling/zone.ts';
import { findEntry } from '../entries.ts';
import type { FitnessBusiness } from './schema.ts';

export type TrainingInput = { trainer?: string; durationMinutes?: number };

export const SESSION_MINUTES = 60;

export function createTrainingRequest(business: FitnessBusiness, input: TrainingInput): BookingRequestOrRefusal {
  const { trainers, classes } = business.fitness;
  const format = formatterFor(business);
  const { durationMinutes = SESSION_MINUTES } = input;
  const trainer = input.trainer === undefined ? undefined : findEntry(trainers, input.trainer);
  if (input.trainer !== undefined && !trainer) {
    const trainerNames = trainers.map(({ name }) => name).join(', ');
    const problem = format.text("We don't have a trainer called {name}.", { name: input.trainer });
    const detail =
      `${problem} ${trainerNames ? format.text('You can train with {names}.', { names: trainerNames }) : ''}`.trim();
    return refuse('slot_unavailable', detail, { reason: 'no_such_resource', alternatives: [] });
  }
  const candidates = trainer ? [trainer] : trainers;
  if (candidates.length === 0) {
    const detail = format.text("We don't have any personal trainers right now.");
    return refuse('slot_unavailable', detail, { reason: 'not_offered', alternatives: [] });
  }
  const teachingTimes = createTeachingTimesFinder({
    zone: zoneOf(business.timezone),
    closures: business.closures,
    classes,
  });
  return {
    kind: 'training',
    durationMinutes,
    candidates: candidates.map((person) => ({
      id: person.id,
      name: person.name,
      hours: person.hours,
      timeOff: person.timeOff,
      resourceIds: [person.id],
      price: person.price === undefined ? undefined : Math.round((person.price * durationMinutes) / 60),
      // A trainer who teaches a class is not available for training at that time.
      findBusyTimes: (from, to) => teachingTimes(person, from, to),
    })),
    choose: 'least-busy',
  };
}

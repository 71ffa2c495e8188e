import type { FieldError } from '../../kernel/problem.ts';
import { equalIds, equalNames, repeated } from '../entries.ts';
import type { Fitness } from './schema.ts';

/** An instructor need not be a trainer, so a name unknown here is no mistake. */
export function checkFitness({ classes, memberships, trainers }: Fitness): FieldError[] {
  return [
    ...equalIds(classes, '/fitness/classes'),
    ...equalIds(memberships, '/fitness/memberships'),
    ...equalIds(trainers, '/fitness/trainers'),
    ...equalNames(trainers, '/fitness/trainers'),
    ...classes.flatMap(({ weekly }, index) =>
      repeated(
        weekly.map(({ day, time }) => `${day} ${time}`),
        (place) => `/fitness/classes/${index}/weekly/${place}`,
      ),
    ),
  ];
}

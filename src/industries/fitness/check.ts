import type { FieldError } from '../../kernel/problem.ts';
import { findDuplicateErrors, findDuplicateIdErrors, findDuplicateNameErrors } from '../entries.ts';
import type { Fitness } from './schema.ts';

/** An instructor need not be a trainer, so an unknown instructor is not an error. */
export function checkFitness({ classes, memberships, trainers }: Fitness): FieldError[] {
  return [
    ...findDuplicateIdErrors(classes, '/fitness/classes'),
    ...findDuplicateIdErrors(memberships, '/fitness/memberships'),
    ...findDuplicateIdErrors(trainers, '/fitness/trainers'),
    ...findDuplicateNameErrors(trainers, '/fitness/trainers'),
    ...classes.flatMap(({ weekly }, index) =>
      findDuplicateErrors(
        weekly.map(({ day, time }) => `${day} ${time}`),
        (timeIndex) => `/fitness/classes/${index}/weekly/${timeIndex}`,
      ),
    ),
  ];
}

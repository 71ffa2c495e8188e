import type { FieldError } from '../../kernel/problem.ts';
import { duplicateErrors, duplicateIdErrors, duplicateNameErrors } from '../entries.ts';
import type { Fitness } from './schema.ts';

/** An instructor need not be a trainer, so an unknown instructor is not an error. */
export function checkFitness({ classes, memberships, trainers }: Fitness): FieldError[] {
  return [
    ...duplicateIdErrors(classes, '/fitness/classes'),
    ...duplicateIdErrors(memberships, '/fitness/memberships'),
    ...duplicateIdErrors(trainers, '/fitness/trainers'),
    ...duplicateNameErrors(trainers, '/fitness/trainers'),
    ...classes.flatMap(({ weekly }, index) =>
      duplicateErrors(
        weekly.map(({ day, time }) => `${day} ${time}`),
        (timeIndex) => `/fitness/classes/${index}/weekly/${timeIndex}`,
      ),
    ),
  ];
}

import type { FieldError } from '../../kernel/problem.ts';
import { duplicateIdErrors, duplicateNameErrors, unknownNameErrors } from '../entries.ts';
import type { Salon } from './schema.ts';

export function checkSalon({ services, stylists }: Salon): FieldError[] {
  return [
    ...duplicateIdErrors(services, '/salon/services'),
    ...duplicateIdErrors(stylists, '/salon/stylists'),
    ...duplicateNameErrors(stylists, '/salon/stylists'),
    ...stylists.flatMap((stylist, index) =>
      unknownNameErrors(stylist.services, services, { pointer: `/salon/stylists/${index}/services`, what: 'service' }),
    ),
  ];
}

import type { FieldError } from '../../kernel/problem.ts';
import { findDuplicateIdErrors, findDuplicateNameErrors, findUnknownNameErrors } from '../entries.ts';
import type { Salon } from './schema.ts';

export function checkSalon({ services, stylists }: Salon): FieldError[] {
  return [
    ...findDuplicateIdErrors(services, '/salon/services'),
    ...findDuplicateIdErrors(stylists, '/salon/stylists'),
    ...findDuplicateNameErrors(stylists, '/salon/stylists'),
    ...stylists.flatMap((stylist, index) =>
      findUnknownNameErrors(stylist.services, services, {
        pointer: `/salon/stylists/${index}/services`,
        what: 'service',
      }),
    ),
  ];
}

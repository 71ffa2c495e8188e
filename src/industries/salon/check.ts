import type { FieldError } from '../../kernel/problem.ts';
import { equalIds, equalNames, unknownNames } from '../entries.ts';
import type { Salon } from './schema.ts';

export function checkSalon({ services, stylists }: Salon): FieldError[] {
  return [
    ...equalIds(services, '/salon/services'),
    ...equalIds(stylists, '/salon/stylists'),
    ...equalNames(stylists, '/salon/stylists'),
    ...stylists.flatMap((stylist, index) =>
      unknownNames(stylist.services, services, { pointer: `/salon/stylists/${index}/services`, what: 'service' }),
    ),
  ];
}

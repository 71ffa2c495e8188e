import type { FieldError } from '../../kernel/problem.ts';
import {
  findDuplicateErrors,
  findDuplicateIdErrors,
  findDuplicateNameErrors,
  findUnknownNameErrors,
  normalizeName,
} from '../entries.ts';
import type { Medical } from './schema.ts';

export function checkMedical({ visitTypes, providers, insurance, pharmacies }: Medical): FieldError[] {
  return [
    ...findDuplicateIdErrors(visitTypes, '/medical/visitTypes'),
    ...findDuplicateIdErrors(providers, '/medical/providers'),
    ...findDuplicateNameErrors(providers, '/medical/providers'),
    ...findDuplicateIdErrors(pharmacies, '/medical/pharmacies'),
    ...providers.flatMap((provider, index) => {
      const pointer = `/medical/providers/${index}/visitTypes`;
      return findUnknownNameErrors(provider.visitTypes, visitTypes, { pointer, what: 'visit type' });
    }),
    // A duplicate plan could be both accepted and not accepted.
    ...insurance.flatMap(({ plans }, index) =>
      findDuplicateErrors(
        plans.map(({ name }) => normalizeName(name)),
        (planIndex) => `/medical/insurance/${index}/plans/${planIndex}/name`,
      ),
    ),
  ];
}

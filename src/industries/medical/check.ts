import type { FieldError } from '../../kernel/problem.ts';
import {
  duplicateErrors,
  duplicateIdErrors,
  duplicateNameErrors,
  normalizeName,
  unknownNameErrors,
} from '../entries.ts';
import type { Medical } from './schema.ts';

export function checkMedical({ visitTypes, providers, insurance, pharmacies }: Medical): FieldError[] {
  return [
    ...duplicateIdErrors(visitTypes, '/medical/visitTypes'),
    ...duplicateIdErrors(providers, '/medical/providers'),
    ...duplicateNameErrors(providers, '/medical/providers'),
    ...duplicateIdErrors(pharmacies, '/medical/pharmacies'),
    ...providers.flatMap((provider, index) => {
      const pointer = `/medical/providers/${index}/visitTypes`;
      return unknownNameErrors(provider.visitTypes, visitTypes, { pointer, what: 'visit type' });
    }),
    // A duplicate plan could be both accepted and not accepted.
    ...insurance.flatMap(({ plans }, index) =>
      duplicateErrors(
        plans.map(({ name }) => normalizeName(name)),
        (planIndex) => `/medical/insurance/${index}/plans/${planIndex}/name`,
      ),
    ),
  ];
}

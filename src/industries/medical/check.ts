import type { FieldError } from '../../kernel/problem.ts';
import { equalIds, equalNames, plain, repeated, unknownNames } from '../entries.ts';
import type { Medical } from './schema.ts';

export function checkMedical({ visitTypes, providers, insurance, pharmacies }: Medical): FieldError[] {
  return [
    ...equalIds(visitTypes, '/medical/visitTypes'),
    ...equalIds(providers, '/medical/providers'),
    ...equalNames(providers, '/medical/providers'),
    ...equalIds(pharmacies, '/medical/pharmacies'),
    ...providers.flatMap((provider, index) => {
      const pointer = `/medical/providers/${index}/visitTypes`;
      return unknownNames(provider.visitTypes, visitTypes, { pointer, what: 'visit type' });
    }),
    // The same plan accepted here and refused there would leave the answer to chance.
    ...insurance.flatMap(({ plans }, index) =>
      repeated(
        plans.map(({ name }) => plain(name)),
        (place) => `/medical/insurance/${index}/plans/${place}/name`,
      ),
    ),
  ];
}

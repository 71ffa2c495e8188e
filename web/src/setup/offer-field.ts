import type { Schema } from '../business/schema.ts';

/** The first list of an industry's section is what it sells: menu, services, visits, classes or products. */
export const offerFieldOf = (schema: Schema, industry: string) =>
  Object.entries(schema.properties?.[industry]?.properties ?? {}).find(([, { type }]) => type === 'array');

import type { Schema } from '../business/schema.ts';

/** The first list of an industry's part is what it sells: the menu, services, visits, classes, products. */
export const offerOf = (schema: Schema, industry: string) =>
  Object.entries(schema.properties?.[industry]?.properties ?? {}).find(([, { type }]) => type === 'array');

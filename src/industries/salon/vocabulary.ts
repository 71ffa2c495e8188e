import type { CatalogEntity } from '../../capability/dialogue.ts';
import { distinct, listShortNames } from '../entries.ts';
import type { Salon } from './schema.ts';

/** If a category has only one service, its name is an alias of that service. */
const findCategoryAlias = (services: Salon['services'], category: string | undefined): string[] =>
  category && services.filter((each) => each.category === category).length === 1 ? [category] : [];

export const createSalonVocabulary = ({ services, stylists }: Salon): CatalogEntity[] => [
  ...services.map(({ id, name, category }) => ({
    slot: 'service',
    id,
    name,
    aliases: findCategoryAlias(services, category),
  })),
  ...distinct(services.map(({ category }) => category)).map((name) => ({
    slot: 'category',
    id: name,
    name,
    aliases: listShortNames(name),
  })),
  ...stylists.map(({ id, name }) => ({ slot: 'staff', id, name })),
];

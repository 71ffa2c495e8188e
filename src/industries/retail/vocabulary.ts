import type { CatalogEntity } from '../../capability/dialogue.ts';
import { distinct, listShortNames } from '../entries.ts';
import type { Retail } from './schema.ts';

export const createRetailVocabulary = ({ products }: Retail): CatalogEntity[] => [
  ...products.map(({ id, name }) => ({ slot: 'item', id, name })),
  ...distinct(products.map(({ category }) => category)).map((name) => ({
    slot: 'category',
    id: name,
    name,
    aliases: listShortNames(name),
  })),
];

import type { CatalogEntity } from '../../capability/dialogue.ts';
import { distinct, shortNames } from '../entries.ts';
import type { Retail } from './schema.ts';

export const retailVocabulary = ({ products }: Retail): CatalogEntity[] => [
  ...products.map(({ id, name }) => ({ slot: 'item', id, name })),
  ...distinct(products.map(({ category }) => category)).map((name) => ({
    slot: 'category',
    id: name,
    name,
    aliases: shortNames(name),
  })),
];

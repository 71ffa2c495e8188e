import type { Word } from '../../capability/dialogue.ts';
import { unique } from '../entries.ts';
import type { Salon } from './schema.ts';

export const salonWords = ({ services, stylists }: Salon): Word[] => [
  ...services.map(({ id, name }) => ({ slot: 'service', id, name })),
  ...unique(services.map(({ category }) => category)).map((name) => ({ slot: 'category', id: name, name })),
  ...stylists.map(({ id, name }) => ({ slot: 'staff', id, name })),
];

import { useGet } from '../queries.ts';
import type { Schema } from './schema.ts';

export type IndustryDescription = { name: string; title: string; summary: string; does: string[] };

export const useSchema = (enabled = true) =>
  useGet<{ industries: IndustryDescription[]; schema: Schema }>('/api/v1/config/schema', undefined, { enabled });

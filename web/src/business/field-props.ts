import type { FieldError } from '../api.ts';
import type { Schema } from './schema.ts';

export type FieldProps = {
  name: string;
  schema: Schema;
  value: unknown;
  onChange(value: unknown): void;
  currency: string;
  errors: FieldError[];
  pointer: string;
};

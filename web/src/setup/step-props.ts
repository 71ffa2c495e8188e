import type { Document } from '../business/draft.ts';
import type { Schema } from '../business/schema.ts';
import type { IndustryInfo } from '../business/use-schema.ts';

export type StepProps = {
  document: Document;
  schema: Schema;
  industries: IndustryInfo[];
  next(): void;
  back(): void;
};

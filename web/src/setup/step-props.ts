import type { EditableDocument } from '../business/draft.ts';
import type { Schema } from '../business/schema.ts';
import type { IndustryDescription } from '../business/use-schema.ts';

export type StepProps = {
  businessDocument: EditableDocument;
  schema: Schema;
  industries: IndustryDescription[];
  onNext(): void;
  onBack(): void;
};

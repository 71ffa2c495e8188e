// What the owner does with the proposals: which are selected, and with which values.
import type { FieldError } from '../api.ts';
import type { EditableDocument } from '../business/draft.ts';
import { isSampleField } from '../business/samples.ts';
import { isMoneySchema, type Schema } from '../business/schema.ts';
import { findSection } from '../business/sections.ts';
import type { Proposal } from './data.ts';

/** `value` is undefined until one of several options is chosen. */
export type Choice = { isSelected: boolean; value: unknown };
export type Choices = Record<string, Choice>;

/** Selects the proposals that have one option, lack no field and replace nothing that the owner entered. */
export const createInitialChoices = (proposals: readonly Proposal[], businessDocument: EditableDocument): Choices =>
  Object.fromEntries(
    proposals.map(({ id, pointer, options, missing }) => {
      const hasSingleOption = options.length === 1;
      const isSelected =
        hasSingleOption && missing.length === 0 && findEnteredValue(businessDocument, pointer) === undefined;
      return [id, { isSelected, value: hasSingleOption ? options[0]?.value : undefined }];
    }),
  );

/** The owner's own value at the pointer. Undefined for lists, because a proposal adds an entry and replaces nothing. */
export function findEnteredValue(businessDocument: EditableDocument, pointer: string): unknown {
  if (pointer.endsWith('/-') || isSampleField(businessDocument, pointer)) return undefined;
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | undefined)?.[name], businessDocument);
  return isEmpty(value) ? undefined : value;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : value === undefined || value === '';

export const getSelectedIds = (proposals: readonly Proposal[], choices: Choices): string[] =>
  proposals.filter(({ id }) => choices[id]?.isSelected).map(({ id }) => id);

export const buildAcceptBody = (ids: readonly string[], choices: Choices) => ({
  accept: ids.map((id) => ({ id, value: choices[id]?.value })),
});

/** The errors of one proposal, with pointers into its value. */
export function findErrors(errors: readonly FieldError[], submittedIds: readonly string[], id: string): FieldError[] {
  const valuePointer = `/accept/${submittedIds.indexOf(id)}/value`;
  return errors.flatMap(({ pointer, detail }) =>
    pointer === valuePointer || pointer.startsWith(`${valuePointer}/`)
      ? [{ pointer: pointer.slice(valuePointer.length), detail }]
      : [],
  );
}

/** The proposals by section of the business page, in their order. */
export const groupBySection = (proposals: readonly Proposal[]): [string, Proposal[]][] => [
  ...Map.groupBy(proposals, ({ pointer }) => findSection(pointer)),
];

export const getSchemaAt = (schema: Schema, pointer: string): Schema =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Schema>((parent, name) => (name === '-' ? parent.items : parent.properties?.[name]) ?? {}, schema);

const NAMING_FIELDS = ['name', 'question', 'from', 'to'];

/** A list entry's values besides its name, in one line. */
export function summarize(
  value: Record<string, unknown>,
  schema: Schema,
  formatMoney: (minorUnits: number) => string,
): string {
  return Object.entries(value)
    .filter(([name]) => !NAMING_FIELDS.includes(name))
    .map(([name, field]) => {
      const fieldSchema = schema.properties?.[name] ?? {};
      return isMoneySchema(fieldSchema)
        ? formatMoney(Number(field))
        : name === 'durationMinutes'
          ? `${field} min`
          : String(field);
    })
    .join(' · ');
}

// The customer's details: form fields by the capability's schema, and the capability's input from what was typed.
import { getPersonField } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { message } from '../../messages/catalogue.ts';
import { type FieldSchema, type Offer, parseChoices } from './offers.ts';
import { createLabel, type Query } from './steps.ts';

/** `path` is the field's place in the input: `customer.name`. */
export type Field = { path: string; schema: FieldSchema; isRequired: boolean; label: string };

const LABELS: Record<string, string> = {
  name: message('Name'),
  phone: message('Phone'),
  email: message('Email'),
  dateOfBirth: message('Date of birth'),
  notes: message('Anything we should know?'),
};

export function listDetailFields(offer: Offer, business: Business, input: Record<string, unknown>): Field[] {
  const { capability, form } = offer;
  const personFieldName = getPersonField(capability);
  const fields = Object.entries(form.properties ?? {}).flatMap(([name, schema]): Field[] => {
    if (name === personFieldName) return listPersonFields(personFieldName, schema);
    const isDetail = name === 'notes' || capability.nonSchedulingFields?.includes(name);
    return isDetail ? [createField(name, schema, form.required?.includes(name) ?? false)] : [];
  });
  const missingPaths = listAskedPaths(offer, business, input).filter(
    (path) => !fields.some((field) => field.path === path),
  );
  const [notesFields, otherFields] = [fields.filter(isNotes), fields.filter((field) => !isNotes(field))];
  const addedFields = missingPaths.flatMap((path) => {
    const schema = findSchema(capability.input as FieldSchema, path);
    return schema && !schema.properties ? [createField(path, schema, true)] : [];
  });
  return [...otherFields, ...addedFields, ...notesFields];
}

const isNotes = ({ path }: Field) => path === 'notes';

/** Consent to text messages needs its own words and a number that can receive them, so it is not asked for here. */
const listPersonFields = (personFieldName: string, { properties = {}, required = [] }: FieldSchema): Field[] =>
  Object.entries(properties)
    .filter(([, { type }]) => type !== 'boolean')
    .map(([name, schema]) => createField(`${personFieldName}.${name}`, schema, required.includes(name)));

/** What the assistant would ask for besides, such as whether it is the first visit. */
function listAskedPaths({ capability }: Offer, business: Business, input: Record<string, unknown>): readonly string[] {
  const { requiredFields = [] } = capability.dialogue;
  const requiredPaths =
    typeof requiredFields === 'function'
      ? requiredFields(input, { business, text: '', now: new Date() })
      : requiredFields;
  const personFieldName = getPersonField(capability);
  return requiredPaths.filter(
    (path) => path.startsWith(`${personFieldName}.`) || capability.nonSchedulingFields?.includes(path),
  );
}

function createField(path: string, schema: FieldSchema, required: boolean): Field {
  const name = path.split('.').at(-1) ?? path;
  return { path, schema, isRequired: required, label: schema.title ?? LABELS[name] ?? createLabel(name) };
}

const findSchema = (schema: FieldSchema, path: string): FieldSchema | undefined =>
  path
    .split('.')
    .reduce<FieldSchema | undefined>((parent, name) => parent?.properties?.[name] as FieldSchema | undefined, schema);

/** The input for the capability's `run`, which checks it. Empty fields are left out. */
export function parseBookingInput(offer: Offer, fields: Field[], form: Query): Record<string, unknown> {
  const input: Record<string, unknown> = parseChoices(offer, form);
  for (const { path, schema } of fields) {
    const value = parseDetail(schema, form[path]);
    if (value === undefined) continue;
    const names = path.split('.');
    const lastName = names.pop() ?? path;
    let target = input;
    for (const name of names) {
      target[name] ??= {};
      target = target[name] as Record<string, unknown>;
    }
    target[lastName] = value;
  }
  return input;
}

function parseDetail({ type }: FieldSchema, text: string | undefined): unknown {
  if (type === 'boolean') return text !== undefined;
  const value = text?.replaceAll('\r\n', '\n').trim();
  if (!value) return undefined;
  return type === 'integer' || type === 'number' ? Number(value) : value;
}

/** What is wrong with each field, by its path. */
export function describeErrors(errors: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(
    errors.map(({ pointer, detail }) => [pointer.slice(1).replaceAll('/', '.'), describeError(detail)]),
  );
}

function describeError(detail: string): string {
  if (detail === 'is required, or an email') return message('Enter a phone number or an email.');
  return detail === 'is required' || detail === 'must not be empty'
    ? message('Please fill this in.')
    : message('Please check this.');
}

import { type TObject, type TProperties, Type } from 'typebox';
import { Strict } from '../kernel/http/schema.ts';
import { type AnyCapability, getPersonField } from './capability.ts';

/** The schema of the request body. With `checkOnly`, the person may be left out: availability does not depend on who it is for. */
export function createRequestBodySchema(
  capability: Pick<AnyCapability, 'input' | 'personFieldName'>,
  fields: TProperties,
): TObject {
  const personField = getPersonField(capability);
  const person = fields[personField];
  const { required = [] } = capability.input as { required?: string[] };
  if (!person || !('checkOnly' in fields) || !required.includes(personField)) return Strict(fields);
  const description = 'Required, unless `checkOnly` is true';
  return Strict(
    { ...fields, [personField]: Type.Optional({ ...person, description }) },
    { if: CHECK_ONLY_SCHEMA, else: { required: [personField] } },
  );
}

const CHECK_ONLY_SCHEMA = { properties: { checkOnly: { const: true } }, required: ['checkOnly'] };

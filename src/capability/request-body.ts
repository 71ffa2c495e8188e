import { type TObject, type TProperties, Type } from 'typebox';
import { Strict } from '../kernel/http/schema.ts';
import { type AnyCapability, personFieldOf } from './capability.ts';

/** The schema of the request body. With `checkOnly`, the person may be left out: availability does not depend on who it is for. */
export function requestBodyOf(
  capability: Pick<AnyCapability, 'input' | 'personFieldName'>,
  fields: TProperties,
): TObject {
  const personField = personFieldOf(capability);
  const person = fields[personField];
  const { required = [] } = capability.input as { required?: string[] };
  if (!person || !('checkOnly' in fields) || !required.includes(personField)) return Strict(fields);
  const description = 'Required, unless `checkOnly` is true';
  return Strict(
    { ...fields, [personField]: Type.Optional({ ...person, description }) },
    { if: CHECKS_ONLY, else: { required: [personField] } },
  );
}

const CHECKS_ONLY = { properties: { checkOnly: { const: true } }, required: ['checkOnly'] };

import { type Static, Type } from 'typebox';
import { NonBlank, OneOf, Strict, Time } from '../../kernel/http/schema.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';
import { KEY_KINDS, MODES } from './format.ts';
import { SCOPES } from './scopes.ts';
import type { NewKey } from './store.ts';

export const NewKeyBody = Strict({
  name: NonBlank({ maxLength: 100 }),
  mode: OneOf(MODES),
  kind: OneOf(KEY_KINDS),
  scopes: Type.Optional(Type.Array(OneOf(SCOPES), { minItems: 1, uniqueItems: true })),
  origins: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 50,
      examples: [['https://www.example.com']],
    }),
  ),
  expiresAt: Type.Optional(Time()),
});

/** Checks what the schema cannot: only publishable keys have origins, and the expiry is in the future. */
export function checkNewKey(body: Static<typeof NewKeyBody>): Omit<NewKey, 'workspaceId'> {
  return {
    ...body,
    origins: checkOrigins(body.kind, body.origins),
    expiresAt: body.expiresAt ? checkExpiry(body.expiresAt) : null,
  };
}

const invalidFields = (first: FieldError, ...more: FieldError[]) =>
  new Problem('validation_failed', `${first.pointer} ${first.detail}`, { errors: [first, ...more] });

/** An origin consists of scheme, host and port only, as browsers send it. */
function checkOrigins(kind: string, origins: string[] | undefined): string[] | null {
  if (kind === 'secret') {
    if (origins) throw invalidFields({ pointer: '/origins', detail: 'is for publishable keys only' });
    return null;
  }
  if (!origins) throw invalidFields({ pointer: '/origins', detail: 'is required for a publishable key' });
  const [first, ...more] = origins.flatMap((text, index) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase().replace(/\/$/, '');
    return isOrigin
      ? []
      : [{ pointer: `/origins/${index}`, detail: 'must be an origin such as https://www.example.com' }];
  });
  if (first) throw invalidFields(first, ...more);
  return origins.map((text) => new URL(text).origin);
}

function checkExpiry(text: string): Date {
  const date = new Date(text);
  if (!(date.getTime() > Date.now())) throw invalidFields({ pointer: '/expiresAt', detail: 'must be in the future' });
  return date;
}

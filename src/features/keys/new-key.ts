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
export function parseNewKey(body: Static<typeof NewKeyBody>): Omit<NewKey, 'workspaceId'> {
  return {
    ...body,
    origins: parseOrigins(body.kind, body.origins),
    expiresAt: body.expiresAt ? parseExpiry(body.expiresAt) : null,
  };
}

const invalidFieldsProblem = (firstError: FieldError, ...moreErrors: FieldError[]) =>
  new Problem('validation_failed', `${firstError.pointer} ${firstError.detail}`, {
    errors: [firstError, ...moreErrors],
  });

/** An origin consists of scheme, host and port only, as browsers send it. */
function parseOrigins(kind: string, origins: string[] | undefined): string[] | null {
  if (kind === 'secret') {
    if (origins) throw invalidFieldsProblem({ pointer: '/origins', detail: 'is for publishable keys only' });
    return null;
  }
  if (!origins) throw invalidFieldsProblem({ pointer: '/origins', detail: 'is required for a publishable key' });
  const [firstError, ...moreErrors] = origins.flatMap((origin, index) => {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.origin === origin.toLowerCase().replace(/\/$/, '');
    return isOrigin
      ? []
      : [{ pointer: `/origins/${index}`, detail: 'must be an origin such as https://www.example.com' }];
  });
  if (firstError) throw invalidFieldsProblem(firstError, ...moreErrors);
  return origins.map((origin) => new URL(origin).origin);
}

function parseExpiry(expiresAt: string): Date {
  const date = new Date(expiresAt);
  if (!(date.getTime() > Date.now()))
    throw invalidFieldsProblem({ pointer: '/expiresAt', detail: 'must be in the future' });
  return date;
}

import { type TObject, type TSchema, Type } from 'typebox';
import { type AnyCapability, personField } from '../../capability/capability.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type Context, type Gate, type InWorkspace, ok, type Route, route } from '../../kernel/http/route.ts';
import { OneOf, Strict } from '../../kernel/http/schema.ts';
import { toFieldErrors, validatorCompiler } from '../../kernel/http/validation.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { type BookingContext, candidatesFor, reachOf, readStart, rulesOf } from '../../scheduling/calendar.ts';
import { checkAnyAvailability } from '../../scheduling/check-availability.ts';
import { bookingFields, When } from '../../scheduling/shapes.ts';
import type { Scope } from '../keys/scopes.ts';

type Dependencies = {
  industries: AnyIndustry[];
  key(scope: Scope): Gate<InWorkspace>;
  resolveBusiness(ctx: Context<InWorkspace>, purpose: string, industry?: string): Promise<BookingContext>;
};

/** Why a time can be booked or not, rule by rule: the availability check of a booking, in full. */
export function explain({ industries, key, resolveBusiness }: Dependencies): Route {
  const bookers = industries.flatMap(({ name, capabilities }) =>
    capabilities.filter(({ bookingRequest: requested }) => requested).map((capability) => ({ name, capability })),
  );
  const anyFields = Object.fromEntries(
    bookers.flatMap(({ capability }) =>
      Object.entries(ownFields(capability)).map(([name, schema]) => [name, Type.Optional(bare(schema))]),
    ),
  );
  const checks = new Map(bookers.map(({ name, capability }) => [name, asQuery(capability)]));
  return route({
    method: 'GET',
    root: 'versioned',
    path: '/availability/explain',
    gate: key('bookings:read'),
    tag: 'Bookings',
    summary: 'Which rule opens or closes a time',
    description:
      'Takes `industry`, `startsAt` and the own fields of that industry’s booking, such as `partySize` or `service`.',
    query: Strict({ ...anyFields, industry: OneOf(bookers.map(({ name }) => name)), startsAt: When }),
    answers: {
      200: Type.Object({
        available: Type.Boolean(),
        rules: Type.Array(Type.Object({ rule: Type.String(), ok: Type.Boolean(), detail: Type.String() })),
      }),
    },
    async handle(context, { query: { industry, startsAt, ...asked } }) {
      const ctx = await resolveBusiness(context, 'availability.explain', industry);
      const check = must(checks.get(industry), 'an industry that takes bookings');
      if (!check(asked))
        throw new Problem('invalid_request', 'A parameter is not valid.', {
          errors: toFieldErrors(check.errors as never),
        });
      const { capability } = must(
        bookers.find(({ name }) => name === industry),
        'an industry that takes bookings',
      );
      const requested = must(capability.bookingRequest?.(ctx.business, { ...asked, startsAt }), 'what can be booked');
      const start = asBadRequest(() => readStart(ctx.business, startsAt));
      const { durationMinutes, candidates: takers } =
        'ok' in requested ? { durationMinutes: 0, candidates: [] } : requested;
      const candidates = 'ok' in requested ? [] : await candidatesFor(ctx, takers, ...reachOf(requested, start));
      const given = [{ rule: 'resource' as const, ok: true, detail: 'It can be booked here.' }];
      const asking = { ...requested, durationMinutes, start };
      const verdict = checkAnyAvailability(rulesOf(ctx.business), ctx.now.getTime(), asking, candidates, given);
      // Off the grid comes before any rule, as it does for a booking.
      if (verdict.offGrid) throw offGrid(ctx.business.booking.slotMinutes);
      if ('ok' in requested) return ok(refused(requested.reason, requested.detail));
      return ok({ available: verdict.available, rules: verdict.rules });
    },
  });
}

function refused(reason: string | undefined, detail: string) {
  const rule = reason === 'party_too_large' ? 'size' : 'resource';
  return { available: false, rules: [{ rule, ok: false, detail }] };
}

/** Without its default: that of one industry's field must not be filled in for the others. */
function bare({ default: _, ...schema }: TSchema & { default?: unknown }): TSchema {
  return schema;
}

/** The own fields of a booking: without who it is for and what is said about it. */
function ownFields(capability: AnyCapability): Record<string, TSchema> {
  const { properties } = capability.input as TObject;
  const others = [...Object.keys(bookingFields), personField(capability), ...(capability.asides ?? [])];
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !others.includes(name)));
}

/** Which of them one industry takes and needs. A query carries numbers as text. */
function asQuery(capability: AnyCapability) {
  const properties = ownFields(capability);
  const { required = [] } = capability.input as { required?: string[] };
  const schema = {
    type: 'object',
    properties,
    required: required.filter((name) => name in properties),
    additionalProperties: false,
  };
  const validate = validatorCompiler()({ schema, method: 'GET', url: '', httpPart: 'querystring' });
  return validate as ((value: unknown) => boolean) & { errors?: unknown };
}

function offGrid(slotMinutes: number): Problem {
  const detail = `must lie on the grid of ${slotMinutes} minutes that begins when the business opens`;
  return new Problem('invalid_request', `startsAt ${detail}.`, { errors: [{ pointer: '/startsAt', detail }] });
}

function asBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('invalid_request', error.message, { errors: error.members.errors as never });
  }
}

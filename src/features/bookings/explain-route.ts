import { type TObject, type TSchema, Type } from 'typebox';
import { type AnyCapability, getPersonField } from '../../capability/capability.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type Context, type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { OneOf, Strict } from '../../kernel/http/schema.ts';
import { createValidatorCompiler, toFieldErrors } from '../../kernel/http/validation.ts';
import { must } from '../../kernel/must.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';
import { checkAnyAvailability } from '../../scheduling/check-availability.ts';
import {
  type BookingContext,
  getConflictRange,
  loadResourceSchedules,
  parseStart,
  rulesOf,
} from '../../scheduling/schedules.ts';
import { bookingFields, When } from '../../scheduling/shapes.ts';
import type { Scope } from '../keys/scopes.ts';

type Dependencies = {
  industries: AnyIndustry[];
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  resolveBusinessContext(
    ctx: Context<WorkspacePrincipal>,
    auditPurpose: string,
    options?: { industry?: string },
  ): Promise<BookingContext>;
};

/** Explains rule by rule why a time can or cannot be booked, using the same availability check as a booking. */
export function explainRoute({ industries, keyGate, resolveBusinessContext }: Dependencies): Route {
  const bookingCapabilities = industries.flatMap(({ name, capabilities }) =>
    capabilities.filter(({ bookingRequest }) => bookingRequest).map((capability) => ({ name, capability })),
  );
  const fieldsOfAllIndustries = Object.fromEntries(
    bookingCapabilities.flatMap(({ capability }) =>
      Object.entries(pickIndustryFields(capability)).map(([name, schema]) => [
        name,
        Type.Optional(removeDefault(schema)),
      ]),
    ),
  );
  const validators = new Map(
    bookingCapabilities.map(({ name, capability }) => [name, createQueryValidator(capability)]),
  );
  return route({
    method: 'GET',
    pathPrefixSet: 'versioned',
    path: '/availability/explain',
    gate: keyGate('bookings:read'),
    tag: 'Bookings',
    summary: 'Which rule opens or closes a time',
    description:
      'Takes `industry`, `startsAt` and the own fields of that industry’s booking, such as `partySize` or `service`.',
    query: Strict({
      ...fieldsOfAllIndustries,
      industry: OneOf(bookingCapabilities.map(({ name }) => name)),
      startsAt: When,
    }),
    example: { query: createExampleQuery(bookingCapabilities[0]) },
    responses: {
      200: Type.Object({
        available: Type.Boolean(),
        rules: Type.Array(Type.Object({ rule: Type.String(), ok: Type.Boolean(), detail: Type.String() })),
      }),
    },
    async handle(context, { query: { industry, startsAt, ...industryQuery } }) {
      const ctx = await resolveBusinessContext(context, 'availability.explain', { industry });
      const validate = must(validators.get(industry), 'an industry that takes bookings');
      if (!validate(industryQuery))
        throw new Problem('invalid_request', 'A parameter is not valid.', {
          errors: toFieldErrors(validate.errors ?? []),
        });
      const { capability } = must(
        bookingCapabilities.find(({ name }) => name === industry),
        'an industry that takes bookings',
      );
      const bookingRequest = must(
        capability.bookingRequest?.(ctx.business, { ...industryQuery, startsAt }),
        'what can be booked',
      );
      const start = asBadRequest(() => parseStart(ctx.business, startsAt));
      const { durationMinutes, candidates: requestedCandidates } =
        'ok' in bookingRequest ? { durationMinutes: 0, candidates: [] } : bookingRequest;
      const candidates =
        'ok' in bookingRequest
          ? []
          : await loadResourceSchedules(ctx, requestedCandidates, ...getConflictRange(bookingRequest, start));
      const resourceResults = [{ rule: 'resource' as const, ok: true, detail: 'It can be booked here.' }];
      const requestedTime = { ...bookingRequest, durationMinutes, start };
      const verdict = checkAnyAvailability(
        rulesOf(ctx.business),
        ctx.now.getTime(),
        requestedTime,
        candidates,
        resourceResults,
      );
      // A start off the slot grid is an invalid request, as it is for a booking.
      if (verdict.isOffGrid) throw offGridProblem(ctx.business.booking.slotMinutes);
      if ('ok' in bookingRequest) return ok(createRefusedResult(bookingRequest.reason, bookingRequest.detail));
      return ok({ available: verdict.available, rules: verdict.rules });
    },
  });
}

/** The time and the industry's own fields of a booking's example. */
function createExampleQuery(
  bookingCapability: { name: string; capability: AnyCapability } | undefined,
): Record<string, unknown> {
  if (!bookingCapability) return {};
  const { capability, name: industry } = bookingCapability;
  const fields = ['startsAt', ...Object.keys(pickIndustryFields(capability))];
  const example = Object.entries(capability.rest.example ?? {}).filter(([field]) => fields.includes(field));
  return { industry, ...Object.fromEntries(example) };
}

function createRefusedResult(reason: string | undefined, detail: string) {
  const rule = reason === 'party_too_large' ? 'size' : 'resource';
  return { available: false, rules: [{ rule, ok: false, detail }] };
}

/** Drops the default, because the default of one industry's field must not be filled in for the others. */
function removeDefault({ default: _, ...schema }: TSchema & { default?: unknown }): TSchema {
  return schema;
}

/** The fields specific to the industry's booking: without the common fields, the person and optional remarks. */
function pickIndustryFields(capability: AnyCapability): Record<string, TSchema> {
  const { properties } = capability.input as TObject;
  const excludedFields = [
    ...Object.keys(bookingFields),
    getPersonField(capability),
    ...(capability.nonSchedulingFields ?? []),
  ];
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !excludedFields.includes(name)));
}

/** Validates the industry's fields in a query string, where numbers arrive as text. */
function createQueryValidator(capability: AnyCapability) {
  const properties = pickIndustryFields(capability);
  const { required = [] } = capability.input as { required?: string[] };
  const schema = {
    type: 'object',
    properties,
    required: required.filter((name) => name in properties),
    additionalProperties: false,
  };
  const validate = createValidatorCompiler()({ schema, method: 'GET', url: '', httpPart: 'querystring' });
  return validate as ((value: unknown) => boolean) & Pick<typeof validate, 'errors'>;
}

function offGridProblem(slotMinutes: number): Problem {
  const detail = `must lie on the grid of ${slotMinutes} minutes that begins when the business opens`;
  return new Problem('invalid_request', `startsAt ${detail}.`, { errors: [{ pointer: '/startsAt', detail }] });
}

function asBadRequest<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('invalid_request', error.message, {
      errors: error.extensions.errors as FieldError[] | undefined,
    });
  }
}

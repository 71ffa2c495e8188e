import { type Static, type TObject, Type } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import { createDocumentPatchSchema } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Nullable, Strict, Time } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Scope } from '../keys/scopes.ts';
import { findVersion, presentDocument } from './store.ts';

const tag = 'Business';
const AnyObjectShape = Type.Object({}, { additionalProperties: true });

const IndustryShape = Type.Object({
  name: Type.String(),
  icon: Nullable(Type.String()),
  isHealthCare: Type.Boolean(),
  resources: Nullable(
    Type.String({ description: 'The field of its part of the document that lists who or what a booking takes up' }),
  ),
  offer: Nullable(
    Type.String({ description: 'The field in its section that lists what it sells: the first list in that section' }),
  ),
  capabilities: Type.Array(Type.Object({ name: Type.String(), summary: Type.String() })),
  requests: Type.Array(Type.String(), { description: 'What it leaves for the team to decide' }),
  requestKinds: Type.Array(
    Type.Object({
      kind: Type.String(),
      title: Type.String(),
      pluralTitle: Type.String(),
      path: Nullable(
        Type.String({
          description: 'Where one is read and decided, if its details are encrypted; else `/api/requests`',
        }),
      ),
    }),
    { description: 'The same with their names' },
  ),
  policies: Type.Array(Type.String(), { description: 'The policies that its customers ask about' }),
  bookings: Type.Array(
    Type.Object({
      capability: Type.String(),
      title: Type.String(),
      path: Type.String({ description: 'With `:occurrenceId` where a place in a meeting is booked' }),
      meetings: Type.Optional(
        Type.String({ description: 'The path that lists the meetings, if it books places in them' }),
      ),
      form: AnyObjectShape,
    }),
  ),
});

function describeIndustry(industry: AnyIndustry): Static<typeof IndustryShape> {
  const { name, icon, traits, resources, capabilities, template, schema } = industry;
  const requestKinds = capabilities.flatMap(({ request }) => request ?? []);
  const lists = Object.entries((schema as TObject).properties).filter(([, field]) => 'items' in field);
  return {
    name,
    icon: icon ?? null,
    isHealthCare: traits?.isHealthCare ?? false,
    resources: resources ?? null,
    offer: lists[0]?.[0] ?? null,
    capabilities: capabilities.map((capability) => ({ name: capability.name, summary: capability.summary })),
    policies: Object.keys(template.common.policies ?? {}),
    requests: requestKinds.map(({ kind }) => kind),
    requestKinds: requestKinds.map(({ kind, title, pluralTitle, path }) => ({
      kind,
      title,
      pluralTitle,
      path: path === undefined ? null : `/api/v1/${name}${path}`,
    })),
    bookings: capabilities
      .filter(({ bookingRequest, meetingsCapability }) => bookingRequest || meetingsCapability)
      .map((capability) => describeBooking(industry, capability)),
  };
}

/** Forms leave out `checkOnly`: the booking itself finds out whether the time is available. */
function describeBooking(
  industry: AnyIndustry,
  { name, summary, rest, meetingsCapability, input, form = input }: AnyCapability,
) {
  const { checkOnly: _, ...properties } = (form as TObject).properties;
  const createPath = ({ path }: AnyCapability['rest']) => `/api/v1/${industry.name}${path}`;
  const meetingsList = industry.capabilities.find((capability) => capability.name === meetingsCapability);
  return {
    capability: name,
    title: (form as { title?: string }).title ?? summary,
    path: createPath(rest),
    ...(meetingsList ? { meetings: createPath(meetingsList.rest) } : {}),
    form: { ...form, properties },
  };
}

/** Routes that describe the document's schema and the industries, and read earlier versions. */
export function readingRoutes({
  industries,
  keyGate,
}: {
  industries: AnyIndustry[];
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
}): Route[] {
  const schema = createDocumentPatchSchema(industries);
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/config/schema',
      gate: keyGate('config:read'),
      tag,
      summary: 'The industries, and the JSON schema of the business document',
      description:
        'Amounts of money carry the title `Money`; ids of other entries say in theirs where those stand: ' +
        '`Ids in <industry>.<list>`.',
      responses: {
        200: Type.Object({
          industries: Type.Array(
            Type.Object({
              name: Type.String(),
              title: Type.String(),
              summary: Type.String(),
              does: Type.Array(Type.String()),
            }),
          ),
          schema: AnyObjectShape,
        }),
      },
      handle: async () =>
        ok({
          industries: industries.map(({ name, title, summary, capabilities }) => ({
            name,
            title,
            summary,
            does: capabilities.map((capability) => capability.summary),
          })),
          schema,
        }),
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/config/industries',
      gate: keyGate('config:read'),
      tag,
      summary: 'What each industry brings, and how it is booked by hand',
      description:
        'What the dashboard is drawn from. `form` is the JSON schema of what is sent to `path`; a field whose title is ' +
        '`Ids in <industry>.<list>` is chosen from that list of the business document.',
      responses: { 200: Type.Object({ industries: Type.Array(IndustryShape) }) },
      handle: async () => ok({ industries: industries.map(describeIndustry) }),
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/config/versions/:version',
      gate: keyGate('config:read'),
      tag,
      summary: 'Read a version of the document',
      params: Strict({ version: Type.String({ examples: ['1'] }) }),
      responses: {
        200: Type.Object({ version: Type.Integer(), createdAt: Time(), by: Type.String(), document: AnyObjectShape }),
      },
      async handle({ db, workspace }, { params: { version } }) {
        const versionRow = await findVersion(db, version);
        if (!versionRow) throw notFound('version');
        return ok({
          version: versionRow.version,
          createdAt: rfc3339(versionRow.created_at, workspace.timezone),
          by: versionRow.created_by,
          document: presentDocument(versionRow.document),
        });
      },
    }),
  ];
}

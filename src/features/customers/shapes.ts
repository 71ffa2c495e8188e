import { Type } from 'typebox';
import { rfc3339 } from '../../kernel/clock.ts';
import { Id, NonBlank, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import { type CustomerDetails, isEncrypted } from './details.ts';
import type { CustomerStats } from './store.ts';
import { CONSENTS, type CustomerRow, type ImportRow } from './tables.ts';

const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);
const mapConsents = <T>(toField: (name: (typeof CONSENTS)[number]) => T) =>
  Object.fromEntries(CONSENTS.map((name) => [name, toField(name)])) as Record<(typeof CONSENTS)[number], T>;

const CUSTOMER_FIELDS = {
  id: Id('cus'),
  name: Type.String({ description: 'Empty if unknown, and in the dashboard’s list if it is encrypted' }),
  phone: Nullable(Type.String({ description: 'E.164' })),
  email: Nullable(Type.String()),
  dateOfBirth: Type.Optional(Type.String({ format: 'date', description: 'Health care only' })),
  language: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  notes: Type.String(),
  consents: Type.Object(
    mapConsents(() => Nullable(Type.Object({ allowed: Type.Boolean(), at: Time() }))),
    { description: 'Null if they were never asked' },
  ),
  sealed: Type.Boolean({ description: 'About health: stored encrypted, and each read is logged' }),
  lastBookingAt: Nullable(Time({ description: 'The latest start, upcoming bookings included' })),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
};
export const CustomerSummary = Titled('Customer', CUSTOMER_FIELDS);
export const CustomerProfile = Titled('Customer profile', {
  ...CUSTOMER_FIELDS,
  otherContacts: Type.Array(Type.Object({ phone: Nullable(Type.String()), email: Nullable(Type.String()) }), {
    description: 'Of customers merged into this one. Bookings with them belong to this customer too.',
  }),
  stats: Type.Object({
    visits: Type.Integer({ description: 'Bookings that took place' }),
    upcoming: Type.Integer(),
    noShows: Type.Integer(),
    canceled: Type.Integer(),
    lastVisitAt: Nullable(Time()),
    nextBookingAt: Nullable(Time()),
    value: Nullable(Type.Integer({ description: 'Total price of the visits, in minor units; null without prices' })),
    conversations: Type.Integer(),
    requests: Type.Integer({ description: 'Requests for staff to decide on' }),
  }),
});

const EDITABLE_FIELDS = {
  name: NonBlank({ maxLength: 200 }),
  phone: Nullable(NonBlank({ maxLength: 50 })),
  email: Nullable(Type.String({ format: 'email', maxLength: 254 })),
  dateOfBirth: Type.String({ format: 'date', description: 'Health care only: the customer is then stored encrypted' }),
  language: Nullable(OneOf(LANGUAGE_CODES)),
  tags: Type.Array(NonBlank({ maxLength: 40 }), { maxItems: 20 }),
  notes: Type.String({ maxLength: 4_000 }),
  consents: Strict(mapConsents(() => Type.Optional(Nullable(Type.Boolean())))),
};
const { name, dateOfBirth, ...otherFields } = EDITABLE_FIELDS;
export const NewCustomer = Strict({ name, ...Type.Partial(Type.Object({ dateOfBirth, ...otherFields })).properties });
export const CustomerChange = Strict({
  ...Type.Partial(Type.Object({ name, ...otherFields })).properties,
  version: Type.Optional(
    Type.Integer({ description: 'Of the customer as you read it. Refused if it is not the newest.' }),
  ),
});

export type CustomerInput = {
  name?: string;
  phone?: string | null;
  email?: string | null;
  dateOfBirth?: string;
  language?: string | null;
  tags?: string[];
  notes?: string;
  consents?: Partial<Record<(typeof CONSENTS)[number], boolean | null>>;
};

export const presentCustomer = (row: CustomerRow, details: CustomerDetails, zone: string) => ({
  id: row.id,
  name: details.name,
  phone: details.phone,
  email: details.email,
  ...(details.dateOfBirth ? { dateOfBirth: details.dateOfBirth } : {}),
  language: row.language,
  tags: details.tags,
  notes: details.notes,
  consents: mapConsents((consent) => row.consents[consent] ?? null),
  sealed: isEncrypted(row),
  lastBookingAt: row.last_booking_at && rfc3339(row.last_booking_at, zone),
  version: row.version,
  createdAt: rfc3339(row.created_at, zone),
  updatedAt: rfc3339(row.updated_at, zone),
});

export const presentStats = ({ lastVisitAt, nextBookingAt, ...counts }: CustomerStats, zone: string) => ({
  ...counts,
  lastVisitAt: lastVisitAt && rfc3339(lastVisitAt, zone),
  nextBookingAt: nextBookingAt && rfc3339(nextBookingAt, zone),
});

export const ImportShape = Titled('Customer import', {
  id: Id('imp'),
  status: OneOf(['running', 'finished']),
  total: Type.Integer({ description: 'Lines with customers' }),
  read: Type.Integer({ description: 'How many of them have been read' }),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer(),
  errors: Type.Array(Type.Object({ line: Type.Integer(), detail: Type.String() }), {
    description: 'What is wrong, by line of the file; the first 500',
  }),
  createdAt: Time(),
  finishedAt: Nullable(Time()),
});

export const presentImport = (row: ImportRow, zone: string) => ({
  id: row.id,
  status: row.status,
  total: row.total,
  read: row.read,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  failed: row.failed,
  errors: row.errors,
  createdAt: rfc3339(row.created_at, zone),
  finishedAt: row.finished_at && rfc3339(row.finished_at, zone),
});

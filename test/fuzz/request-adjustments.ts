// Adjusts generated requests where the schema is not enough to create a valid one: MCP messages, one-time codes, emailed
// tokens, and fields that depend on each other.
import { createSubscription } from '../push-service.ts';
import { MENU_PDF } from '../sites/read-import.ts';
import { createTotpCode } from '../totp.ts';
import { EXAMPLE_VALUES, PASSWORD } from './example-values.ts';
import type { Fields } from './observed-values.ts';
import type { Schema } from './operations.ts';
import { type Tenant, UNCONFIRMED_EMAIL } from './tenant.ts';

type SampleValue = (name: string, schema: Schema) => unknown;
/** Adjusts the generated body, or the query if there is no body. */
type Adjustment = (tenant: Tenant, generated: Fields, sample: SampleValue) => Fields | Promise<Fields>;

const chatMessage: Adjustment = (_, { messages, engine: __, ...generated }) => {
  const userMessage = { role: 'user', parts: [{ type: 'text', text: String(generated.message) }] };
  return messages ? { ...generated, messages: [userMessage] } : { message: 'Hello', ...generated };
};

export const ADJUSTMENTS: Record<string, Adjustment> = {
  'POST /mcp': createMcpMessage,
  // Either one message, or the message list of the AI SDK. The engine cannot be chosen in live mode or from a page.
  'POST /api/chat': chatMessage,
  'POST /api/chat/stream': chatMessage,
  // Exactly one of text, file or website.
  'POST /api/v1/knowledge': (_, { title = 'Prices', text, url, file }) =>
    file ? { title, file } : url ? { title, url } : { title, text: text ?? 'A cut is 30 dollars.' },
  // Exactly one of a website and a PDF.
  'POST /api/v1/config/imports': (_, { url, file }) =>
    file && !url ? { file: MENU_PDF } : { url: url ?? 'https://www.example.com' },
  'POST /api/v1/config/imports/{id}/accept': async ({ addImport }) => {
    await addImport();
    return { accept: [{ id: 'p1' }] };
  },
  // External language models must not be called from tests.
  'PUT /api/v1/config': (_, { assistant, ...generated }) =>
    assistant ? { ...generated, assistant: { ...(assistant as Fields), engine: 'embedded' } } : generated,
  // A draft may be invalid in ways that no schema describes, so the sandbox tenant checks its saved document.
  'POST /api/v1/checkup': ({ mode }, generated) => (mode === 'test' ? {} : generated),
  'POST /api/v1/medical/appointments': (_, { action, code, dateOfBirth, ...generated }, sample) => {
    const booking = sample('appointment', APPOINTMENT) as Fields;
    return action === 'book' || !code ? { ...booking, ...generated } : { action, code, dateOfBirth, ...booking };
  },
  // Only some status changes are allowed for a new request.
  'PATCH /api/v1/medical/prescriptions/{id}': async ({ create }, generated, sample) => {
    const [patient, pharmacy] = [EXAMPLE_VALUES.patient![0], EXAMPLE_VALUES.pharmacy![0]];
    await create('prescriptions', '/api/v1/medical/prescriptions', {
      patient,
      pharmacy,
      medication: 'Lisinopril 10 mg',
    });
    return { ...generated, status: sample('decision', { enum: ['approved', 'denied', 'ready'] }) };
  },
  'PATCH /api/requests/{id}': async ({ create }, generated, sample) => {
    await create('requests', '/api/v1/fitness/membership', { type: 'inquiry', customer: EXAMPLE_VALUES.customer![0] });
    return { ...generated, status: sample('decision on a request', { enum: ['in_progress', 'done', 'declined'] }) };
  },
  'DELETE /api/inbox/notes/{id}': async ({ create, observedValues }, generated) => {
    const conversation = encodeURIComponent(String(observedValues.getLatest('conversationId')));
    await create('notes', `/api/inbox/conversations/${conversation}/notes`, { text: 'Called back' });
    return generated;
  },
  'GET /api/deliveries/{id}': addDeliveryFirst,
  'POST /api/webhooks/deliveries/{id}/replay': addDeliveryFirst,
  'PATCH /api/v1/bookings/{id}': (_, generated, sample) =>
    keepOneField(generated, sample, 'startsAt', 'notes', 'status', 'partySize'),
  // Only patients have a date of birth.
  'POST /api/v1/customers': (_, { dateOfBirth: __, ...generated }) => generated,
  'POST /api/privacy/customers/find': createCustomerIdentity,
  'POST /api/privacy/customers/export': createCustomerIdentity,
  'POST /api/privacy/customers/erase': createCustomerIdentity,
  'POST /api/v1/retail/returns': ({ observedValues }, generated, sample) => {
    const randomIndex = sample('random index', { type: 'integer', minimum: 0 }) as number;
    const {
      number,
      email,
      items = [],
    } = (observedValues.pickObject('order', ['items'], randomIndex) ?? {}) as { items?: Fields[] } & Fields;
    return { ...generated, number, email, items: items.map(({ sku }) => ({ sku, quantity: 1 })) };
  },
  'GET /api/v1/availability/explain': (_, { industry, startsAt, ...generated }) => {
    const fields = BOOKING_FIELDS[String(industry)] ?? [];
    return { industry, startsAt, ...Object.fromEntries(fields.map((field) => [field, generated[field] ?? 2])) };
  },
  'POST /api/operator/plan-requests/{id}/grant': requestPlanFirst,
  'POST /api/operator/plan-requests/{id}/decline': requestPlanFirst,
  'POST /api/notifications/devices': () => createSubscription('https://push.example.com').json,
  // The previous operation may have deleted the devices.
  'PATCH /api/channels/{id}': addChannelFirst,
  'DELETE /api/channels/{id}': addChannelFirst,
  'POST /api/v1/calendar-connections/{id}/sync': addCalendarFirst,
  'DELETE /api/v1/calendar-connections/{id}': addCalendarFirst,
  'POST /api/notifications/devices/{id}/test': async ({ addDevice }, generated) => {
    await addDevice();
    return generated;
  },
  'POST /api/privacy/deletion': ({ name }) => ({ name, password: PASSWORD }),
  'POST /api/auth/two-factor/verify-totp': async (tenant, generated) => {
    const { totpURI } = await tenant.secondFactor();
    return { ...generated, code: createTotpCode(totpURI) };
  },
  'POST /api/auth/two-factor/verify-backup-code': async (tenant) => {
    const { backupCodes } = await tenant.secondFactor();
    return { code: backupCodes.pop() ?? 'none' };
  },
  // The owner's account is not used, because that would end the owner's session.
  'POST /api/auth/sign-up/email': (_, generated) => ({ ...generated, email: `new-${generated.email}` }),
  'POST /api/auth/sign-in/email': ({ newcomer }, generated) => ({ ...generated, email: newcomer.email }),
  'POST /api/auth/request-password-reset': ({ newcomer }) => ({ email: newcomer.email }),
  'POST /api/auth/reset-password': async ({ queuedEmails, newcomer }, generated) => ({
    ...generated,
    token: await queuedEmails.findToken('reset-password', newcomer.email),
  }),
  'POST /api/auth/verify-email': async ({ queuedEmails }) => ({
    token: await queuedEmails.findToken('verify-email', UNCONFIRMED_EMAIL),
  }),
  'POST /api/invitations/find': createInvitationToken,
  'POST /api/invitations/accept': createInvitationToken,
};

async function createInvitationToken(tenant: Tenant): Promise<Fields> {
  await tenant.invite();
  return { token: await tenant.queuedEmails.findToken('invitation', tenant.newcomer.email) };
}

/** Keeps one of several fields that exclude each other. */
function keepOneField(generated: Fields, sample: SampleValue, ...fields: string[]): Fields {
  const presentFields = fields.filter((field) => field in generated);
  const field = sample(`one of ${presentFields}`, { enum: presentFields.length ? presentFields : ['notes'] }) as string;
  return { [field]: generated[field] ?? 'A regular' };
}

function createCustomerIdentity({ observedValues }: Tenant, _: Fields, sample: SampleValue): Fields {
  const randomIndex = sample('random index', { type: 'integer', minimum: 0 }) as number;
  const [phone, email] = [observedValues.pick('phone', randomIndex), observedValues.pick('email', randomIndex)];
  const patient = { name: 'Dana Fox', dateOfBirth: '1980-02-03' };
  return sample('a way to find somebody', { enum: [0, 1, 2] }) === 0
    ? patient
    : randomIndex % 2
      ? { phone }
      : { email };
}

async function addCalendarFirst({ addCalendar }: Tenant, generated: Fields): Promise<Fields> {
  await addCalendar();
  return generated;
}

async function addChannelFirst({ addChannel }: Tenant, generated: Fields): Promise<Fields> {
  await addChannel();
  return generated;
}

/** Creates a webhook delivery. */
async function addDeliveryFirst({ create, observedValues }: Tenant, generated: Fields): Promise<Fields> {
  await create('webhooks', '/api/webhooks', { url: 'https://hooks.example.com/again', events: ['*'] });
  await create('deliveries', `/api/webhooks/${observedValues.getLatest('webhooks')}/test`, {});
  return generated;
}

/** Creates an open plan request for the operator to decide. */
async function requestPlanFirst(tenant: Tenant, generated: Fields): Promise<Fields> {
  await tenant.requestPlan();
  return generated;
}

const stringSchema: Schema = { type: 'string' };

/** The fields of a new appointment. The operation's schema also includes those for rescheduling and canceling. */
const APPOINTMENT: Schema = {
  type: 'object',
  properties: {
    visitType: stringSchema,
    startsAt: stringSchema,
    patient: {
      type: 'object',
      properties: { name: stringSchema, dateOfBirth: stringSchema, phone: stringSchema },
      required: ['name'],
    },
  },
  required: ['visitType', 'startsAt', 'patient'],
};

/** The required booking fields of each industry. */
const BOOKING_FIELDS: Record<string, string[]> = {
  restaurant: ['partySize'],
  salon: ['service'],
  medical: ['visitType'],
  fitness: [],
};

const MCP_METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'tools/call',
  'tools/call',
  'resources/list',
  'resources/read',
  'notifications/initialized',
  'generated',
];

function createMcpMessage({ tools, observedValues }: Tenant, generated: Fields, sample: SampleValue): Fields {
  const method = sample('mcp method', { enum: MCP_METHODS }) as string;
  const message = { jsonrpc: '2.0', ...(method.startsWith('notifications/') ? {} : { id: 7 }), method };
  switch (method) {
    case 'initialize': {
      const clientInfo = { name: 'fuzzer', version: '1.0.0' };
      return { ...message, params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } };
    }
    case 'resources/read':
      return { ...message, params: { uri: observedValues.getLatest('uri') ?? 'frontdesk://business' } };
    case 'tools/call': {
      const toolName = sample('mcp tool', { enum: tools.map(({ name }) => name) });
      const { name, inputSchema } = tools.find((tool) => tool.name === toolName)!;
      return { ...message, params: { name, arguments: sample(name, inputSchema) } };
    }
    case 'generated':
      return generated;
    default:
      return message;
  }
}

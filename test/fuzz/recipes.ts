// What a schema says too little of: a message of the Model Context Protocol, a code that holds for half a minute, a token
// that somebody was mailed, fields that only go together.
import { totpCode } from '../totp.ts';
import { FACTS, PASSWORD } from './facts.ts';
import type { Fields } from './memory.ts';
import type { Schema } from './operations.ts';
import { AWAITED, type Tenant } from './tenant.ts';

type Sample = (name: string, schema: Schema) => unknown;
/** Makes something of the body, or of the query where there is no body, that was made of the schema. */
type Recipe = (tenant: Tenant, plain: Fields, sample: Sample) => Fields | Promise<Fields>;

export const RECIPES: Record<string, Recipe> = {
  'POST /mcp': speakMcp,
  // As a message, or as the messages of the AI SDK. Live, and from a page, nobody chooses the engine.
  'POST /api/chat': (_, { messages, engine: __, ...plain }) => {
    const said = { role: 'user', parts: [{ type: 'text', text: String(plain.message) }] };
    return messages ? { ...plain, messages: [said] } : plain;
  },
  // A text, a file or a website.
  'POST /api/v1/knowledge': (_, { title = 'Prices', text, url, file }) =>
    file ? { title, file } : url ? { title, url } : { title, text: text ?? 'A cut is 30 dollars.' },
  // A model that somebody else runs is not to be asked from here.
  'PUT /api/v1/config': (_, { assistant, ...plain }) =>
    assistant ? { ...plain, assistant: { ...(assistant as Fields), engine: 'embedded' } } : plain,
  // A draft may be refused for what no schema tells. The tenant in a sandbox has its document checked as it is.
  'POST /api/v1/checkup': ({ mode }, plain) => (mode === 'test' ? {} : plain),
  'POST /api/v1/medical/appointments': (_, { action, code, dateOfBirth, ...plain }, sample) => {
    const booking = sample('appointment', APPOINTMENT) as Fields;
    return action === 'book' || !code ? { ...booking, ...plain } : { action, code, dateOfBirth, ...booking };
  },
  // Of what was asked for and not yet decided, not everything can become.
  'PATCH /api/v1/medical/prescriptions/{id}': async ({ make }, plain, sample) => {
    const [patient, pharmacy] = [FACTS.patient![0], FACTS.pharmacy![0]];
    await make('prescriptions', '/api/v1/medical/prescriptions', { patient, pharmacy, medication: 'Lisinopril 10 mg' });
    return { ...plain, status: sample('decision', { enum: ['approved', 'denied', 'ready'] }) };
  },
  'PATCH /api/requests/{id}': async ({ make }, plain, sample) => {
    await make('requests', '/api/v1/fitness/membership', { type: 'inquiry', customer: FACTS.customer![0] });
    return { ...plain, status: sample('decision on a request', { enum: ['in_progress', 'done', 'declined'] }) };
  },
  'DELETE /api/inbox/notes/{id}': async ({ make, memory }, plain) => {
    const conversation = encodeURIComponent(String(memory.latest('conversationId')));
    await make('notes', `/api/inbox/conversations/${conversation}/notes`, { text: 'Called back' });
    return plain;
  },
  'GET /api/webhooks/deliveries/{id}': delivered,
  'POST /api/webhooks/deliveries/{id}/replay': delivered,
  'PATCH /api/v1/bookings/{id}': (_, plain, sample) => only(plain, sample, 'startsAt', 'notes', 'status', 'partySize'),
  'POST /api/privacy/customers/find': oneWayToFind,
  'POST /api/privacy/customers/export': oneWayToFind,
  'POST /api/privacy/customers/erase': oneWayToFind,
  'POST /api/v1/retail/returns': ({ memory }, plain, sample) => {
    const dice = sample('dice', { type: 'integer', minimum: 0 }) as number;
    const {
      number,
      email,
      items = [],
    } = (memory.object('order', ['items'], dice) ?? {}) as { items?: Fields[] } & Fields;
    return { ...plain, number, email, items: items.map(({ sku }) => ({ sku, quantity: 1 })) };
  },
  'GET /api/v1/availability/explain': (_, { industry, startsAt, ...plain }) => {
    const own = WISHES[String(industry)] ?? [];
    return { industry, startsAt, ...Object.fromEntries(own.map((field) => [field, plain[field] ?? 2])) };
  },
  'POST /api/operator/plan-requests/{id}/grant': askedFor,
  'POST /api/operator/plan-requests/{id}/decline': askedFor,
  'POST /api/privacy/deletion': ({ name }) => ({ name, password: PASSWORD }),
  'POST /api/auth/two-factor/verify-totp': async (tenant, plain) => {
    const { totpURI } = await tenant.secondFactor();
    return { ...plain, code: totpCode(totpURI) };
  },
  'POST /api/auth/two-factor/verify-backup-code': async (tenant) => {
    const { backupCodes } = await tenant.secondFactor();
    return { code: backupCodes.pop() ?? 'none' };
  },
  // The owner's account is left alone: who is signed in to it would be lost.
  'POST /api/auth/sign-up/email': (_, plain) => ({ ...plain, email: `new-${plain.email}` }),
  'POST /api/auth/sign-in/email': ({ visitor }, plain) => ({ ...plain, email: visitor.email }),
  'POST /api/auth/request-password-reset': ({ visitor }) => ({ email: visitor.email }),
  'POST /api/auth/reset-password': async ({ letters, visitor }, plain) => ({
    ...plain,
    token: await letters.token('reset-password', visitor.email),
  }),
  'POST /api/auth/verify-email': async ({ letters }) => ({ token: await letters.token('verify-email', AWAITED) }),
  'POST /api/invitations/find': invited,
  'POST /api/invitations/accept': invited,
};

async function invited(tenant: Tenant): Promise<Fields> {
  await tenant.invite();
  return { token: await tenant.letters.token('invitation', tenant.visitor.email) };
}

/** Some fields of a body do not go together. */
function only(plain: Fields, sample: Sample, ...fields: string[]): Fields {
  const there = fields.filter((field) => field in plain);
  const field = sample(`one of ${there}`, { enum: there.length ? there : ['notes'] }) as string;
  return { [field]: plain[field] ?? 'A regular' };
}

function oneWayToFind({ memory }: Tenant, _: Fields, sample: Sample): Fields {
  const dice = sample('dice', { type: 'integer', minimum: 0 }) as number;
  const [phone, email] = [memory.value('phone', dice), memory.value('email', dice)];
  const patient = { name: 'Dana Fox', dateOfBirth: '1980-02-03' };
  return sample('a way to find somebody', { enum: [0, 1, 2] }) === 0 ? patient : dice % 2 ? { phone } : { email };
}

/** There is something that was sent to an endpoint. */
async function delivered({ make, memory }: Tenant, plain: Fields): Promise<Fields> {
  await make('webhooks', '/api/webhooks', { url: 'https://hooks.example.com/again', events: ['*'] });
  await make('deliveries', `/api/webhooks/${memory.latest('webhooks')}/test`, {});
  return plain;
}

/** An operator decides what is open still. */
async function askedFor(tenant: Tenant, plain: Fields): Promise<Fields> {
  await tenant.askForPlan();
  return plain;
}

const text: Schema = { type: 'string' };

/** One that is enough; the schema has the fields of moving and cancelling beside it. */
const APPOINTMENT: Schema = {
  type: 'object',
  properties: {
    visitType: text,
    startsAt: text,
    patient: { type: 'object', properties: { name: text, dateOfBirth: text, phone: text }, required: ['name'] },
  },
  required: ['visitType', 'startsAt', 'patient'],
};

/** What each industry's bookings are asked for by. */
const WISHES: Record<string, string[]> = {
  restaurant: ['partySize'],
  salon: ['service'],
  medical: ['visitType'],
  fitness: [],
};

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'tools/call',
  'tools/call',
  'resources/list',
  'resources/read',
  'notifications/initialized',
  'as it is described',
];

function speakMcp({ tools, memory }: Tenant, plain: Fields, sample: Sample): Fields {
  const method = sample('mcp method', { enum: METHODS }) as string;
  const message = { jsonrpc: '2.0', ...(method.startsWith('notifications/') ? {} : { id: 7 }), method };
  switch (method) {
    case 'initialize': {
      const clientInfo = { name: 'fuzzer', version: '1.0.0' };
      return { ...message, params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } };
    }
    case 'resources/read':
      return { ...message, params: { uri: memory.latest('uri') ?? 'frontdesk://business' } };
    case 'tools/call': {
      const called = sample('mcp tool', { enum: tools.map(({ name }) => name) });
      const { name, inputSchema } = tools.find((tool) => tool.name === called)!;
      return { ...message, params: { name, arguments: sample(name, inputSchema) } };
    }
    case 'as it is described':
      return plain;
    default:
      return message;
  }
}

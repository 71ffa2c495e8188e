import type { Booking, ExpandedEvent as Event, Given, Method } from '../typescript/src/index.ts';
import { CliError, type Command, type CommandInput, isHttpUrl } from './command.ts';
import { type EventQuery, followEvents } from './follow-events.ts';
import { forwardEvent, newSecret } from './forward.ts';
import { formatTable } from './table.ts';

const limitOption = { value: 'number', description: 'How many, up to 100 (default: 20)' };
const typeOption = { value: 'type', description: 'Only this type, such as booking.created' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const COMMANDS: Command[] = [
  {
    name: 'chat',
    summary: 'Send a customer’s message and print the reply',
    args: ['message'],
    options: {
      'business-type': { value: 'industry', description: 'Such as restaurant (default: the business’s own)' },
      'business-name': { value: 'name', description: 'The name that replies use' },
      conversation: { value: 'id', description: 'Continue this conversation' },
    },
    example: 'chat "Table for 4 tomorrow at 7:30 pm?" --business-type restaurant',
    run: chat,
  },
  {
    name: 'bookings list',
    summary: 'List bookings, newest first',
    args: [],
    options: {
      from: { value: 'date', description: 'From this day, such as 2026-11-20' },
      to: { value: 'date', description: 'Before this day' },
      status: { value: 'status', description: 'Such as confirmed or cancelled' },
      limit: limitOption,
    },
    example: 'bookings list --from 2026-11-20 --status confirmed',
    run: listBookings,
  },
  {
    name: 'events list',
    summary: 'List what happened, newest first',
    args: [],
    options: {
      type: typeOption,
      object: { value: 'id', description: 'About this booking, conversation or customer' },
      limit: limitOption,
    },
    example: 'events list --type booking.created',
    run: listEvents,
  },
  {
    name: 'events tail',
    summary: 'Print events as they happen, until you press Ctrl-C',
    args: [],
    options: { type: typeOption },
    example: 'events tail --type booking.created',
    isEndless: true,
    run: tailEvents,
  },
  {
    name: 'webhooks listen',
    summary: 'Forward events to your machine as signed webhooks, until you press Ctrl-C',
    args: [],
    options: {
      'forward-to': { value: 'url', description: 'Your endpoint, such as http://localhost:4000/hooks' },
      type: typeOption,
      secret: { value: 'whsec_…', description: 'Sign with this secret (default: a new one, which is printed)' },
    },
    example: 'webhooks listen --forward-to http://localhost:4000/hooks',
    isEndless: true,
    run: forwardEvents,
  },
  {
    name: 'api',
    summary: 'Send any request, such as: api get /api/v1/config',
    args: ['method', 'path'],
    options: { data: { value: 'json', description: 'The body' } },
    example: `api post /api/v1/setup --data '{"industry": "restaurant"}'`,
    run: sendRequest,
  },
];

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

/** The options that were given, as a query. The service checks their values, and its problem says what is wrong. */
const queryFromOptions = ({ option }: CommandInput, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (option(name) === undefined ? [] : [[name, String(option(name))]])));

async function chat({ client, args, option, isJson, signal, print, note }: CommandInput): Promise<void> {
  const body = {
    message: args[0],
    businessType: option('business-type'),
    businessName: option('business-name'),
    conversationId: option('conversation'),
  } as Given<'POST /api/chat'>['body'];
  const response = await client.call('POST /api/chat', { body, signal });
  if (isJson) return print(toJson(response));
  print(response.reply);
  for (const { type, id, code } of response.receipts) print([type, id, code].filter(Boolean).join('  '));
  note(`Continue with --conversation ${response.conversationId}`);
}

async function listBookings(input: CommandInput): Promise<void> {
  const query = queryFromOptions(input, 'from', 'to', 'status', 'limit') as Given<'GET /api/v1/bookings'>['query'];
  const { client, signal } = input;
  const page = (await client.call('GET /api/v1/bookings', { query, signal })) as { data: Booking[]; has_more: boolean };
  if (input.isJson) return input.print(toJson(page));
  const rows = page.data.map(({ code, startsAt, status, kind, customer, id }) => [
    code,
    startsAt.slice(0, 16).replace('T', ' '),
    status,
    kind,
    customer?.name ?? '',
    id,
  ]);
  input.print(rows.length ? formatTable(['code', 'starts', 'status', 'kind', 'customer', 'id'], rows) : 'No bookings.');
  if (page.has_more) input.note(MORE_NOTE);
}

const MORE_NOTE = 'There are more. Show up to 100 with --limit, or filter them with the other options.';

async function listEvents(input: CommandInput): Promise<void> {
  const objectId = input.option('object');
  const query = { ...queryFromOptions(input, 'type', 'limit'), ...(objectId ? { objectId } : {}) } as EventQuery;
  const page = await input.client.call('GET /api/events', { query, signal: input.signal });
  if (input.isJson) return input.print(toJson(page));
  input.print(
    page.data.length ? formatTable(['happened', 'type', 'about', 'id'], page.data.map(eventRow)) : 'No events.',
  );
  if (page.has_more) input.note(MORE_NOTE);
}

const eventRow = ({ timestamp, type, data, id }: Event) => [timestamp, type, String(data.id ?? ''), id];

/** Says which of the events that were asked for may be missing. */
function noteUnrecordedTypes({ option, note }: CommandInput): void {
  const type = option('type');
  if (type !== undefined && !SUBSCRIBED_ONLY_TYPES.includes(type)) return;
  note(
    `Only recorded while an enabled webhook endpoint subscribes to them: ${type ?? SUBSCRIBED_ONLY_TYPES.join(', ')}.`,
  );
}

const SUBSCRIBED_ONLY_TYPES = ['conversation.created', 'message.received', 'message.replied', 'feedback.received'];

async function tailEvents(input: CommandInput): Promise<void> {
  input.note('Waiting for events. Press Ctrl-C to stop.');
  noteUnrecordedTypes(input);
  for await (const event of followEvents(input, queryFromOptions(input, 'type') as EventQuery))
    input.print(input.isJson ? JSON.stringify(event) : eventRow(event).join('  '));
}

async function forwardEvents(input: CommandInput): Promise<void> {
  const { option, note, print, signal } = input;
  const url = option('forward-to');
  if (!url || !isHttpUrl(url))
    throw new CliError('"webhooks listen" needs --forward-to, such as http://localhost:4000/hooks.', 2);
  const givenSecret = option('secret');
  const secret = givenSecret ?? newSecret();
  note(`Forwarding events to ${url}. Press Ctrl-C to stop.`);
  noteUnrecordedTypes(input);
  // A secret that was passed may belong to a real endpoint, so it is not printed.
  if (givenSecret === undefined) print(input.isJson ? JSON.stringify({ secret }) : `Signing secret: ${secret}`);
  for await (const event of followEvents(input, queryFromOptions(input, 'type') as EventQuery)) {
    const result = await forwardEvent(event, url, secret, signal);
    print(
      input.isJson ? JSON.stringify({ id: event.id, answer: result }) : `${eventRow(event).join('  ')}  → ${result}`,
    );
  }
}

async function sendRequest({
  client,
  args: [method = '', path = ''],
  option,
  signal,
  print,
}: CommandInput): Promise<void> {
  const httpMethod = method.toUpperCase();
  if (!METHODS.includes(httpMethod))
    throw new CliError(`"${method}" is not a method. Use one of ${METHODS.join(', ')}.`, 2);
  if (!path.startsWith('/')) throw new CliError(`"${path}" is not a path such as /api/v1/bookings.`, 2);
  const data = option('data');
  if (httpMethod === 'GET' && data !== undefined)
    throw new CliError('GET takes no --data. Add a query to the path, such as /api/v1/bookings?limit=5.', 2);
  const result = await client.send(httpMethod as Method, path, { body: parseBody(data), signal });
  if (result !== undefined) print(typeof result === 'string' ? result : toJson(result));
}

function parseBody(data: string | undefined): unknown {
  try {
    return data === undefined ? undefined : JSON.parse(data);
  } catch (error) {
    throw new CliError(`--data is not JSON: ${(error as Error).message}`, 2);
  }
}

// Signs up a new owner, and fills the workspace with a busy day.
import type { Page } from 'playwright-core';

export const OWNER = { name: 'Maria Rossi', businessName: 'Bella Vista', password: 'Correct-horse-9' };
let owners = 0;

/** Signs up with the form and waits for Home. */
export async function signUpAsOwner(page: Page, url: string): Promise<string> {
  const email = `maria${++owners}-${Date.now()}@example.com`;
  await page.goto(`${url}/signup`);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Business name').fill(OWNER.businessName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: OWNER.businessName }).waitFor();
  return email;
}

type Answer = { id: string; key: string; conversationId: string; [name: string]: unknown };

/** Calls the API from the page, with its session. */
export const callAsOwner = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([how, where, sent]) => {
      const answer = await fetch(where as string, {
        method: how as string,
        headers: sent ? { 'Content-Type': 'application/json' } : undefined,
        body: sent ? JSON.stringify(sent) : undefined,
      });
      if (!answer.ok) throw new Error(`${how} ${where}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? undefined : answer.json();
    },
    [method, path, body] as const,
  ) as Promise<Answer>;

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const GUESTS = ['Ada Byron', 'Grace Hopper', 'Alan Turing', 'Barbara Liskov', 'Lin Chen', 'Omar Haddad', 'Zoe Klein'];
const CONVERSATIONS: [name: string, ...says: string[]][] = [
  ['Priya Nair', 'Do you have a vegan menu?'],
  ['Tom Becker', 'Is there parking nearby?'],
  ['Noah Lindqvist', 'Can we bring our dog?'],
  ['Amélie Roux', 'When are you open on Sunday?'],
  [
    'Giulia Conti',
    'A table for 4 tomorrow at 7:30 pm',
    '(212) 555-0188',
    'Yes please',
    'I want to talk to a person about a wedding',
  ],
];
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Adds something of every kind, so that no page is empty. Returns addresses that no link leads to. */
export async function addSampleActivity(page: Page, url: string): Promise<string[]> {
  const as = (method: string, path: string, body?: unknown) => callAsOwner(page, method, path, body);
  await as('PUT', '/api/plan', { plan: 'professional' });
  for (const industry of ['restaurant', 'fitness', 'medical']) await as('POST', '/api/v1/setup', { industry });
  await as('POST', '/api/v1/config/samples', { keep: ['/'] });
  const hours = Object.fromEntries(DAYS.map((name) => [name, [['11:00', '23:00']]]));
  const description = 'Trattoria by the harbour, fresh pasta every day.';
  const { restaurant } = (await as('GET', '/api/v1/config')) as unknown as { restaurant: { menu: object[] } };
  const few = { ...restaurant, menu: restaurant.menu.slice(0, 8) };
  const place = { hours, closures: [], timezone: 'America/New_York' };
  await as('PUT', '/api/v1/config', { description, ...place, restaurant: few });
  await as('POST', '/api/keys', {
    ...{ name: 'bella-vista.example', mode: 'live', kind: 'publishable' },
    origins: ['https://bella-vista.example'],
  });
  await as('POST', '/api/webhooks', { url: 'https://hooks.example.com/frontdesk', events: ['booking.*'] });
  await as('POST', '/api/invitations', { email: 'luca@example.com', role: 'agent' });
  const conversation = await addConversations(page, url);
  await as('PATCH', `/api/inbox/conversations/${conversation}`, { tags: ['wedding', 'vip'] });
  const text = 'Asked last year too. Offer the garden.';
  await as('POST', `/api/inbox/conversations/${conversation}/notes`, { text });
  for (const [index, name] of GUESTS.entries()) {
    // Not today, which may be over.
    const startsAt = `${dayAhead([1, 1, 1, 2, 1, 1, 1][index]!)}T${12 + index}:30`;
    const customer = { name, phone: `+121255501${40 + index}` };
    const asked = { partySize: 2 + (index % 4), startsAt, customer };
    await as('POST', '/api/v1/restaurant/reservations', asked);
  }
  const customer = { name: 'Dana Fox', phone: '+12125550199' };
  await as('POST', '/api/v1/fitness/membership', { type: 'inquiry', customer });
  const patient = { name: 'Pat Doe', dateOfBirth: '1980-02-03', phone: '+12125550111' };
  const pharmacy = { name: 'Corner', phone: '+12125550122' };
  await as('POST', '/api/v1/medical/prescriptions', { patient, medication: 'Lisinopril', pharmacy });
  const csv =
    'name,phone,email,tags,marketing,notes\nElena Rossi,+12125550171,elena@example.com,"vip,wine club",yes,Prefers the terrace\nTom Baker,+12125550172,,,no,';
  await as('POST', '/api/v1/customers/imports', { csv });
  const { data: people } = (await as('GET', '/api/v1/customers?sort=lastBooking')) as unknown as {
    data: { id: string }[];
  };
  const views = ['day', 'week', 'list'].map((view) => `/bookings?view=${view}&date=${dayAhead(1)}`);
  return [
    `/inbox?conversation=${conversation}`,
    '/inbox?q=nothing-like-it',
    `/customers?customer=${people[0]!.id}`,
    '/customers?q=nobody',
    ...views,
  ];
}

/** Adds conversations and returns the id of the last one. */
async function addConversations(page: Page, url: string): Promise<string> {
  const { key } = await callAsOwner(page, 'POST', '/api/keys', { name: 'Booking page', mode: 'live', kind: 'secret' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const say = async (body: object): Promise<Answer> =>
    (await fetch(`${url}/api/chat`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as never;
  await say({ message: 'I need my lisinopril refilled', businessType: 'medical', channel: 'widget' });
  let conversationId = '';
  for (const [name, first, ...more] of CONVERSATIONS) {
    const begun = { message: first, businessType: 'restaurant', channel: 'widget', customer: { name } };
    ({ conversationId } = await say(begun));
    for (const message of more) await say({ message, conversationId });
  }
  return conversationId;
}

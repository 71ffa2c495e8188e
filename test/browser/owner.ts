// Signs up a new owner, and fills the workspace with a busy day.

import type { Page } from 'playwright-core';
import { KEEP_ALL_SAMPLES } from '../business.ts';

export const OWNER = { name: 'Maria Rossi', businessName: 'Bella Vista', password: 'Correct-horse-9' };
let ownerCount = 0;

/** Signs up with the form and waits for Home. */
export async function signUpAsOwner(page: Page, url: string): Promise<string> {
  const email = `maria${++ownerCount}-${Date.now()}@example.com`;
  await page.goto(`${url}/signup`);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Business name').fill(OWNER.businessName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: OWNER.businessName }).waitFor();
  return email;
}

type ApiResponse = { id: string; key: string; conversationId: string; [name: string]: unknown };

/** Calls the API from the page, with its session. */
export const callAsOwner = <Body = ApiResponse>(page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([httpMethod, url, payload]) => {
      const response = await fetch(url as string, {
        method: httpMethod as string,
        headers: payload ? { 'Content-Type': 'application/json' } : undefined,
        body: payload ? JSON.stringify(payload) : undefined,
      });
      if (!response.ok) throw new Error(`${httpMethod} ${url}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? undefined : response.json();
    },
    [method, path, body] as const,
  ) as Promise<Body>;

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const GUESTS = ['Ada Byron', 'Grace Hopper', 'Alan Turing', 'Barbara Liskov', 'Lin Chen', 'Omar Haddad', 'Zoe Klein'];
const CONVERSATIONS: [name: string, ...messages: string[]][] = [
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
const formatDateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Adds something of every kind, so that no page is empty. Returns paths that no link leads to. */
export async function addSampleActivity(page: Page, url: string): Promise<string[]> {
  const callApi = (method: string, path: string, body?: unknown) => callAsOwner(page, method, path, body);
  await callApi('PUT', '/api/plan', { plan: 'professional' });
  for (const industry of ['restaurant', 'fitness', 'medical']) await callApi('POST', '/api/v1/setup', { industry });
  await callApi('POST', '/api/v1/config/samples', KEEP_ALL_SAMPLES);
  const hours = Object.fromEntries(DAYS.map((day) => [day, [['11:00', '23:00']]]));
  const description = 'Trattoria by the harbour, fresh pasta every day.';
  const { restaurant } = (await callApi('GET', '/api/v1/config')) as unknown as { restaurant: { menu: object[] } };
  const restaurantConfig = { ...restaurant, menu: restaurant.menu.slice(0, 8) };
  const openingTimes = { hours, closures: [], timezone: 'America/New_York' };
  await callApi('PUT', '/api/v1/config', { description, ...openingTimes, restaurant: restaurantConfig });
  await callApi('POST', '/api/keys', {
    name: 'bella-vista.example',
    mode: 'live',
    kind: 'publishable',
    origins: ['https://bella-vista.example'],
  });
  await callApi('POST', '/api/webhooks', { url: 'https://hooks.example.com/frontdesk', events: ['booking.*'] });
  await callApi('POST', '/api/invitations', { email: 'luca@example.com', role: 'agent' });
  const conversationId = await addConversations(page, url);
  await callApi('PATCH', `/api/inbox/conversations/${conversationId}`, { tags: ['wedding', 'vip'] });
  const note = { text: 'Asked last year too. Offer the garden.' };
  await callApi('POST', `/api/inbox/conversations/${conversationId}/notes`, note);
  for (const [index, name] of GUESTS.entries()) {
    // Not today, which may be over.
    const startsAt = `${formatDateInDays([1, 1, 1, 2, 1, 1, 1][index]!)}T${12 + index}:30`;
    const customer = { name, phone: `+121255501${40 + index}` };
    const reservation = { partySize: 2 + (index % 4), startsAt, customer };
    await callApi('POST', '/api/v1/restaurant/reservations', reservation);
  }
  const customer = { name: 'Dana Fox', phone: '+12125550199' };
  await callApi('POST', '/api/v1/fitness/membership', { type: 'inquiry', customer });
  const patient = { name: 'Pat Doe', dateOfBirth: '1980-02-03', phone: '+12125550111' };
  const pharmacy = { name: 'Corner', phone: '+12125550122' };
  await callApi('POST', '/api/v1/medical/prescriptions', { patient, medication: 'Lisinopril', pharmacy });
  const csv =
    'name,phone,email,tags,marketing,notes\nElena Rossi,+12125550171,elena@example.com,"vip,wine club",yes,Prefers the terrace\nTom Baker,+12125550172,,,no,';
  await callApi('POST', '/api/v1/customers/imports', { csv });
  const { data: customers } = (await callApi('GET', '/api/v1/customers?sort=lastBooking')) as unknown as {
    data: { id: string }[];
  };
  const calendarPaths = ['day', 'week', 'list'].map((view) => `/bookings?view=${view}&date=${formatDateInDays(1)}`);
  return [
    `/inbox?conversation=${conversationId}`,
    '/inbox?q=nothing-like-it',
    `/customers?customer=${customers[0]!.id}`,
    '/customers?q=nobody',
    ...calendarPaths,
  ];
}

/** Adds conversations and returns the id of the last one. */
async function addConversations(page: Page, url: string): Promise<string> {
  const { key } = await callAsOwner(page, 'POST', '/api/keys', { name: 'Booking page', mode: 'live', kind: 'secret' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sendMessage = async (body: object): Promise<ApiResponse> =>
    (await fetch(`${url}/api/chat`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as never;
  await sendMessage({ message: 'I need my lisinopril refilled', businessType: 'medical', channel: 'widget' });
  let conversationId = '';
  for (const [name, firstText, ...laterTexts] of CONVERSATIONS) {
    const firstMessage = { message: firstText, businessType: 'restaurant', channel: 'widget', customer: { name } };
    ({ conversationId } = await sendMessage(firstMessage));
    for (const message of laterTexts) await sendMessage({ message, conversationId });
  }
  return conversationId;
}

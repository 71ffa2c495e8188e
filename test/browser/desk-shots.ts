// The pictures of the daily work: overview, inbox, bookings and requests of a business on a busy day.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { visit } from './browser.ts';
import { LOOKS } from './dashboard-shots.ts';
import { asOwner, signUpAsOwner } from './owner.ts';

const GUESTS = ['Ada Byron', 'Grace Hopper', 'Alan Turing', 'Barbara Liskov', 'Lin Chen', 'Omar Haddad', 'Zoe Klein'];
const TALKS: [name: string, ...says: string[]][] = [
  ['Priya Nair', 'Do you have a vegan menu?'],
  ['Tom Becker', 'Is there parking nearby?'],
  ['Amélie Roux', 'When are you open on Sunday?'],
  [
    'Maria Rossi',
    'A table for 4 tomorrow at 7:30 pm',
    '(212) 555-0188',
    'Yes please',
    'I want to talk to a person about a wedding',
  ],
];
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** Answers with the conversation that is looked at. */
async function furnish(page: Page, url: string): Promise<string> {
  await signUpAsOwner(page, url);
  const as = (method: string, path: string, body?: unknown) => asOwner(page, method, path, body);
  await as('PUT', '/api/plan', { plan: 'professional' });
  for (const industry of ['restaurant', 'fitness', 'medical']) await as('POST', '/api/v1/setup', { industry });
  const hours = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((name) => [name, [['11:00', '23:00']]]),
  );
  await as('PUT', '/api/v1/config', { name: 'Bella Vista', hours, closures: [], timezone: 'America/New_York' });
  const made = await as('POST', '/api/keys', { name: 'Website', mode: 'live', kind: 'secret' });
  const { key } = made as { key: string };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const say = async (body: object): Promise<{ conversationId: string }> =>
    (await fetch(`${url}/api/chat`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as never;
  let conversationId = '';
  for (const [name, first, ...more] of TALKS) {
    const begun = { message: first, businessType: 'restaurant', channel: 'widget', customer: { name } };
    ({ conversationId } = await say(begun));
    for (const message of more) await say({ message, conversationId });
  }
  await say({ message: 'I need my lisinopril refilled', businessType: 'medical', channel: 'widget' });
  await as('PATCH', `/api/inbox/conversations/${conversationId}`, { tags: ['wedding', 'vip'] });
  await as('POST', `/api/inbox/conversations/${conversationId}/notes`, {
    text: 'Asked last year too. Offer the garden.',
  });
  for (const [index, name] of GUESTS.entries()) {
    const startsAt = `${day(1 + (index % 3))}T${12 + index}:00`;
    const customer = { name, phone: '+12125550147' };
    await as('POST', '/api/v1/restaurant/reservations', { partySize: 2 + (index % 4), startsAt, customer });
  }
  const customer = { name: 'Dana Fox', phone: '+12125550199' };
  await as('POST', '/api/v1/fitness/membership', { type: 'inquiry', customer });
  const patient = { name: 'Pat Doe', dateOfBirth: '1980-02-03', phone: '+12125550111' };
  const pharmacy = { name: 'Corner', phone: '+12125550122' };
  await as('POST', '/api/v1/medical/prescriptions', { patient, medication: 'Lisinopril', pharmacy });
  return conversationId;
}

export async function takeDesk(browser: Browser, url: string, folder: string, wanted: string[]) {
  const names = ['overview', 'inbox', 'inbox-list', 'bookings-day', 'bookings-week', 'bookings-list', 'requests'];
  const chosen = names.filter((name) => !wanted.length || wanted.includes(name) || wanted.includes('dashboard'));
  if (!chosen.length) return;
  const { context, page } = await visit(browser, `${url}/login`);
  const conversation = await furnish(page, url);
  const storageState = await context.storageState();
  await context.close();
  const paths: Record<string, string> = {
    overview: '/',
    inbox: `/inbox?conversation=${conversation}`,
    'inbox-list': '/inbox',
    'bookings-day': `/bookings?date=${day(1)}`,
    'bookings-week': `/bookings?date=${day(1)}&view=week`,
    'bookings-list': `/bookings?date=${day(1)}&view=list`,
    requests: '/requests',
  };
  for (const [look, options] of Object.entries(LOOKS)) {
    const desk = await visit(browser, `${url}/login`, { ...options, storageState });
    for (const name of chosen) {
      await desk.page.goto(url + paths[name]);
      await desk.page.locator('h1').waitFor();
      await desk.page.waitForLoadState('load');
      await desk.page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
      await desk.page.screenshot({ path: join(folder, `dashboard-${name}-${look}.png`) });
      console.log(`dashboard-${name}-${look}.png`);
    }
    await desk.context.close();
  }
}

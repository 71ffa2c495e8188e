// Every page as each role sees it, and as somebody of another workspace: what one may not use says so kindly, what one
// may use never asks the service for something that it refuses, and neither does any button.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasRole, ROLES, type Role } from '../../src/features/accounts/roles.ts';
import { expectStatus } from '../business.ts';
import { call, queryAsDbOwner, signUp } from '../harness.ts';
import { rotatingSample } from '../random.ts';
import { violations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';
import { openPath, visitPages, waitUntilLoaded } from './pages.ts';

const { service, workspace, key, open } = await openDashboard(['restaurant', 'fitness']);
const nav = readFileSync(join(import.meta.dirname, '../../web/src/nav.ts'), 'utf8');
const rolesOf = (line: RegExp) => [...nav.matchAll(line)].map(([, to, role]) => ({ to: to!, role: role as Role }));
const NAV = rolesOf(/to: '([^']+)'.*minimumRole: '([^']+)'/g);
/** And the pages below one of the menu that others may open. */
const PAGES = [...NAV, ...rolesOf(/'(\/[^']+)': '([^']+)'/g)];
/** A third of the pages each day; all of them in `npm run test:full`. */
const PAGES_ONE_IN = 3;
const cookies = new Map<Role, string>();
const FORBIDDEN = 'You don’t have access to this page';
/** They end what the rest of the test needs, or belong to oneself whatever the role. */
const NOT_PRESSED = /Sign out|Leave|Print|Close|Cancel|Dismiss|Change password|Turn on/;

beforeAll(async () => {
  for (const role of ROLES.slice(0, 3)) {
    const { cookie: memberCookie, user } = await signUp(service, { name: `Member ${role}` });
    await service.database.inWorkspace(workspace, (db) =>
      db.insertInto('members').values({ workspace_id: workspace, user_id: user.id, role }).execute(),
    );
    const others = 'delete from members where user_id = $1 and workspace_id <> $2';
    await queryAsDbOwner(service.connection, others, [user.id, workspace]);
    cookies.set(role, memberCookie);
  }
  const customer = { name: 'Secret Guest', phone: '+12125550147' };
  const startsAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T18:00`;
  const reservation = { partySize: 2, startsAt, customer };
  expectStatus(201, await call(service, 'POST', '/api/v1/restaurant/reservations', { key, body: reservation }));
  expectStatus(
    201,
    await call(service, 'POST', '/api/v1/fitness/membership', { key, body: { type: 'inquiry', customer } }),
  );
  const body = { message: 'Is there parking?', businessType: 'restaurant', customer };
  expectStatus(200, await call(service, 'POST', '/api/chat', { key, body }));
});

/** What the service refuses from now on, and when all that was asked is answered. */
function trackRequests(page: Page) {
  const refused: string[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => request.url().includes('/api/') && pending.add(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('response', (response) => {
    pending.delete(response.request());
    const { pathname } = new URL(response.url());
    if ([401, 403, 404].includes(response.status()))
      refused.push(
        `${response.status()} ${response.request().method()} ${pathname} on ${new URL(page.url()).pathname}`,
      );
  });
  return { refused, whenIdle: () => expect.poll(() => pending.size).toBe(0) };
}

/** One button of three of the page, all in the full test; and the last of a dialog or menu that comes of it. */
async function pressButtons(page: Page, path: string, quiet: () => Promise<unknown>): Promise<void> {
  const buttons = page.locator('main').getByRole('button', { disabled: false });
  const names = await buttons.evaluateAll((all) =>
    all.map((each) => {
      const { ariaLabel, textContent } = each as unknown as { ariaLabel: string | null; textContent: string };
      return ariaLabel ?? textContent;
    }),
  );
  const pressed = [...names.entries()].filter(([, name]) => !NOT_PRESSED.test(name));
  for (const [index] of rotatingSample(pressed, 3)) {
    await openPath(page, service.url, path);
    const button = buttons.nth(index);
    if (!(await button.isVisible())) continue;
    await button.click();
    await quiet();
    const within = page.getByRole('dialog').or(page.getByRole('menu'));
    const next = within.getByRole('button').or(within.getByRole('menuitem')).filter({ hasNotText: NOT_PRESSED });
    const last = next.last();
    const isOffered = (await next.count()) > 0 && (await last.isEnabled());
    if (!isOffered || NOT_PRESSED.test((await last.getAttribute('aria-label')) ?? '')) continue;
    await last.click();
    await quiet();
  }
}

// What an owner sees is walked where accessibility is.
describe.each(ROLES.slice(0, 3))('as %s', (role) => {
  it('every page is there, or says kindly that it is for others', async () => {
    const { page, consoleLines } = await open('/', {}, cookies.get(role)!);
    const { refused } = trackRequests(page);
    const expected = NAV.filter((entry) => hasRole(role, entry.role)).map(({ to }) => to);
    const wrong: string[] = [];
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const shown = async () =>
      menu.evaluateAll((links) => links.map((link) => new URL((link as unknown as { href: string }).href).pathname));
    await waitUntilLoaded(page);
    expect(await shown()).toEqual(expected);
    const check = async (path: string) => {
      const { pathname } = new URL(path, service.url);
      const entry = PAGES.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).at(-1);
      const isForbidden = (await page.getByText(FORBIDDEN).count()) > 0;
      if (entry && isForbidden === hasRole(role, entry.role)) wrong.push(`${path} is ${isForbidden ? 'shut' : 'open'}`);
      if (isForbidden) wrong.push(...(await violations(page)));
      if (await page.getByRole('alert').count()) wrong.push(`${path} shows an error`);
    };
    await visitPages(page, service.url, check, { oneIn: PAGES_ONE_IN });
    expect([wrong, refused, consoleLines]).toEqual([[], [], []]);
  });

  it.runIf(role !== 'admin')('no button is refused', async () => {
    const { page } = await open('/', {}, cookies.get(role)!);
    const { refused, whenIdle: quiet } = trackRequests(page);
    for (const { to } of NAV.filter((entry) => hasRole(role, entry.role))) {
      await openPath(page, service.url, to);
      await pressButtons(page, to, quiet);
    }
    expect(refused).toEqual([]);
  });
});

it('shows somebody of another workspace nothing of it', async () => {
  const stranger = await signUp(service, { businessName: 'Elsewhere' });
  const { page } = await open('/', {}, stranger.cookie);
  for (const { to } of NAV) {
    await openPath(page, service.url, `${to}?workspace=${workspace}`);
    expect(await page.locator('body').innerText()).not.toMatch(/Secret Guest|Bella Vista/);
  }
});

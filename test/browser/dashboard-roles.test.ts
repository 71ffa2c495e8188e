// Every page as each role sees it, and as a member of another workspace: pages without access say so, and neither an
// accessible page nor its buttons send a request that the service refuses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasRole, ROLES, type Role } from '../../src/features/accounts/roles.ts';
import { expectStatus } from '../business.ts';
import { call, queryAsDbOwner, signUp } from '../harness.ts';
import { pickTodaysShare } from '../random.ts';
import { findViolations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';
import { openPath, visitPages, waitUntilLoaded } from './pages.ts';

const { service, workspace, key, open } = await openDashboard(['restaurant', 'fitness']);
const navSource = readFileSync(join(import.meta.dirname, '../../web/src/nav.ts'), 'utf8');
const parseMinimumRoles = (pattern: RegExp) =>
  [...navSource.matchAll(pattern)].map(([, path, minimumRole]) => ({ to: path!, role: minimumRole as Role }));
const MENU_PAGES = parseMinimumRoles(/to: '([^']+)'.*minimumRole: '([^']+)'/g);
/** The pages of the menu, and subpages that need another role. */
const PAGES = [...MENU_PAGES, ...parseMinimumRoles(/'(\/[^']+)': '([^']+)'/g)];
/** A third of the pages each day; all of them in `npm run test:full`. */
const PAGES_ONE_IN = 3;
const cookies = new Map<Role, string>();
const NO_ACCESS_TEXT = 'You don’t have access to this page';
/** Buttons that would end the session or the dialog, or that concern one's own account whatever the role. */
const SKIPPED_BUTTON_PATTERN = /Sign out|Leave|Print|Close|Cancel|Dismiss|Change password|Turn on/;

beforeAll(async () => {
  for (const role of ROLES.slice(0, 3)) {
    const { cookie: memberCookie, user } = await signUp(service, { name: `Member ${role}` });
    await service.database.inWorkspace(workspace, (db) =>
      db.insertInto('members').values({ workspace_id: workspace, user_id: user.id, role }).execute(),
    );
    const deleteOtherMemberships = 'delete from members where user_id = $1 and workspace_id <> $2';
    await queryAsDbOwner(service.connection, deleteOtherMemberships, [user.id, workspace]);
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

/** Collects the requests that are refused from now on. `waitUntilIdle` waits until all responses have arrived. */
function trackRequests(page: Page) {
  const refusedRequests: string[] = [];
  const pendingRequests = new Set<Request>();
  page.on('request', (request) => request.url().includes('/api/') && pendingRequests.add(request));
  page.on('requestfailed', (request) => pendingRequests.delete(request));
  page.on('response', (response) => {
    pendingRequests.delete(response.request());
    const { pathname } = new URL(response.url());
    if ([401, 403, 404].includes(response.status()))
      refusedRequests.push(
        `${response.status()} ${response.request().method()} ${pathname} on ${new URL(page.url()).pathname}`,
      );
  });
  return { refusedRequests, waitUntilIdle: () => expect.poll(() => pendingRequests.size).toBe(0) };
}

/** Presses a third of the page's buttons (all in the full test), and the last one of the dialog or menu that opens. */
async function pressButtons(page: Page, path: string, waitUntilIdle: () => Promise<unknown>): Promise<void> {
  const buttons = page.locator('main').getByRole('button', { disabled: false });
  const names = await buttons.evaluateAll((elements) =>
    elements.map((element) => {
      const { ariaLabel, textContent } = element as unknown as { ariaLabel: string | null; textContent: string };
      return ariaLabel ?? textContent;
    }),
  );
  const pressableButtons = [...names.entries()].filter(([, name]) => !SKIPPED_BUTTON_PATTERN.test(name));
  for (const [index] of pickTodaysShare(pressableButtons, 3)) {
    await openPath(page, service.url, path);
    const button = buttons.nth(index);
    if (!(await button.isVisible())) continue;
    await button.click();
    await waitUntilIdle();
    const overlay = page.getByRole('dialog').or(page.getByRole('menu'));
    const candidates = overlay
      .getByRole('button')
      .or(overlay.getByRole('menuitem'))
      .filter({ hasNotText: SKIPPED_BUTTON_PATTERN });
    const lastCandidate = candidates.last();
    const canBePressed = (await candidates.count()) > 0 && (await lastCandidate.isEnabled());
    if (!canBePressed || SKIPPED_BUTTON_PATTERN.test((await lastCandidate.getAttribute('aria-label')) ?? '')) continue;
    await lastCandidate.click();
    await waitUntilIdle();
  }
}

// An owner's pages are visited in dashboard-pages.test.ts.
describe.each(ROLES.slice(0, 3))('as %s', (role) => {
  it('every page opens, or explains that the role has no access', async () => {
    const { page, consoleLines } = await open('/', { cookie: cookies.get(role)! });
    const { refusedRequests } = trackRequests(page);
    const accessiblePaths = MENU_PAGES.filter((entry) => hasRole(role, entry.role)).map(({ to }) => to);
    const mistakes: string[] = [];
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const readShownPaths = async () =>
      menu.evaluateAll((links) => links.map((link) => new URL((link as unknown as { href: string }).href).pathname));
    await waitUntilLoaded(page);
    expect(await readShownPaths()).toEqual(accessiblePaths);
    const check = async (path: string) => {
      const { pathname } = new URL(path, service.url);
      const entry = PAGES.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).at(-1);
      const isForbidden = (await page.getByText(NO_ACCESS_TEXT).count()) > 0;
      if (entry && isForbidden === hasRole(role, entry.role))
        mistakes.push(`${path} is ${isForbidden ? 'not accessible' : 'accessible'}`);
      if (isForbidden) mistakes.push(...(await findViolations(page)));
      if (await page.getByRole('alert').count()) mistakes.push(`${path} shows an error`);
    };
    await visitPages(page, service.url, check, { oneIn: PAGES_ONE_IN });
    expect([mistakes, refusedRequests, consoleLines]).toEqual([[], [], []]);
  });

  it.runIf(role !== 'admin')('no button sends a request that is refused', async () => {
    const { page } = await open('/', { cookie: cookies.get(role)! });
    const { refusedRequests, waitUntilIdle } = trackRequests(page);
    for (const { to } of MENU_PAGES.filter((entry) => hasRole(role, entry.role))) {
      await openPath(page, service.url, to);
      await pressButtons(page, to, waitUntilIdle);
    }
    expect(refusedRequests).toEqual([]);
  });
});

it('shows nothing to a member of another workspace', async () => {
  const stranger = await signUp(service, { businessName: 'Elsewhere' });
  const { page } = await open('/', { cookie: stranger.cookie });
  for (const { to } of MENU_PAGES) {
    await openPath(page, service.url, `${to}?workspace=${workspace}`);
    expect(await page.locator('body').innerText()).not.toMatch(/Secret Guest|Bella Vista/);
  }
});

// From an owner's wish for another plan to the operator's word on it, as both see it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { call, queryAsDbOwner, signUp } from '../harness.ts';
import { violationsInBothThemes } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';
import { waitUntilLoaded } from './pages.ts';

const { service, workspace, cookie, open } = await openDashboard(['restaurant'], { planChanges: 'operator' });

const noViolations = async (page: Page) => expect(await violationsInBothThemes(page)).toEqual([]);
const asks = async (page: Page, plan: string, note?: string) => {
  await page.getByRole('button', { name: `Request ${plan}` }).click();
  if (note) await page.getByLabel('Add a note').fill(note);
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText(`You requested ${plan} on`).waitFor();
};

it('an owner asks, an operator declines and then grants', async () => {
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'starter' where live_id = $1`, [workspace]);
  const operator = await signUp(service, { name: 'Olga Operator', businessName: 'Olga’s own' });
  await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [operator.user.id]);

  const dashboard = await open('/', {}, operator.cookie);
  await dashboard.page.getByRole('button', { name: 'Your account' }).click();
  await dashboard.page.getByRole('menuitem', { name: 'Plan requests' }).click();
  await dashboard.page.getByText('No one is waiting').waitFor();
  await noViolations(dashboard.page);

  const { page, consoleLines } = await open('/settings/plan');
  await page.getByText('You can request a different one').waitFor();
  await page.getByRole('button', { name: 'Request Business' }).click();
  await page.getByLabel('Add a note').waitFor();
  await noViolations(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await asks(page, 'Business', 'We open a second place.');
  await page.getByText('Requested', { exact: true }).waitFor();
  await noViolations(page);
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  await page.getByText('Request withdrawn.').waitFor();
  await asks(page, 'Business', 'We open a second place.');

  await dashboard.page.reload();
  const request = dashboard.page.getByRole('article').filter({ hasText: workspace });
  await request.getByText('Starter → Business').waitFor();
  for (const text of ['Bella Vista', 'Ann Owner', 'We open a second place.', /of 500 messages/])
    await request.getByText(text).waitFor();
  await noViolations(dashboard.page);
  await request.getByRole('button', { name: 'Decline' }).click();
  await dashboard.page.getByLabel('Reason, shown to the owners').fill('Please pay the open bill first.');
  await noViolations(dashboard.page);
  await dashboard.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await dashboard.page.getByText('No one is waiting').waitFor();
  await dashboard.page.getByRole('button', { name: 'Declined', exact: true }).click();
  await dashboard.page.getByRole('article').getByText('by Olga Operator').waitFor();
  await dashboard.page.getByRole('button', { name: 'Open', exact: true }).click();

  await page.reload();
  await page.getByText('Your request for Business was declined: Please pay the open bill first.').waitFor();
  await asks(page, 'Professional');
  await dashboard.page.reload();
  await dashboard.page.getByRole('button', { name: 'Approve Professional for Bella Vista' }).click();
  await dashboard.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await dashboard.page.getByText('Bella Vista is now on Professional.').waitFor();
  await page.reload();
  await page.getByText(/of 2,000 assistant messages/).waitFor();
  expect((await call(service, 'GET', '/api/plan', { cookie })).json).toMatchObject({
    plan: 'professional',
    request: null,
  });
  expect([...consoleLines, ...dashboard.consoleLines]).toEqual([]);
});

it('somebody else was faster: the operator is told, and sees how it is', async () => {
  await queryAsDbOwner(service.connection, `delete from plan_requests`);
  await call(service, 'PUT', '/api/plan/request', { cookie, body: { plan: 'business' } });
  const other = await signUp(service, { name: 'Oscar Operator' });
  await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [other.user.id]);
  const { page } = await open('/operator', {}, other.cookie);
  await page.getByRole('button', { name: 'Approve Business for Bella Vista' }).waitFor();
  await call(service, 'DELETE', '/api/plan/request', { cookie });
  await page.getByRole('button', { name: 'Approve Business for Bella Vista' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('no longer open').waitFor();
  await page.getByText('No one is waiting').waitFor();
});

it('is for operators alone, and says so kindly', async () => {
  const { page, consoleLines } = await open('/operator');
  await waitUntilLoaded(page);
  await page.getByText('You don’t have access to this page').waitFor();
  await noViolations(page);
  await page.getByRole('button', { name: 'Your account' }).click();
  expect(await page.getByRole('menuitem', { name: 'Plan requests' }).count()).toBe(0);
  expect(consoleLines).toEqual([]);
});

// An owner requests another plan and an operator decides, as both see it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { call, queryAsDbOwner, signUp } from '../harness.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';
import { waitUntilLoaded } from './pages.ts';

const { service, workspace, cookie, open } = await openDashboard(['restaurant'], { planChanges: 'operator' });

const expectNoViolations = async (page: Page) => expect(await findViolationsInBothThemes(page)).toEqual([]);
const requestPlan = async (page: Page, plan: string, note?: string) => {
  await page.getByRole('button', { name: `Request ${plan}` }).click();
  if (note) await page.getByLabel('Add a note').fill(note);
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText(`You requested ${plan} on`).waitFor();
};

it('an owner requests a plan, an operator declines and later approves', async () => {
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'starter' where live_id = $1`, [workspace]);
  const operator = await signUp(service, { name: 'Olga Operator', businessName: 'Olga’s own' });
  await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [operator.user.id]);

  const operatorDashboard = await open('/', { cookie: operator.cookie });
  await operatorDashboard.page.getByRole('button', { name: 'Your account' }).click();
  await operatorDashboard.page.getByRole('menuitem', { name: 'Plan requests' }).click();
  await operatorDashboard.page.getByText('No one is waiting').waitFor();
  await expectNoViolations(operatorDashboard.page);

  const { page, consoleLines } = await open('/settings/plan');
  await page.getByText('You can request a different one').waitFor();
  await page.getByRole('button', { name: 'Request Business' }).click();
  await page.getByLabel('Add a note').waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await requestPlan(page, 'Business', 'We open a second place.');
  await page.getByText('Requested', { exact: true }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  await page.getByText('Request withdrawn.').waitFor();
  await requestPlan(page, 'Business', 'We open a second place.');

  await operatorDashboard.page.reload();
  const requestCard = operatorDashboard.page.getByRole('article').filter({ hasText: workspace });
  await requestCard.getByText('Starter → Business').waitFor();
  for (const text of ['Bella Vista', 'Ann Owner', 'We open a second place.', /of 500 messages/])
    await requestCard.getByText(text).waitFor();
  await expectNoViolations(operatorDashboard.page);
  await requestCard.getByRole('button', { name: 'Decline' }).click();
  await operatorDashboard.page.getByLabel('Reason, shown to the owners').fill('Please pay the open bill first.');
  await expectNoViolations(operatorDashboard.page);
  await operatorDashboard.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await operatorDashboard.page.getByText('No one is waiting').waitFor();
  await operatorDashboard.page.getByRole('button', { name: 'Declined', exact: true }).click();
  await operatorDashboard.page.getByRole('article').getByText('by Olga Operator').waitFor();
  await operatorDashboard.page.getByRole('button', { name: 'Open', exact: true }).click();

  await page.reload();
  await page.getByText('Your request for Business was declined: Please pay the open bill first.').waitFor();
  await requestPlan(page, 'Professional');
  await operatorDashboard.page.reload();
  await operatorDashboard.page.getByRole('button', { name: 'Approve Professional for Bella Vista' }).click();
  await operatorDashboard.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await operatorDashboard.page.getByText('Bella Vista is now on Professional.').waitFor();
  await page.reload();
  await page.getByText(/of 2,000 assistant messages/).waitFor();
  expect((await call(service, 'GET', '/api/plan', { cookie })).json).toMatchObject({
    plan: 'professional',
    request: null,
  });
  expect([...consoleLines, ...operatorDashboard.consoleLines]).toEqual([]);
});

it('an operator who approves a withdrawn request sees that it is no longer open', async () => {
  await queryAsDbOwner(service.connection, `delete from plan_requests`);
  await call(service, 'PUT', '/api/plan/request', { cookie, body: { plan: 'business' } });
  const secondOperator = await signUp(service, { name: 'Oscar Operator' });
  await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [secondOperator.user.id]);
  const { page } = await open('/operator', { cookie: secondOperator.cookie });
  await page.getByRole('button', { name: 'Approve Business for Bella Vista' }).waitFor();
  await call(service, 'DELETE', '/api/plan/request', { cookie });
  await page.getByRole('button', { name: 'Approve Business for Bella Vista' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('no longer open').waitFor();
  await page.getByText('No one is waiting').waitFor();
});

it('the operator page is for operators only, and says so to others', async () => {
  const { page, consoleLines } = await open('/operator');
  await waitUntilLoaded(page);
  await page.getByText('You don’t have access to this page').waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Your account' }).click();
  expect(await page.getByRole('menuitem', { name: 'Plan requests' }).count()).toBe(0);
  expect(consoleLines).toEqual([]);
});

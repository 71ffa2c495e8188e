// From an owner's wish for another plan to the operator's word on it, as both see it.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { asOwner, call, signUp } from '../harness.ts';
import { openDesk, violations } from './desk.ts';
import { settled } from './pages.ts';

const { service, workspace, cookie, open } = await openDesk(['restaurant'], { planChanges: 'operator' });
const THEMES = ['light', 'dark'] as const;

async function noViolations(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
const asks = async (page: Page, plan: string, note?: string) => {
  await page.getByRole('button', { name: `Ask for ${plan}` }).click();
  if (note) await page.getByLabel('A note for them').fill(note);
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(`You asked for ${plan} on`).waitFor();
};

it('an owner asks, an operator declines and then grants', async () => {
  await asOwner(service.connection, `update workspaces set plan = 'starter' where live_id = $1`, [workspace]);
  const operator = await signUp(service, { name: 'Olga Operator', businessName: 'Olga’s own' });
  await asOwner(service.connection, 'insert into operators (user_id) values ($1)', [operator.user.id]);

  const desk = await open('/', {}, operator.cookie);
  await desk.page.getByRole('button', { name: 'Your account' }).click();
  await desk.page.getByRole('menuitem', { name: 'Plan requests' }).click();
  await desk.page.getByText('Nobody is waiting').waitFor();
  await noViolations(desk.page);

  const { page, said } = await open('/developers/usage');
  await page.getByText('You can ask them for another one').waitFor();
  await page.getByRole('button', { name: 'Ask for Business' }).click();
  await page.getByLabel('A note for them').waitFor();
  await noViolations(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await asks(page, 'Business', 'We open a second place.');
  await page.getByText('Asked for', { exact: true }).waitFor();
  await noViolations(page);
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('Your request is taken back.').waitFor();
  await asks(page, 'Business', 'We open a second place.');

  await desk.page.reload();
  const request = desk.page.getByRole('article').filter({ hasText: workspace });
  await request.getByText('Starter → Business').waitFor();
  for (const text of ['Bella Vista', 'Ann Owner', 'We open a second place.', /of 500 calls/])
    await request.getByText(text).waitFor();
  await noViolations(desk.page);
  await request.getByRole('button', { name: 'Decline' }).click();
  await desk.page.getByLabel('Reason, for the owners').fill('Please pay the open bill first.');
  await noViolations(desk.page);
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await desk.page.getByText('Nobody is waiting').waitFor();
  await desk.page.getByRole('button', { name: 'Declined', exact: true }).click();
  await desk.page.getByRole('article').getByText('by Olga Operator').waitFor();
  await desk.page.getByRole('button', { name: 'Open', exact: true }).click();

  await page.reload();
  await page.getByText('Your request for Business was declined: Please pay the open bill first.').waitFor();
  await asks(page, 'Professional');
  await desk.page.reload();
  await desk.page.getByRole('button', { name: 'Grant Professional to Bella Vista' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
  await desk.page.getByText('Bella Vista is on Professional now.').waitFor();
  await page.reload();
  await page.getByText(/of 2,000 calls/).waitFor();
  expect((await call(service, 'GET', '/api/plan', { cookie })).json).toMatchObject({
    plan: 'professional',
    request: null,
  });
  expect([...said, ...desk.said]).toEqual([]);
});

it('somebody else was faster: the operator is told, and sees how it is', async () => {
  await asOwner(service.connection, `delete from plan_requests`);
  await call(service, 'PUT', '/api/plan/request', { cookie, body: { plan: 'business' } });
  const other = await signUp(service, { name: 'Oscar Operator' });
  await asOwner(service.connection, 'insert into operators (user_id) values ($1)', [other.user.id]);
  const { page } = await open('/operator', {}, other.cookie);
  await page.getByRole('button', { name: 'Grant Business to Bella Vista' }).waitFor();
  await call(service, 'DELETE', '/api/plan/request', { cookie });
  await page.getByRole('button', { name: 'Grant Business to Bella Vista' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
  await page.getByText('no longer open').waitFor();
  await page.getByText('Nobody is waiting').waitFor();
});

it('is for operators alone, and says so kindly', async () => {
  const { page, said } = await open('/operator');
  await settled(page);
  await page.getByText('This page is for operators').waitFor();
  await noViolations(page);
  await page.getByRole('button', { name: 'Your account' }).click();
  expect(await page.getByRole('menuitem', { name: 'Plan requests' }).count()).toBe(0);
  expect(said).toEqual([]);
});

// Requests and the overview, and who may see which patient data.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, signUp } from '../harness.ts';
import { openDashboard } from './dashboard.ts';

const { service, key, workspace, open } = await openDashboard(['medical', 'fitness']);
let membershipRequestId: string;

beforeAll(async () => {
  const customer = { name: 'Dana Fox', phone: '+12125550199' };
  const response = await call(service, 'POST', '/api/v1/fitness/membership', {
    key,
    body: { type: 'inquiry', customer },
  });
  membershipRequestId = expectStatus(201, response).json.id;
  const patient = { name: 'Pat Hidden', dateOfBirth: '1980-02-03', phone: '+12125550111' };
  const body = { patient, medication: 'Lisinopril', pharmacy: { name: 'Corner', phone: '+12125550122' } };
  expectStatus(201, await call(service, 'POST', '/api/v1/medical/prescriptions', { key, body }));
});

describe('requests', () => {
  it('are decided step by step; a patient’s request is hidden until it is revealed', async () => {
    const { page, consoleLines } = await open('/requests');
    await page.getByText('Patient details hidden').waitFor();
    await page.getByRole('link', { name: 'Requests 2 waiting for a decision' }).waitFor();
    expect(await page.getByText('Pat Hidden').count()).toBe(0);
    await page.getByRole('button', { name: /^Open Prescription/ }).click();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show details' }).click();
    await page.getByRole('dialog').getByText('Lisinopril').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Status changed to Approved.').waitFor();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('dialog', { name: 'Deny?' }).getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Status changed to Denied.').waitFor();
    await page.getByRole('dialog', { name: 'Prescription · Denied' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Memberships' }).click();
    await page.getByRole('button', { name: /^Open Membership/ }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Status changed to In progress.').waitFor();
    await page.getByText('We don’t message anyone about this.').waitFor();
    await page.getByRole('link', { name: 'Requests', exact: true }).waitFor();
    expect(consoleLines).toEqual([]);
  });

  it('can only be viewed by read-only members', async () => {
    const { cookie, user } = await signUp(service);
    await service.database.inWorkspace(workspace, (db) =>
      db.insertInto('members').values({ workspace_id: workspace, user_id: user.id, role: 'read-only' }).execute(),
    );
    const { page } = await open(`/requests?workspace=${workspace}&request=${membershipRequestId}`, { cookie });
    await page.getByRole('dialog').getByText('Dana Fox').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).count()).toBe(0);
  });
});

describe('the overview', () => {
  it('updates today’s counts live', async () => {
    const { page } = await open('/');
    const overview = page.getByRole('region', { name: 'Today at a glance' });
    await overview.getByText('0', { exact: true }).first().waitFor();
    const HAS_LOADED_WAITING = `performance.getEntriesByType('resource').some((it) => it.name.includes('stage=waiting'))`;
    await expect.poll(() => page.evaluate(HAS_LOADED_WAITING)).toBe(true);
    const body = { message: 'I want to talk to a person', businessType: 'fitness' };
    await call(service, 'POST', '/api/chat', { key, body });
    await overview.locator('.bg-warning-soft').getByText('1', { exact: true }).waitFor();
  });
});

describe('an unattended dashboard', () => {
  it('is signed out after a quarter of an hour if the business has patients', async () => {
    const { cookie, user } = await signUp(service);
    await service.database.inWorkspace(workspace, (db) =>
      db.insertInto('members').values({ workspace_id: workspace, user_id: user.id, role: 'agent' }).execute(),
    );
    const { page } = await open('/login', { cookie });
    await page.clock.install();
    await page.goto(`${service.url}/requests?workspace=${workspace}`);
    await page.getByText('Dana Fox').first().waitFor();
    await page.clock.fastForward('14:00');
    await page.mouse.move(10, 10);
    await page.clock.fastForward('14:00');
    expect(page.url()).toContain('/requests');
    await page.clock.fastForward('01:10');
    await page.waitForURL(/\/login/);
    expect((await call(service, 'GET', '/api/me', { cookie })).status).toBe(401);
  });
});

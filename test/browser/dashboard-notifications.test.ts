// Alerts about waiting customers on a team member's device, from the handoff to the opened conversation.
import type { CDPSession, Page, Worker } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, createApiKey, queryAsDbOwner, signUp } from '../harness.ts';
import { createSubscription, startPushService, verifyVapid } from '../push-service.ts';
import { callFromWidget, ORIGIN, startVisitorSession } from '../visitor.ts';
import { findViolations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';

const { service, workspace, key, open } = await openDashboard(['restaurant'], { webhooksAllowPrivate: true });
const pushService = await startPushService();
const device = createSubscription(pushService.origin);
const SWITCH_LABEL = 'Alerts on this device';
let page: Page;
let consoleLines: string[];
let cdpSession: CDPSession;
let registrationId: string | undefined;

/**
 * A browser's real push service cannot be reached from a test, so the browser subscribes with the test's own. And without a
 * desktop to show notifications on, it would report that they are denied.
 */
const FAKE_SUBSCRIPTION = `
  const subscription = {
    ...${JSON.stringify(device.json)},
    toJSON: () => (${JSON.stringify(device.json)}),
    async unsubscribe() { localStorage.removeItem('subscribed with'); return true; },
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem('subscribed with', applicationServerKey);
    return subscription;
  };
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed with') ? subscription : null);
`;

beforeAll(async () => {
  ({ page, consoleLines } = await open('/', { permissions: ['notifications'] }));
  await page.addInitScript(FAKE_SUBSCRIPTION);
  cdpSession = await page.context().newCDPSession(page);
  cdpSession.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ scopeURL }) => scopeURL === `${service.url}/`)?.registrationId;
  });
  await cdpSession.send('ServiceWorker.enable');
});

const heading = (name: string) => page.getByRole('heading', { name, exact: true });

/** Records the notifications that the service worker shows, because there is no desktop to show them on. */
const RECORD_NOTIFICATIONS = `
  self.shown ??= [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    const notification = { title, ...options, close: () => self.shown.splice(self.shown.indexOf(notification), 1) };
    self.shown.push(notification);
  }; 0`;

async function serviceWorker(): Promise<Worker> {
  await expect.poll(() => page.context().serviceWorkers().length).toBe(1);
  return page.context().serviceWorkers()[0]!;
}

/** Delivers a push message to the browser, as its push service would. */
async function deliverPush(body: Buffer): Promise<string> {
  const data = device.decrypt(body);
  await (await serviceWorker()).evaluate(RECORD_NOTIFICATIONS);
  await expect.poll(() => registrationId).toBeDefined();
  await cdpSession.send('ServiceWorker.deliverPushMessage', {
    origin: service.url,
    registrationId: registrationId!,
    data,
  });
  return data;
}

const readShownNotifications = async () =>
  JSON.parse((await (await serviceWorker()).evaluate('JSON.stringify(self.shown)')) as string) as object[];

/** Clicks a notification, as the browser reports it to the service worker. */
const clickNotification = async (tag: string) =>
  (await serviceWorker()).evaluate(`{
    const notification = self.shown.find(({ tag }) => tag === '${tag}');
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
  }`);

async function askForPerson(): Promise<string> {
  const { key: publishable } = await createApiKey(service, workspace, { kind: 'publishable', origins: [ORIGIN] });
  const { token } = await startVisitorSession(service, { key: publishable });
  const body = { message: 'I want to talk to a person about my secret party' };
  const response = await callFromWidget(service, { key: publishable }, 'POST', '/api/chat', { token, body });
  expect(expectStatus(200, response).json.status).toBe('handoff');
  return response.json.conversationId;
}

describe('alerts on a device', () => {
  it('are suggested on Home while nobody would be notified of a waiting customer', async () => {
    await page.getByText('No one gets notified when a customer is waiting').waitFor();
    await page.getByRole('link', { name: 'Set up notifications' }).click();
    await heading('Alerts on your devices').waitFor();
    await page.getByText(/Email isn’t set up, and no one on your team has alerts on/).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('are turned on and tested', async () => {
    await page.reload();
    await page.getByRole('switch', { name: SWITCH_LABEL }).click();
    await page.getByText('Alerts are on for this device.').waitFor();
    await page.getByText('No one gets notified when a customer is waiting').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send a test alert' }).click();
    await page.getByText('Test alert sent. It should appear in a moment.').waitFor();
    await deliverPush(pushService.receivedPushes.pop()!.body);
    await expect.poll(readShownNotifications).toMatchObject([{ title: 'Bella Vista: alerts work' }]);
    expect(await findViolations(page)).toEqual([]);
  });

  it('announce a waiting customer, and open the conversation', async () => {
    const conversationId = await askForPerson();
    await expect.poll(() => pushService.receivedPushes.length).toBe(1);
    const [pushRequest] = pushService.receivedPushes;
    const applicationServerKey = (await page.evaluate(`localStorage.getItem('subscribed with')`)) as string;
    expect(await verifyVapid(pushRequest!, applicationServerKey)).toMatchObject({ aud: pushService.origin });
    const payload = await deliverPush(pushRequest!.body);
    expect(payload).not.toContain('secret');
    const expectedAlert = {
      title: 'Bella Vista: a customer is waiting',
      data: { path: `/inbox?workspace=${workspace}&conversation=${conversationId}` },
    };
    await expect.poll(readShownNotifications).toContainEqual(expect.objectContaining(expectedAlert));

    await clickNotification(conversationId);
    await page.waitForURL(`**/inbox?*conversation=${conversationId}*`);
    await page.getByLabel('Messages').getByText('my secret party').waitFor();
    expect(await readShownNotifications()).not.toContainEqual(expect.objectContaining({ tag: conversationId }));
    expect(consoleLines).toEqual([]);
  });
});

describe('the Notifications page', () => {
  it('explains that the browser blocks notifications', async () => {
    const { page: blockedPage } = await open('/settings/notifications');
    await blockedPage.getByText('Your browser blocks notifications from this site.').waitFor();
    expect(await blockedPage.getByRole('switch', { name: SWITCH_LABEL }).count()).toBe(0);
  });

  it('saves what a member chooses, and where the team is emailed', async () => {
    const { page: settingsPage } = await open('/settings/notifications');
    const digestSwitch = settingsPage.getByRole('switch', { name: 'Weekly summary' });
    expect(await digestSwitch.isChecked()).toBe(true);
    await digestSwitch.click();
    await settingsPage.getByLabel('Where should we email you when a customer is waiting?').fill('desk@example.com');
    await settingsPage.getByRole('button', { name: 'Save changes' }).click();
    await settingsPage.getByText('Saved.', { exact: true }).waitFor();
    await settingsPage.reload();
    await settingsPage.getByText('We also email desk@example.com.').waitFor();
    expect(await digestSwitch.isChecked()).toBe(false);
    expect(await settingsPage.getByRole('switch', { name: 'Email me when a customer is waiting' }).isChecked()).toBe(
      false,
    );
    const { handoff } = expectStatus(200, await call(service, 'GET', '/api/v1/config', { key })).json;
    expect(handoff.email).toBe('desk@example.com');
  });

  it('is available to agents, without the other settings', async () => {
    const agent = await signUp(service, { name: 'Sam Agent' });
    await queryAsDbOwner(
      service.connection,
      `insert into members (workspace_id, user_id, role) values ($1, $2, 'agent')`,
      [workspace, agent.user.id],
    );
    const { page: agentPage, consoleLines: agentConsoleLines } = await open(`/?workspace=${workspace}`, {
      cookie: agent.cookie,
    });
    await agentPage.getByRole('button', { name: 'Your account' }).click();
    await agentPage.getByRole('menuitem', { name: 'Notifications' }).click();
    await agentPage.getByText('Emails go to desk@example.com.').waitFor();
    expect(await agentPage.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    expect(await findViolations(agentPage)).toEqual([]);
    expect(agentConsoleLines).toEqual([]);
  });
});

it('the dashboard can be installed', async () => {
  const { page: dashboard } = await open('/');
  const session = await dashboard.context().newCDPSession(dashboard);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data!)).toMatchObject({ name: 'Frontdesk', display: 'standalone', start_url: '/' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Test windows count as incognito windows, in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

it('signing out removes the device', async () => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate(`localStorage.getItem('subscribed with')`)).toBeNull();
  expect((await queryAsDbOwner(service.connection, 'select from push_devices')).rows).toEqual([]);
});

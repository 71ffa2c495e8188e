// Alerts about waiting customers on somebody's device, from the handoff to the opened conversation.
import type { CDPSession, Page, Worker } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, createApiKey, queryAsDbOwner, signUp } from '../harness.ts';
import { createSubscription, startPushService, verifyVapid } from '../push-service.ts';
import { callFromWidget, ORIGIN, startVisitorSession } from '../visitor.ts';
import { violations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';

const { service, workspace, key, open } = await openDashboard(['restaurant'], { webhooksAllowPrivate: true });
const push = await startPushService();
const device = createSubscription(push.origin);
const SWITCH = 'Alerts on this device';
let page: Page;
let consoleLines: string[];
let cdp: CDPSession;
let registrationId: string | undefined;

/**
 * No push service of a browser can be reached from here, so the browser subscribes with the one of this test. And it has
 * no desktop to show notifications on, which is why it says that they are denied.
 */
const SUBSCRIBE_HERE = `
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
  await page.addInitScript(SUBSCRIBE_HERE);
  cdp = await page.context().newCDPSession(page);
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ scopeURL }) => scopeURL === `${service.url}/`)?.registrationId;
  });
  await cdp.send('ServiceWorker.enable');
});

const heading = (name: string) => page.getByRole('heading', { name, exact: true });

/** Keeps what the service worker shows, where there is no desktop to show it on. */
const KEEP_SHOWN = `
  self.shown ??= [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    const notification = { title, ...options, close: () => self.shown.splice(self.shown.indexOf(notification), 1) };
    self.shown.push(notification);
  }; 0`;

async function serviceWorker(): Promise<Worker> {
  await expect.poll(() => page.context().serviceWorkers().length).toBe(1);
  return page.context().serviceWorkers()[0]!;
}

/** What the push service would hand to the browser. */
async function deliver(body: Buffer): Promise<string> {
  const data = device.decrypt(body);
  await (await serviceWorker()).evaluate(KEEP_SHOWN);
  await expect.poll(() => registrationId).toBeDefined();
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: service.url, registrationId: registrationId!, data });
  return data;
}

const shown = async () =>
  JSON.parse((await (await serviceWorker()).evaluate('JSON.stringify(self.shown)')) as string) as object[];

/** As the browser tells the service worker of it. */
const clickOn = async (tag: string) =>
  (await serviceWorker()).evaluate(`{
    const notification = self.shown.find(({ tag }) => tag === '${tag}');
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
  }`);

async function askForPerson(): Promise<string> {
  const { key: publishable } = await createApiKey(service, workspace, { kind: 'publishable', origins: [ORIGIN] });
  const { token } = await startVisitorSession(service, { key: publishable });
  const body = { message: 'I want to talk to a person about my secret party' };
  const reply = await callFromWidget(service, { key: publishable }, 'POST', '/api/chat', { token, body });
  expect(expectStatus(200, reply).json.status).toBe('handoff');
  return reply.json.conversationId;
}

describe('alerts on a device', () => {
  it('are missed on Home while nobody would hear of a waiting customer', async () => {
    await page.getByText('No one gets notified when a customer is waiting').waitFor();
    await page.getByRole('link', { name: 'Set up notifications' }).click();
    await heading('Alerts on your devices').waitFor();
    await page.getByText(/Email isn’t set up, and no one on your team has alerts on/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('are turned on, and tried out', async () => {
    await page.reload();
    await page.getByRole('switch', { name: SWITCH }).click();
    await page.getByText('Alerts are on for this device.').waitFor();
    await page.getByText('No one gets notified when a customer is waiting').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send a test alert' }).click();
    await page.getByText('Test alert sent. It should appear in a moment.').waitFor();
    await deliver(push.receivedPushes.pop()!.body);
    await expect.poll(shown).toMatchObject([{ title: 'Bella Vista: alerts work' }]);
    expect(await violations(page)).toEqual([]);
  });

  it('tell of a waiting customer, and open the conversation', async () => {
    const conversationId = await askForPerson();
    await expect.poll(() => push.receivedPushes.length).toBe(1);
    const [request] = push.receivedPushes;
    const subscribedWith = (await page.evaluate(`localStorage.getItem('subscribed with')`)) as string;
    expect(await verifyVapid(request!, subscribedWith)).toMatchObject({ aud: push.origin });
    const told = await deliver(request!.body);
    expect(told).not.toContain('secret');
    const alert = {
      title: 'Bella Vista: a customer is waiting',
      data: { path: `/inbox?workspace=${workspace}&conversation=${conversationId}` },
    };
    await expect.poll(shown).toContainEqual(expect.objectContaining(alert));

    await clickOn(conversationId);
    await page.waitForURL(`**/inbox?*conversation=${conversationId}*`);
    await page.getByLabel('Messages').getByText('my secret party').waitFor();
    expect(await shown()).not.toContainEqual(expect.objectContaining({ tag: conversationId }));
    expect(consoleLines).toEqual([]);
  });
});

describe('the Notifications page', () => {
  it('says so where the browser blocks notifications', async () => {
    const { page: blocked } = await open('/settings/notifications');
    await blocked.getByText('Your browser blocks notifications from this site.').waitFor();
    expect(await blocked.getByRole('switch', { name: SWITCH }).count()).toBe(0);
  });

  it('keeps what a member chooses, and where the team is emailed', async () => {
    const { page: own } = await open('/settings/notifications');
    const digest = own.getByRole('switch', { name: 'Weekly summary' });
    expect(await digest.isChecked()).toBe(true);
    await digest.click();
    await own.getByLabel('Where should we email you when a customer is waiting?').fill('desk@example.com');
    await own.getByRole('button', { name: 'Save changes' }).click();
    await own.getByText('Saved.', { exact: true }).waitFor();
    await own.reload();
    await own.getByText('We also email desk@example.com.').waitFor();
    expect(await digest.isChecked()).toBe(false);
    expect(await own.getByRole('switch', { name: 'Email me when a customer is waiting' }).isChecked()).toBe(false);
    const { handoff } = expectStatus(200, await call(service, 'GET', '/api/v1/config', { key })).json;
    expect(handoff.email).toBe('desk@example.com');
  });

  it('is there for agents, too, without the other settings', async () => {
    const agent = await signUp(service, { name: 'Sam Agent' });
    await queryAsDbOwner(
      service.connection,
      `insert into members (workspace_id, user_id, role) values ($1, $2, 'agent')`,
      [workspace, agent.user.id],
    );
    const { page: own, consoleLines: errors } = await open(`/?workspace=${workspace}`, {}, agent.cookie);
    await own.getByRole('button', { name: 'Your account' }).click();
    await own.getByRole('menuitem', { name: 'Notifications' }).click();
    await own.getByText('Emails go to desk@example.com.').waitFor();
    expect(await own.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    expect(await violations(own)).toEqual([]);
    expect(errors).toEqual([]);
  });
});

it('can be installed', async () => {
  const { page: own } = await open('/');
  const session = await own.context().newCDPSession(own);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data!)).toMatchObject({ name: 'Frontdesk', display: 'standalone', start_url: '/' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Windows of tests are like those in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

it('ends with signing out', async () => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate(`localStorage.getItem('subscribed with')`)).toBeNull();
  expect((await queryAsDbOwner(service.connection, 'select from push_devices')).rows).toEqual([]);
});

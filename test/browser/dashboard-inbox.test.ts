// The inbox, as the people at the counter use it.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { call } from '../harness.ts';
import { toPageFunction } from './browser.ts';
import { fillInbox, openDashboard } from './dashboard.ts';
import { pressTabUntil, readFocusedElement, tabToAndPress } from './keyboard.ts';

const { service, workspace, key, open } = await openDashboard(['restaurant', 'medical']);
const SCROLL_FRAMES = 120;

async function sendMessage(message: string, conversationId?: string, businessType = 'restaurant') {
  const customer = { name: 'Dana Fox' };
  const body = { message, ...(conversationId ? { conversationId } : { businessType, customer }) };
  return (await call(service, 'POST', '/api/chat', { key, body })).json;
}
const getConversation = async (id: string) => (await call(service, 'GET', `/api/conversations/${id}`, { key })).json;
const locateConversationRows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
const waitUntilLive = (page: Page) => page.getByRole('status').getByText('Up to date', { exact: true }).waitFor();

describe('a conversation', () => {
  it('gets removable notes, tags and saved replies', async () => {
    const { conversationId } = await sendMessage('Do you have parking?');
    const { page, consoleLines } = await open(`/inbox?conversation=${conversationId}`);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Write a note to your team' }).fill('A regular');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByLabel('Messages').getByText('A regular').waitFor();
    await page.getByRole('button', { name: 'Remove note' }).click();
    await page.getByLabel('Messages').getByText('A regular').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Messages').getByText('A regular').waitFor();
    await page.getByRole('combobox', { name: 'New tag' }).fill('parking');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove tag parking' }).waitFor();
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('menuitem', { name: 'Manage saved replies…' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Parking');
    await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Behind the house.');
    await page.getByRole('button', { name: 'Save reply' }).click();
    await page.getByRole('dialog').getByText('Behind the house.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('menuitem', { name: 'Parking' }).click();
    await page.getByRole('button', { name: 'Take over and send' }).click();
    await page.getByLabel('Messages').getByText('Behind the house.').waitFor();
    expect((await getConversation(conversationId)).status).toBe('handoff');
    expect(consoleLines).toEqual([]);
  });

  it('about health is hidden until it is revealed', async () => {
    const { conversationId } = await sendMessage('I need my lisinopril refilled', undefined, 'medical');
    const { page } = await open(`/inbox?conversation=${conversationId}`);
    await page.getByText('This conversation contains health information').waitFor();
    expect(await page.getByText('lisinopril').count()).toBe(0);
    await page.getByRole('button', { name: 'Show conversation' }).click();
    await page.getByText('I need my lisinopril refilled').waitFor();
    const row = page.locator(`[data-conversation="${conversationId}"]`);
    expect(await row.innerText()).toMatch(/^Name hidden/);
    await page.getByRole('button', { name: /^Show names/ }).click();
    await expect.poll(() => row.innerText()).toMatch(/^Dana Fox\s.*\sI need my lisinopril refilled/s);
    await page.getByRole('button', { name: /^Hide names/ }).click();
    await expect.poll(() => row.innerText()).toMatch(/^Name hidden/);
  });
});

describe('a conversation, by the keyboard alone', () => {
  it('is reached with Tab and the arrow keys, and the focus is always visible', async () => {
    for (const message of ['When are you open?', 'Where are you?', 'Is there parking?']) await sendMessage(message);
    const { page } = await open('/inbox');
    await waitUntilLive(page);
    const rowButtons = page.getByRole('list', { name: 'Conversations' }).getByRole('button');
    await tabToAndPress(page, /Is there parking/);
    await page.getByLabel('Messages').getByText('Is there parking?').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Messages').getByText('Where are you?').waitFor();
    expect(await rowButtons.nth(1).getAttribute('aria-current')).toBe('true');
    // One Tab leaves the list, however long it is.
    await tabToAndPress(page, 'Take over');
    await page.getByRole('button', { name: 'Hand back' }).waitFor();
    await expect.poll(async () => (await readFocusedElement(page)).name).toBe('Hand back');
    await pressTabUntil(page, 'Reply to the customer');
    await page.keyboard.type('Second street on the left.');
    await page.keyboard.press('Enter');
    await page.getByLabel('Messages').getByText('Second street').waitFor();
    expect((await readFocusedElement(page)).name).toBe('Reply to the customer');
    await tabToAndPress(page, 'Hand back', 'Shift+Tab');
    await page.getByRole('button', { name: 'Take over', exact: true }).waitFor();
    await tabToAndPress(page, 'Resolve');
    await page.getByText('Conversation resolved.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await readFocusedElement(page)).name).toContain('Resolved');
  });

  it('is found, replied to and resolved with shortcuts', async () => {
    await sendMessage('A table in the garden?');
    const { page } = await open('/inbox');
    await waitUntilLive(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('garden');
    await expect.poll(() => locateConversationRows(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.getByLabel('Messages').getByText('A table in the garden?').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Hand back' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('Gladly.');
    await page.keyboard.press('Enter');
    await page.getByLabel('Messages').getByText('Gladly.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.getByText('Conversation resolved.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Select a conversation').waitFor();
  });
});

describe('a waiting customer', () => {
  it('causes a browser notification if alerts are on, unless somebody has taken over', async () => {
    const { page } = await open('/inbox');
    await page.addInitScript(`window.notifications = []; window.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title, { body }) { notifications.push(title + ': ' + body); }
    }`);
    await page.reload();
    await waitUntilLive(page);
    await page.getByRole('button', { name: 'Alerts' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Show a notification when a customer is waiting' }).click();
    const { conversationId } = await sendMessage('When are you open?');
    await page.locator(`[data-conversation="${conversationId}"]`).click();
    await page.getByRole('button', { name: 'Take over', exact: true }).click();
    await page.getByRole('button', { name: 'Hand back' }).waitFor();
    await sendMessage('I want to talk to a person');
    const readNotifications = () => page.evaluate('notifications');
    await expect.poll(readNotifications).toEqual(['A customer is waiting: Dana Fox wants to talk to your team.']);
    await page.getByRole('link', { name: /^Inbox\s*[1-9]\d* waiting for your team/ }).waitFor();
    const urgentReply = await sendMessage('My father has chest pain and cannot breathe');
    await expect
      .poll(readNotifications)
      .toContain('Urgent: a customer may need help now: Dana Fox wants to talk to your team.');
    await sendMessage('Is there parking?');
    // Newer conversations are listed below it.
    await locateConversationRows(page).filter({ hasText: 'Is there parking?' }).first().waitFor();
    expect(await locateConversationRows(page).first().innerText()).toContain('Urgent');
    await page.locator(`[data-conversation="${urgentReply.conversationId}"]`).click();
    await page.getByText('This may be an emergency.').waitFor();
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    const toast = page.getByText('Conversation resolved.');
    await toast.waitFor();
    await expect.poll(() => locateConversationRows(page).getByText('Urgent').count()).toBe(0);
    await toast.waitFor({ state: 'detached' });
  });
});

describe('ten thousand conversations', () => {
  it('are scrolled and searched with only a few of them on the page', async () => {
    await fillInbox(service, workspace, 10_000);
    const { page } = await open('/inbox');
    await locateConversationRows(page).first().waitFor();
    const scroller = page.getByRole('list', { name: 'Conversations' }).locator('..');
    // A screen and a half each frame, which is faster than anybody reads. `npm run bench` measures its cost.
    await scroller.evaluate(
      toPageFunction<Promise<void>>(`async (it) => {
        for (let frame = 0; frame < ${SCROLL_FRAMES}; frame++) {
          it.scrollBy(0, 1000);
          await new Promise(requestAnimationFrame);
        }
      }`),
    );
    expect(await locateConversationRows(page).count()).toBeLessThan(60);
    // It scrolled far down, over many pages that were loaded meanwhile.
    await expect.poll(() => scroller.evaluate(toPageFunction<number>('(it) => it.scrollTop'))).toBeGreaterThan(20_000);
    await page.getByRole('searchbox').fill('4711');
    await locateConversationRows(page).filter({ hasText: 'Customer 4711' }).waitFor();
  });
});

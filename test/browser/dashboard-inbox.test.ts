// The inbox, as the people at the counter use it.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { call } from '../harness.ts';
import { inPage } from './browser.ts';
import { fillInbox, openDesk, violations } from './desk.ts';

const { service, workspace, key, open } = await openDesk(['restaurant', 'medical']);

async function chat(message: string, conversationId?: string, businessType = 'restaurant') {
  const customer = { name: 'Dana Fox' };
  const body = { message, ...(conversationId ? { conversationId } : { businessType, customer }) };
  return (await call(service, 'POST', '/api/chat', { key, body })).json;
}
const read = async (id: string) => (await call(service, 'GET', `/api/conversations/${id}`, { key })).json;
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
const live = (page: Page) => page.getByRole('status').getByText('Live', { exact: true }).waitFor();

describe('a conversation', () => {
  it('appears by itself, is taken over, answered, handed back and resolved', async () => {
    const { page, said } = await open('/inbox');
    await page.getByText('No conversations yet').waitFor();
    await live(page);
    const { conversationId } = await chat('When are you open?');
    await rows(page).filter({ hasText: 'Dana Fox' }).click();
    await page.getByText('When are you open?').first().waitFor();
    await page.getByText('What the assistant understood').click();
    await page.getByText('general.hours').waitFor();
    await page.getByRole('button', { name: 'Take over', exact: true }).click();
    await page.getByText('The assistant is silent now.').waitFor();
    await page.getByRole('textbox', { name: 'Your reply to the customer' }).fill('This is Ann. Until eleven tonight.');
    await page.keyboard.press('Enter');
    await page.getByLabel('Messages').getByText('Until eleven tonight').waitFor();
    expect((await read(conversationId)).messages.at(-1)).toMatchObject({ role: 'agent' });
    await chat('Thank you!', conversationId);
    await page.getByLabel('Messages').getByText('Thank you!').waitFor();
    await page.getByRole('button', { name: 'Hand back' }).click();
    await page.getByText('The assistant answers again.').waitFor();
    expect((await chat('Where are you?', conversationId)).reply).not.toBe('');
    await page.getByLabel('Messages').getByText('Where are you?').waitFor();
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByText('Resolved.', { exact: true }).waitFor();
    expect((await read(conversationId)).status).toBe('resolved');
    expect(said).toEqual([]);
  });

  it('gets notes that can be taken back, tags and ready answers', async () => {
    const { conversationId } = await chat('Do you have parking?');
    const { page, said } = await open(`/inbox?conversation=${conversationId}`);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'A note for your team' }).fill('A regular');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByLabel('Messages').getByText('A regular').waitFor();
    await page.getByRole('button', { name: 'Remove this note' }).click();
    await page.getByLabel('Messages').getByText('A regular').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Messages').getByText('A regular').waitFor();
    await page.getByRole('combobox', { name: 'New tag' }).fill('parking');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag parking' }).waitFor();
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByRole('button', { name: 'Ready answers' }).click();
    await page.getByRole('menuitem', { name: 'Edit ready answers…' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Parking');
    await page.getByRole('textbox', { name: 'Answer' }).fill('Behind the house.');
    await page.getByRole('button', { name: 'Keep it ready' }).click();
    await page.getByRole('dialog').getByText('Behind the house.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Ready answers' }).click();
    await page.getByRole('menuitem', { name: 'Parking' }).click();
    await page.getByRole('button', { name: 'Take over and send' }).click();
    await page.getByLabel('Messages').getByText('Behind the house.').waitFor();
    expect((await read(conversationId)).status).toBe('handoff');
    expect(said).toEqual([]);
  });

  it('about health says nothing before it is asked', async () => {
    const { conversationId } = await chat('I need my lisinopril refilled', undefined, 'medical');
    const { page } = await open(`/inbox?conversation=${conversationId}`);
    await page.getByText('This conversation is about health').waitFor();
    expect(await page.getByText('lisinopril').count()).toBe(0);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByText('I need my lisinopril refilled').waitFor();
  });
});

describe('by the keyboard alone', () => {
  it('is found, answered and resolved', async () => {
    await chat('A table in the garden?');
    const { page } = await open('/inbox');
    await live(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('garden');
    await expect.poll(() => rows(page).count()).toBe(1);
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
    await page.getByText('Resolved.', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Choose a conversation').waitFor();
  });
});

describe('whoever waits', () => {
  it('is told of by the browser, once somebody wants that, and not when somebody took over', async () => {
    const { page } = await open('/inbox');
    await page.addInitScript(`window.told = []; window.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title, { body }) { told.push(title + ': ' + body); }
    }`);
    await page.reload();
    await live(page);
    await page.getByRole('button', { name: 'Alerts' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Browser notification when somebody waits' }).click();
    const { conversationId } = await chat('When are you open?');
    await page.locator(`[data-conversation="${conversationId}"]`).click();
    await page.getByRole('button', { name: 'Take over', exact: true }).click();
    await page.getByRole('button', { name: 'Hand back' }).waitFor();
    await chat('I want to talk to a person');
    const told = () => page.evaluate('told');
    await expect.poll(told).toEqual(['Somebody waits for a person: Dana Fox would like to talk to your team.']);
    await page.getByRole('link', { name: /^Inbox\s*[1-9]\d* waiting for a person/ }).waitFor();
  });
});

describe('accessibility', () => {
  it.each(['light', 'dark'] as const)('%s: nothing is found', async (colorScheme) => {
    const { conversationId } = await chat('A table for 4, please');
    const { page } = await open(`/inbox?conversation=${conversationId}`, { colorScheme });
    await page.getByText('What the assistant understood').first().click();
    await live(page);
    const found = [await violations(page)];
    await page.keyboard.press('Escape');
    await page.goto(`${service.url}/inbox?q=nothing-like-it`);
    await page.getByText('Nothing matches').waitFor();
    found.push(await violations(page));
    expect(found).toEqual([[], []]);
  });
});

describe('ten thousand conversations', () => {
  it('are scrolled through without a long task, and searched in a fifth of a second', { timeout: 90_000 }, async () => {
    await fillInbox(service, workspace, 10_000);
    const { page } = await open('/inbox');
    await rows(page).first().waitFor();
    await page.evaluate(`new PerformanceObserver((list) => { window.long = (window.long ?? []).concat(list.getEntries().map((it) => it.duration)) })
      .observe({ type: 'longtask' })`);
    const scroller = page.getByRole('list', { name: 'Conversations' }).locator('..');
    for (let page = 0; page < 40; page++) {
      await scroller.evaluate(inPage('(it) => it.scrollBy(0, 4000)'));
      await scroller.evaluate(
        inPage('(it) => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))'),
      );
    }
    expect(await rows(page).count()).toBeLessThan(60);
    const longest = Math.max(0, ...((await page.evaluate('window.long ?? []')) as number[]));
    expect(longest).toBeLessThan(200);
    // It did go down, over many pages that were read meanwhile.
    expect(await scroller.evaluate(inPage<number>('(it) => it.scrollTop'))).toBeGreaterThan(20_000);
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const took: number[] = [];
    for (const q of ['4711', 'Customer 99', 'table', 'nowhere']) {
      const start = performance.now();
      expect((await call(service, 'GET', `/api/inbox/conversations?q=${q}&limit=100`, { cookie })).status).toBe(200);
      took.push(Math.round(performance.now() - start));
    }
    expect(Math.max(...took)).toBeLessThan(200);
    await page.getByRole('searchbox').fill('4711');
    await rows(page).filter({ hasText: 'Customer 4711' }).waitFor();
  });
});

// A customer in the widget and a member of the team in the inbox, side by side.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { call, createApiKey } from '../harness.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { locateChat, visit } from './browser.ts';
import { openDashboard } from './dashboard.ts';
import { createInstallCode, createPageHtml, startWebsite } from './website.ts';

const { service, browser, workspace, key, open } = await openDashboard();
const site = await startWebsite();
afterAll(() => site.close());
let homeUrl: string;

const updateConfig = async (body: object) =>
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body }));

beforeAll(async () => {
  await updateConfig({ hours: createEveryDayHours(['00:00', '24:00']), closures: [] });
  const publishable = await createApiKey(service, workspace, { kind: 'publishable', origins: [site.origin] });
  homeUrl = site.addPage('/', createPageHtml(createInstallCode(service.url, publishable.key)));
});

const locateConversationRows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');

describe('a handoff', () => {
  it('keeps the assistant while waiting, shows a person typing and replying, and is resolved', async () => {
    const { page: customerPage } = await visit(browser, homeUrl);
    const chat = locateChat(customerPage);
    const statusLine = chat.panel.locator('.head-text p');
    await chat.open();
    expect(await statusLine.innerText()).toBe('Usually replies instantly');
    await chat.say('Hello');
    await chat.button('Options').click();
    await chat.button('Talk to a person').click();
    await chat.panel.getByText('your name and a phone number or email').waitFor();
    await expect.poll(() => statusLine.innerText()).toBe('Waiting for our team');
    expect(await chat.field.getAttribute('autocomplete')).toBe('name');

    const { page: inboxPage, consoleLines } = await open('/inbox');
    await locateConversationRows(inboxPage).getByText('Waiting', { exact: true }).waitFor();
    await inboxPage.getByRole('button', { name: 'Waiting 1' }).click();
    await locateConversationRows(inboxPage).first().getByRole('button').click();
    const customerPanel = inboxPage.getByRole('complementary', { name: 'Customer' });
    await customerPanel.getByText('Unknown').waitFor();

    // Facts are still answered, and the details reach the team.
    expect(await chat.say('Do you have parking?')).toContain('garage');
    expect(await chat.say('Maria Rossi, (212) 555-0188')).toBe(
      'Thank you, Maria. I’ve passed your details on to the team.',
    );
    expect(await chat.say('We are celebrating her birthday')).toBe('I’ve added that for the team.');
    await customerPanel.getByRole('link', { name: '(212) 555-0188' }).waitFor();
    expect(await customerPanel.getByRole('link', { name: '(212) 555-0188' }).getAttribute('href')).toBe(
      'tel:+12125550188',
    );
    await locateConversationRows(inboxPage).getByText('Maria Rossi', { exact: true }).waitFor();

    await inboxPage.getByRole('textbox', { name: 'Reply to the customer' }).pressSequentially('Hi Maria');
    await chat.panel.getByText('Ann is typing…').waitFor();
    await inboxPage.keyboard.press('Enter');
    await chat.panel.locator('.agent .bubble').getByText('Hi Maria').waitFor();
    await chat.panel.getByText('Ann is typing…').waitFor({ state: 'detached' });
    await expect.poll(() => statusLine.innerText()).toBe('Ann from Bella Vista');
    await chat.panel
      .locator('.agent .meta')
      .getByText(/^Ann from Bella Vista · /)
      .waitFor();
    // Nobody waits any more: not in the list, not in the filter, not on the badge, not on Home.
    await inboxPage.getByRole('heading', { name: 'Conversation with Maria Rossi' }).waitFor();
    await inboxPage.getByText('With Ann', { exact: true }).first().waitFor();
    await inboxPage.getByText('No one is waiting').waitFor();
    await expect.poll(() => inboxPage.getByText('waiting for your team').count()).toBe(0);
    await inboxPage.getByRole('button', { name: 'With team 1' }).click();
    await locateConversationRows(inboxPage).getByText('With Ann').click();

    // The assistant is silent from now on.
    const bubbleCount = await chat.messages.count();
    await chat.field.fill('When are you open?');
    await customerPage.keyboard.press('Enter');
    await inboxPage.getByLabel('Messages').getByText('When are you open?').waitFor();
    await expect.poll(() => chat.messages.count()).toBe(bubbleCount + 1);
    expect(await chat.panel.locator('.typing').count()).toBe(0);
    await inboxPage.getByRole('button', { name: 'Waiting 1' }).waitFor();

    await inboxPage.getByRole('button', { name: 'Resolve', exact: true }).click();
    await chat.panel.getByText('This conversation has ended.').waitFor();
    await expect.poll(() => statusLine.innerText()).toBe('Usually replies instantly');
    expect(await chat.say('When are you open?')).toContain('open');
    expect(consoleLines).toEqual([]);
  });

  it('hides the typing sign after some idle seconds', async () => {
    const { page: customerPage } = await visit(browser, homeUrl);
    const chat = locateChat(customerPage);
    await chat.open();
    await chat.say('I want to talk to a person');
    const { page: inboxPage } = await open('/inbox?view=waiting');
    await locateConversationRows(inboxPage).first().getByRole('button').click();
    await inboxPage.getByRole('textbox', { name: 'Reply to the customer' }).pressSequentially('Let me');
    await chat.panel.getByText('Ann is typing…').waitFor();
    await chat.panel.getByText('Ann is typing…').waitFor({ state: 'detached' });
    // Typing a note to the team is not shown to the customer.
    await inboxPage.getByRole('button', { name: 'Note', exact: true }).click();
    const requestUrls: string[] = [];
    inboxPage.on('request', (request) => requestUrls.push(request.url()));
    await inboxPage.getByRole('textbox', { name: 'Write a note to your team' }).pressSequentially('A regular');
    await inboxPage.getByRole('button', { name: 'Add note' }).click();
    await inboxPage.getByLabel('Messages').getByText('A regular').waitFor();
    expect(requestUrls.filter((url) => url.endsWith('/typing'))).toEqual([]);
  });
});

describe('the customer panel', () => {
  it('shows bookings and earlier conversations, on a phone after a tap', async () => {
    const { page: customerPage } = await visit(browser, homeUrl);
    const chat = locateChat(customerPage);
    await chat.open();
    for (const text of ['A table for 2 tomorrow at 7:30 pm', 'Lena Park', '(212) 555-0123', 'Yes please'])
      await chat.say(text);
    const earlierMessage = {
      message: 'Is there parking?',
      businessType: 'restaurant',
      customer: { phone: '+12125550123' },
    };
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: earlierMessage }));
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    for (const options of [{}, phone]) {
      const { page: inboxPage } = await open('/inbox', options);
      // The other conversation has the same name, because it is matched by phone.
      await locateConversationRows(inboxPage).filter({ hasText: 'Yes please' }).getByText('Lena Park').click();
      await inboxPage.getByRole('heading', { name: 'Conversation with Lena Park' }).waitFor();
      const panel = inboxPage.getByRole('complementary', { name: 'Customer' });
      if ('isMobile' in options) {
        expect(await panel.isVisible()).toBe(false);
        await inboxPage.getByRole('button', { name: 'Customer details' }).click();
      }
      await panel.getByText('2 guests').waitFor();
      await panel.getByText('Confirmed').waitFor();
      await panel.getByRole('heading', { name: 'Other conversations' }).waitFor();
      expect(await findViolationsInBothThemes(inboxPage)).toEqual([]);
    }
  });
});

describe('the chat of a closed business', () => {
  it('says until when it is closed, and that the assistant can help', async () => {
    const dateFormat = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' });
    const [today, tomorrow] = [0, 1].map((days) => dateFormat.format(Date.now() + days * 86_400_000));
    await updateConfig({ hours: createEveryDayHours(['09:00', '17:00']), closures: [{ from: today, to: tomorrow }] });
    const { page: customerPage } = await visit(browser, homeUrl);
    const chat = locateChat(customerPage);
    await chat.open();
    expect(await chat.panel.locator('.head-text p').innerText()).toMatch(
      /^Closed until \w{3} 9:00\sAM, but our assistant can help$/,
    );
    expect(await chat.panel.locator('.head-text .dot').count()).toBe(0);
    expect(await chat.say('I want to talk to a person')).toMatch(/closed right now.*9:00 AM/s);
  });
});

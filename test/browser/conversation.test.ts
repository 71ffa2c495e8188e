import { describe, expect, it } from 'vitest';
import { expectStatus, KEEP_ALL_SAMPLES } from '../business.ts';
import { call, createApiKey, createWorkspace, startService } from '../harness.ts';
import { locateChat, openPage, visit } from './browser.ts';
import { createInstallCode, createPageHtml, openWidgetWebsite } from './website.ts';

// A copy by email is offered only if email can be sent.
const { browser, homeUrl, service, restaurant, site } = await openWidgetWebsite({}, () =>
  startService(undefined, { smtpUrl: 'smtp://127.0.0.1:1' }),
);
const key = restaurant.secretKey;
const send = (method: string, path: string, body?: unknown) => call(service, method, path, { key, body });

/** The latest conversation, as the business sees it. */
async function readLatestConversation() {
  const { json } = expectStatus(200, await send('GET', '/api/conversations?limit=1'));
  return expectStatus(200, await send('GET', `/api/conversations/${json.data[0].id}`)).json;
}
const readTranscript = async () =>
  (await readLatestConversation()).messages.map(({ role, text }: Record<string, string>) => `${role}: ${text}`);

const TABLE_REQUEST = 'A table for 4 tomorrow at 7:30 pm please';
const DETAILS = ['Maria Rossi', '(212) 555-0188', 'Yes please'];

describe('a booking', () => {
  it('is made, shown as a card, and canceled from the card', async () => {
    const { page, consoleLines } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await page.evaluate(`frontdesk('on', 'booking', (it) => { window.booked = it; })`);
    await chat.open();
    for (const text of [TABLE_REQUEST, ...DETAILS]) await chat.say(text);
    const card = chat.panel.locator('.booking');
    const code = (await card.locator('.code b').innerText()).trim();
    expect(await card.innerText()).toMatch(/Booked[\s\S]+7:30[\s\S]+4 guests/);
    expect(await card.innerText()).not.toContain('with ');
    const booking = expectStatus(200, await send('GET', `/api/v1/bookings?q=${code}`)).json.data[0];
    expect(booking).toMatchObject({ code, status: 'confirmed', partySize: 4 });
    expect(await page.evaluate('window.booked')).toMatchObject({ type: 'booking.created', code });
    const { pathname, search } = new URL((await card.getByRole('link').getAttribute('href'))!);
    expect((await call(service, 'GET', pathname + search)).text).toContain('BEGIN:VEVENT');

    await chat.button('Cancel').click();
    await chat.button('Yes please').click();
    // The card of the booking, and the one that says it was canceled.
    await expect.poll(() => chat.panel.locator('.booking.off').count()).toBe(2);
    expect(expectStatus(200, await send('GET', `/api/v1/bookings/${booking.id}`)).json.status).toBe('cancelled');
    // A canceled booking cannot be changed.
    expect(await chat.button('Change').count()).toBe(0);
    expect(consoleLines).toEqual([]);
  });

  it('names the stylist', async () => {
    const { id, key: secret } = await createWorkspace(service);
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key: secret, body: { industry: 'salon' } }));
    expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { key: secret, body: KEEP_ALL_SAMPLES }));
    const publishableKey = await createApiKey(service, id, { kind: 'publishable', origins: [site.origin] });
    const { page } = await visit(
      browser,
      site.addPage('/salon', createPageHtml(createInstallCode(service.url, publishableKey.key))),
    );
    const chat = locateChat(page);
    await chat.open();
    for (const text of ['A gel manicure next Wednesday at 1 pm please', ...DETAILS]) await chat.say(text);
    expect(await chat.panel.locator('.booking').innerText()).toMatch(/Booked[\s\S]+Gel Manicure · with Mei Tanaka/);
  });

  it('continues after a reload', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    await chat.say(TABLE_REQUEST);
    await chat.say(DETAILS[0]!);
    await page.reload();
    await expect.poll(() => chat.messages.count()).toBe(5);
    for (const text of DETAILS.slice(1)) await chat.say(text);
    expect(await chat.panel.locator('.booking').innerText()).toContain('Booked');
    expect((await readTranscript()).filter((text: string) => text.startsWith('customer'))).toHaveLength(4);
  });

  it('can be made with the assistant’s buttons', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    await chat.say('I would like to book a table');
    await chat.panel.getByRole('group', { name: 'How many guests?' }).getByRole('button', { name: '2' }).click();
    await chat.panel.getByRole('button', { name: 'Next month' }).click();
    const day = chat.panel.locator('.days button:enabled').first();
    const dayLabel = (await day.getAttribute('aria-label'))!;
    await day.click();
    await expect.poll(async () => (await readTranscript()).includes(`customer: ${dayLabel}`)).toBe(true);
    expect((await readLatestConversation()).messages.at(-1).asks).toMatchObject({ field: 'time' });
  });
});

describe('two tabs', () => {
  it('show the same messages', async () => {
    const { context, page } = await visit(browser, homeUrl);
    const firstChat = locateChat(page);
    await firstChat.open();
    await firstChat.say('Hello');
    const { page: secondPage } = await openPage(context, homeUrl);
    const secondChat = locateChat(secondPage);
    await expect.poll(() => secondChat.messages.allInnerTexts()).toHaveLength(3);
    await firstChat.say('When are you open?');
    await expect.poll(() => secondChat.messages.count()).toBe(5);
    await secondChat.say('Is there parking?');
    await expect.poll(() => firstChat.messages.count()).toBe(7);
    expect(await firstChat.messages.allInnerTexts()).toEqual(await secondChat.messages.allInnerTexts());
    expect(await readTranscript()).toHaveLength(6);
  });
});

describe('a lost connection', () => {
  it('keeps a written message, and sends it once when it is restored', async () => {
    const { context, page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    await chat.say('Hello');
    await context.setOffline(true);
    await chat.field.fill('When are you open?');
    await page.keyboard.press('Enter');
    await chat.panel.getByText('Not sent yet').waitFor();
    await chat.panel.getByText('You’re offline').waitFor();
    await context.setOffline(false);
    await expect.poll(() => chat.messages.count()).toBe(5);
    expect(await chat.panel.getByText('Not sent yet').count()).toBe(0);
    expect(await readTranscript()).toHaveLength(4);
  });

  it('does not duplicate a message whose response was lost', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    let requestCount = 0;
    await page.route('**/api/chat', async (route) => {
      if (requestCount++ > 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await chat.say('When are you open?');
    expect(requestCount).toBe(2);
    expect(await chat.messages.count()).toBe(3);
    expect(await readTranscript()).toHaveLength(2);
  });

  it('is not reported if the service is only busy', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    const problem = { status: 503, code: 'unavailable' };
    await page.route('**/api/chat', (route) => route.fulfill({ status: 503, json: problem }), { times: 2 });
    await chat.field.fill('Is there parking?');
    await page.keyboard.press('Enter');
    await chat.panel.getByText('We’re busy right now').waitFor();
    expect(await chat.panel.getByText('Not sent yet').count()).toBe(0);
    await expect.poll(() => chat.messages.allInnerTexts()).toHaveLength(3);
    expect(await chat.panel.getByText('We’re busy right now').count()).toBe(0);
  });

  it('does not lose an unsent message on a reload', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    await page.route('**/api/chat', (route) => route.abort());
    await chat.field.fill('Is there parking?');
    await page.keyboard.press('Enter');
    await chat.panel.getByText('Not sent yet').waitFor();
    await page.unroute('**/api/chat');
    await page.reload();
    await expect.poll(() => chat.messages.allInnerTexts()).toHaveLength(3);
    expect(await readTranscript()).toEqual(['customer: Is there parking?', expect.stringContaining('garage')]);
  });
});

describe('a team member', () => {
  it('replies live, and new replies are counted on the button while the chat is closed', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    await chat.say('Hello');
    await chat.button('Options').click();
    await chat.button('Talk to a person').click();
    await chat.panel.getByText('Someone from our team will reply here.').waitFor();
    const { id, status } = await readLatestConversation();
    expect(status).toBe('handoff');
    expectStatus(201, await send('POST', `/api/conversations/${id}/messages`, { text: 'Ciao, this is Paola.' }));
    await chat.panel.locator('.agent .bubble').getByText('Ciao, this is Paola.').waitFor();
    await chat.field.fill('Hi Paola');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await readTranscript()).at(-1)).toBe('customer: Hi Paola');
    expect(await chat.panel.locator('.customer .bubble').getByText('Hi Paola').count()).toBe(1);

    await chat.button('Close chat').click();
    expectStatus(201, await send('POST', `/api/conversations/${id}/messages`, { text: 'Your table is ready.' }));
    await expect.poll(() => chat.launcher.getAttribute('aria-label')).toBe('Chat with us (1 new)');
    await chat.open();
    await chat.panel.getByText('Your table is ready.').waitFor();
    expect(await chat.launcher.getAttribute('aria-label')).toBe('Close chat');

    expectStatus(200, await send('POST', `/api/conversations/${id}/resolve`, {}));
    await chat.button('Rate this conversation').click();
    await chat.panel.getByRole('radio', { name: '5 out of 5 stars' }).check();
    await chat.panel.getByLabel('Anything to add?').fill('Lovely');
    await chat.button('Send').click();
    await chat.panel.getByText('Thank you!').waitFor();
    expect((await readLatestConversation()).rating).toBe(5);
  });
});

describe('the form before the chat', () => {
  it('asks for name and email, which the business sees', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.launcher.waitFor();
    const fields = [{ name: 'name', required: true }, { name: 'email' }];
    await page.evaluate(`frontdesk('update', { preChat: { enabled: true, fields: ${JSON.stringify(fields)} } })`);
    await chat.launcher.click();
    await chat.button('Start chat').click();
    // The chat does not start without a name.
    await chat.panel.getByLabel('Name').fill('Maria Rossi');
    await chat.panel.getByLabel('Email').fill('maria@example.com');
    await chat.button('Start chat').click();
    await chat.say('Hello');
    expect((await readLatestConversation()).customer).toMatchObject({
      name: 'Maria Rossi',
      email: 'maria@example.com',
    });
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Hello');
  });
});

describe('a copy by email', () => {
  it('is sent only after a link in an email has been opened', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.open();
    await chat.say('Is there parking?');
    await chat.button('Options').click();
    await chat.button('Email me a copy').click();
    await chat.panel.getByLabel('Email').fill('maria@example.com');
    await chat.button('Send').click();
    const notice = 'We’ve sent a link to maria@example.com. Open it to get your copy.';
    await chat.panel.getByText(notice).waitFor();
  });
});

describe('the keyboard alone', () => {
  it('can open the chat, write, choose and close it', async () => {
    const { page } = await visit(browser, homeUrl);
    const chat = locateChat(page);
    await chat.launcher.waitFor();
    const readFocusedLabel = () =>
      page.evaluate(`(() => { let it = document.activeElement; while (it?.shadowRoot?.activeElement) it = it.shadowRoot.activeElement;
        return it?.getAttribute('aria-label') ?? it?.textContent; })()`);
    const tabTo = async (name: string, key = 'Tab') => {
      for (let i = 0; i < 20 && (await readFocusedLabel()) !== name; i++) await page.keyboard.press(key);
      expect(await readFocusedLabel()).toBe(name);
    };
    await tabTo('Chat with us');
    await page.keyboard.press('Enter');
    await expect.poll(readFocusedLabel).toBe('Your message');
    await page.keyboard.type('I want to book a table');
    await page.keyboard.press('Enter');
    await chat.panel.getByRole('group', { name: 'How many guests?' }).waitFor();
    await tabTo('3', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await chat.panel.locator('.month').waitFor();
    await expect.poll(readFocusedLabel).toBe('Your message');
    await tabTo('Options', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(readFocusedLabel).toBe('Talk to a person');
    await page.keyboard.press('Escape');
    expect(await readFocusedLabel()).toBe('Options');
    await page.keyboard.press('Escape');
    await expect.poll(readFocusedLabel).toBe('Chat with us');
    expect(await chat.panel.isVisible()).toBe(false);
  });
});

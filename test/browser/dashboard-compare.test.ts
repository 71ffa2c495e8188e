// An owner who wants to know what a language model would do better, and what it costs.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/kernel/config.ts';
import { call, queryAsDbOwner } from '../harness.ts';
import { type ScriptedModel, startScriptedModel } from '../llm/scripted-model.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { type OpenedDashboard, openDashboard } from './dashboard.ts';
import { openSection } from './pages.ts';

const BOOKING_DATE = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const RESERVATION = {
  partySize: 4,
  startsAt: `${BOOKING_DATE}T19:30`,
  customer: { name: 'Dana Fox', phone: '+12125550142' },
};
const QUESTION = 'Could you write me a poem about budgies?';
const ENGINE_NAMES = { embedded: 'Built-in assistant only', llm: 'With a language model' };

let model: ScriptedModel;
let dashboard: OpenedDashboard;
let page: Page;
let consoleLines: string[];
beforeAll(async () => {
  model = await startScriptedModel();
  const llm = { ...readConfig({}).llm, timeoutMs: 10_000, baseUrl: model.url, model: 'scripted' };
  dashboard = await openDashboard(['restaurant'], { llm });
  ({ page, consoleLines } = await dashboard.open('/assistant'));
  await openSection(page, dashboard.service.url, '/assistant', 'Playground');
});

const button = (name: string) => page.getByRole('button', { name });
const locateAnswersBy = (engine: keyof typeof ENGINE_NAMES) =>
  page.getByRole('article', { name: ENGINE_NAMES[engine] });
const getInSandbox = async (path: string) =>
  (await call(dashboard.service, 'GET', path, { cookie: dashboard.cookie, headers: { 'x-mode': 'test' } })).json;
const readBookingStatuses = async () =>
  (await getInSandbox('/api/v1/bookings')).data.map(({ status }: { status: string }) => status) as string[];

/** Sends a message, and waits until the panel names who answered. */
async function ask(text: string, answeredBy: string) {
  await page.getByLabel('Message as a customer').fill(text);
  await button('Send').click();
  await page.getByRole('region', { name: 'How it understood this' }).getByText(answeredBy).waitFor();
}

const expectAccessible = async () => expect(await findViolationsInBothThemes(page)).toEqual([]);

describe('comparing engines', () => {
  it('answers the same messages with both, and shows who answered, how quickly and at what cost', async () => {
    expect(await button('Compare engines').isDisabled()).toBe(true);
    model.setScript();
    await ask(QUESTION, 'Built-in assistant · no language model in use');
    await ask('Hello', 'Built-in assistant · greeting or thanks');
    expect(model.requests).toEqual([]);
    model.setScript({ call: 'restaurant_reserve', with: RESERVATION }, { say: 'Welcome! What a lovely evening.' });
    await button('Compare engines').click();
    await locateAnswersBy('llm').nth(1).getByText('What a lovely evening.').waitFor();
    expect(await locateAnswersBy('embedded').count()).toBe(2);
    const firstAnswer = await locateAnswersBy('llm').first().innerText();
    expect(firstAnswer).toContain('A table for 4');
    expect(firstAnswer).toMatch(/Language model · needed the language model · scripted\n+[\d.]+ sec · \$0\.00/);
    expect(await locateAnswersBy('embedded').first().innerText()).toMatch(
      /Built-in assistant · .+\n+[\d.]+ sec · no cost/,
    );
    await page.getByText(/With a language model, total: [\d.]+ sec · \$0\.00/).waitFor();
    expect(model.requests.length).toBe(2);
    await expectAccessible();
  });

  it('shows both engines the same calendar: bookings made for the comparison are canceled', async () => {
    await button('Start over').click();
    expect(await locateAnswersBy('llm').count()).toBe(0);
    await ask(QUESTION, 'Built-in assistant · no language model in use');
    await ask('Yes', 'Built-in assistant');
    model.setScript({ call: 'restaurant_reserve', with: RESERVATION });
    await button('Compare engines').click();
    await locateAnswersBy('llm').nth(1).getByText('Built-in assistant · completed a request').waitFor();
    await expect.poll(readBookingStatuses).toEqual(['cancelled']);
  });

  it('shows where the model gave no answer, and who answered instead', async () => {
    model.setEveryResponse({ status: 401 });
    await button('Compare engines').click();
    await locateAnswersBy('llm').first().getByText('Built-in assistant · language model didn’t answer').waitFor();
    expect(consoleLines.filter((line) => /error/.test(line))).toEqual([]);
  });
});

describe('usage', () => {
  it('shows who answered what, what it cost, and what was held back', async () => {
    const usage = { inputTokens: 900, outputTokens: 100, cost: 1_500, latencyMs: 1_840 };
    const droppedPrice = { why: 'price', about: '' };
    const messageDetails = [
      {
        engine: 'openai:gpt-4.1-mini',
        engineReason: 'model',
        usage,
        dropped: [droppedPrice, { why: 'deed', about: '' }, droppedPrice],
      },
      { engine: 'openai:gpt-4.1-mini', engineReason: 'model', usage },
      { engine: 'embedded', engineReason: 'record' },
      { engine: 'embedded', engineReason: 'safety' },
    ];
    await queryAsDbOwner(
      dashboard.service.connection,
      `with c as (insert into conversations (workspace_id, id, channel, created_at, updated_at)
         values ($1, 'conv_used', 'widget', now(), now()))
       insert into messages (workspace_id, id, conversation_id, role, text, details, created_at)
       select $1, 'msg_used' || n, 'conv_used', 'assistant', 'words', d, now()
       from jsonb_array_elements($2) with ordinality x (d, n)`,
      [dashboard.workspace, JSON.stringify(messageDetails)],
    );
    await openSection(page, dashboard.service.url, '/assistant?tab=engine', 'Usage and quality');
    const card = page.locator('main section').filter({ has: page.getByRole('heading', { name: 'Usage and quality' }) });
    await card.getByText('50%').first().waitFor();
    const cardText = (await card.innerText()).replaceAll(/\s+/g, ' ');
    expect(cardText).toContain('Cost per conversation $0.003 in 1 conversation');
    expect(cardText).toContain('Average response time 1.8 sec');
    expect(cardText).toContain('gpt-4.1-mini 2 · 50%');
    expect(cardText).toContain('Built-in assistant · fact on file 1 · 25%');
    expect(cardText).toContain('A wrong price 2 A booking or change that didn’t happen 1');
    await expectAccessible();
  });
});

describe('the inbox', () => {
  it('shows for each answer who gave it, and why', async () => {
    const { service, key } = dashboard;
    const { conversationId } = (await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } })).json;
    await page.goto(`${service.url}/inbox?conversation=${conversationId}`);
    await page.getByText('What the assistant understood').click();
    await page.getByText('Built-in assistant · greeting or thanks').waitFor();
  });
});

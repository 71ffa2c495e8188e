// Books a table in the customer's language through the widget, from the first message to the confirmation.
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { call } from '../harness.ts';
import { type ScriptedModel, startServiceWithModel } from '../llm/scripted-model.ts';
import { locateChat, toPageFunction, visit } from './browser.ts';
import { createPageHtml, openWidgetWebsite } from './website.ts';

let model!: ScriptedModel;
const { browser, site, createScriptTag, service, restaurant } = await openWidgetWebsite({}, async () => {
  const started = await startServiceWithModel('auto');
  model = started.model;
  return started.service;
});

const createReservationOn = (day: number) => ({
  partySize: 4,
  customer: { name: 'Ana Ruiz', phone: '212 555 0142' },
  startsAt: `2026-11-${day}T19:30`,
});
const readDirection = (bubble: Locator) =>
  bubble.evaluate(toPageFunction<string>('(it) => getComputedStyle(it).direction'));

describe.each([
  {
    lang: 'es',
    day: 23,
    request: 'Quisiera una mesa para cuatro el lunes a las siete y media, a nombre de Ana Ruiz',
    tablePattern: /mesa/i,
    yesLabel: 'Sí, por favor',
    direction: 'ltr',
  },
  {
    lang: 'fr',
    day: 24,
    request: 'Je voudrais une table pour quatre mardi à dix-neuf heures trente, au nom de Ana Ruiz',
    tablePattern: /table/i,
    yesLabel: 'Oui, s’il vous plaît',
    direction: 'ltr',
  },
  {
    lang: 'zh',
    day: 25,
    request: '你好，我想预订星期三晚上七点半的四人桌，名字是 Ana Ruiz',
    tablePattern: /桌|位/,
    yesLabel: '好的，麻烦了',
    direction: 'ltr',
  },
  {
    lang: 'ar',
    day: 26,
    request: 'أريد حجز طاولة لأربعة أشخاص يوم الخميس الساعة السابعة والنصف باسم Ana Ruiz',
    tablePattern: /طاولة/,
    yesLabel: 'نعم، من فضلك',
    direction: 'rtl',
  },
])('a table in $lang', ({ lang, day, request, tablePattern, yesLabel, direction }) => {
  it('is read back, accepted with a button and confirmed in that language', async () => {
    model.setScript({ call: 'restaurant_reserve', with: createReservationOn(day) });
    const { page, context, consoleLines } = await visit(
      browser,
      site.addPage(`/${lang}`, createPageHtml(createScriptTag(), { lang })),
    );
    const chat = locateChat(page);
    await chat.open();
    const readBack = await chat.say(request);
    expect(readBack).toMatch(tablePattern);
    expect(readBack).not.toMatch(/Shall I|table for|Thursday/);

    const chatResponse = page.waitForResponse((response) => response.url().endsWith('/api/chat'));
    await chat.button(yesLabel).click();
    await chatResponse;
    await chat.panel.locator('.log[aria-busy="false"]').waitFor();
    const confirmation = await chat.replies.last().innerText();
    const { json } = await call(service, 'GET', '/api/v1/bookings', { key: restaurant.secretKey });
    const booking = json.data.find(({ startsAt }: { startsAt: string }) => startsAt.includes(`-${day}T`));
    expect(booking).toMatchObject({ status: 'confirmed', partySize: 4 });
    expect(confirmation).toContain(booking.code);
    expect(confirmation).not.toMatch(/booked|Your code/);
    expect(await readDirection(chat.replies.last())).toBe(direction);
    expect(consoleLines).toEqual([]);
    await context.close();
  });
});

it('a suggestion in the customer’s language starts the booking, without calling the model', async () => {
  model.setScript();
  const { page, context } = await visit(
    browser,
    site.addPage('/begin', createPageHtml(createScriptTag(), { lang: 'ar' })),
  );
  const chat = locateChat(page);
  await chat.open();
  await chat.button('حجز طاولة').click();
  await expect.poll(() => chat.replies.count()).toBe(2);
  await chat.panel.locator('.log[aria-busy="false"]').waitFor();
  expect(await chat.replies.last().innerText()).toMatch(/^[^a-z]*$/i);
  expect(model.requests).toEqual([]);
  await context.close();
});

import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';
import { callFromWidget, ORIGIN } from '../../../test/visitor.ts';
import { textColorOn } from '../../kernel/colors.ts';

let service: Service;

beforeAll(async () => {
  service = await startService(undefined, { smtpUrl: 'smtp://127.0.0.1:1', jobs: 'off' });
});

async function openWidgetBusiness(plan: string, industry = 'restaurant', mode: 'live' | 'test' = 'live') {
  const { id, ...liveKey } = await createWorkspace(service, { plan });
  const { key } = mode === 'live' ? liveKey : await createApiKey(service, id, { mode });
  await call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
  const embeddingSite = {
    key: (await createApiKey(service, id, { kind: 'publishable', mode, origins: [ORIGIN] })).key,
  };
  const put = (widget: unknown, fields: object = {}) =>
    call(service, 'PUT', '/api/v1/config', { key, body: { widget, ...fields } });
  const settings = async (body: object = {}, headers: Record<string, string> = {}) =>
    (await callFromWidget(service, embeddingSite, 'POST', '/api/widget/session', { body, headers })).json.settings;
  return { id, key, put, settings };
}

const THEMED_WIDGET = {
  color: '#0a7f5a',
  position: 'left',
  greeting: 'Ciao!',
  theme: 'dark',
  avatarUrl: 'https://www.example.com/a.png',
  title: 'Ask Bella',
  subtitle: 'Usually at once',
  placeholder: 'Your question',
  launcherLabel: 'Ask us',
  texts: { send: 'Go' },
  suggestions: ['Book a table'],
  preChat: {
    enabled: true,
    fields: [{ name: 'name', required: true }, { name: 'phone' }],
    message: 'First, who are you?',
  },
  proactive: { enabled: true, afterSeconds: 20, pages: ['/menu*'], message: 'Hungry?' },
  sound: true,
  rating: false,
  transcript: false,
};

describe('settings', () => {
  it('have defaults', async () => {
    const { key, settings } = await openWidgetBusiness('starter');
    expect(await settings()).toMatchObject({ businessName: 'Bella Vista', suggestions: [] });
    // Visitors see only the sample content that the owner has kept.
    await call(service, 'POST', '/api/v1/config/samples', { key, body: { keep: ['/'] } });
    expect(await settings()).toMatchObject({
      businessName: 'Bella Vista',
      industry: 'restaurant',
      locale: 'en-US',
      direction: 'ltr',
      color: '#1f5fd0',
      textColor: '#ffffff',
      position: 'right',
      theme: 'auto',
      title: 'Bella Vista',
      greeting: expect.stringMatching(/^Welcome!/),
      texts: {},
      suggestions: [expect.any(String), expect.any(String), expect.any(String)],
      preChat: { enabled: false, fields: [] },
      proactive: { enabled: false },
      sound: false,
      rating: true,
      transcript: true,
      poweredBy: true,
      currency: 'USD',
      timezone: 'America/New_York',
      phone: '(212) 555-0134',
    });
    // Left out: the widget shows these texts in the visitor's language.
    for (const name of ['subtitle', 'placeholder', 'launcherLabel']) expect(await settings()).not.toHaveProperty(name);
    expect(await settings({ businessName: 'Your Bank' })).toMatchObject({
      businessName: 'Bella Vista',
      title: 'Bella Vista',
    });
  });

  it('include the owner’s choices', async () => {
    const { put, settings } = await openWidgetBusiness('professional');
    expect((await put(THEMED_WIDGET)).json.widget).toEqual(THEMED_WIDGET);
    const presentedSettings = await settings();
    const { preChat: _, ...plainOptions } = THEMED_WIDGET;
    expect(presentedSettings).toMatchObject({ ...plainOptions, poweredBy: true, textColor: '#ffffff' });
    expect(presentedSettings.preChat.fields).toEqual([
      { name: 'name', required: true },
      { name: 'phone', required: false },
    ]);
    await put({ color: '#ff0' });
    expect(await settings()).toMatchObject({ color: '#ff0', textColor: '#000000', position: 'right' });
  });

  it('can be read without the owner’s choices, in the business’s language', async () => {
    const { key, put, settings } = await openWidgetBusiness('professional');
    await call(service, 'POST', '/api/v1/config/samples', { key, body: { keep: ['/'] } });
    const settingsBefore = await settings();
    await put(THEMED_WIDGET);
    const defaults = await call(service, 'GET', '/api/v1/widget/defaults', { key });
    expect(defaults.json).toEqual({
      settings: { ...settingsBefore, preChat: { enabled: false, fields: [] } },
      locked: { poweredBy: 'business' },
    });
    await put(THEMED_WIDGET, { locale: 'es-MX' });
    const translated = await call(service, 'GET', '/api/v1/widget/defaults', { key });
    expect(translated.json.settings).toMatchObject({ locale: 'es-MX', color: '#1f5fd0' });
    expect(translated.json.settings.suggestions).not.toEqual(settingsBefore.suggestions);
  });

  it('say whether the business is open, and its text direction', async () => {
    const { put, settings } = await openWidgetBusiness('business', 'restaurant', 'test');
    expect(await settings({}, { 'x-test-clock': '2026-11-18T12:00:00-05:00' })).toMatchObject({ openNow: true });
    expect(await settings({}, { 'x-test-clock': '2026-11-18T03:00:00-05:00' })).toMatchObject({
      openNow: false,
      opensAt: expect.stringMatching(/^2026-11-18T/),
    });
    await put({}, { locale: 'ar-AE' });
    expect(await settings()).toMatchObject({ locale: 'ar-AE', direction: 'rtl' });
  });

  it('offer no transcript if the service cannot send email', async () => {
    const { id } = await openWidgetBusiness('professional');
    const serviceWithoutMail = await startService(service.connection, { jobs: 'off' });
    const embeddingSite = { key: (await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key };
    const { json } = await callFromWidget(serviceWithoutMail, embeddingSite, 'POST', '/api/widget/session', {
      body: {},
    });
    expect(json.settings.transcript).toBe(false);
  });

  it('include the emergency number and no transcript for health businesses', async () => {
    const { put, settings } = await openWidgetBusiness('professional', 'medical');
    expect(await settings()).toMatchObject({ emergencyNumber: '911', transcript: false });
    await put({ transcript: true }, { country: 'GB' });
    expect(await settings()).toMatchObject({ emergencyNumber: '999', transcript: false });
  });

  it.each([
    [{ color: 'red' }, '/widget/color'],
    [{ color: '#12345' }, '/widget/color'],
    [{ avatarUrl: 'http://example.com/a.png' }, '/widget/avatarUrl'],
    [{ avatarUrl: 'javascript:alert(1)' }, '/widget/avatarUrl'],
    [{ position: 'top' }, '/widget/position'],
    [{ preChat: { enabled: true, fields: [{ name: 'birthday' }] } }, '/widget/preChat/fields/0/name'],
    [{ texts: { 'no good': 'x' } }, '/widget/texts/no good'],
    [{ junk: 1 }, '/widget/junk'],
  ])('are rejected if invalid: %j', async (widget, pointer) => {
    const { put } = await openWidgetBusiness('business');
    const response = await put(widget);
    expectProblem(response, 422, 'validation_failed');
    expect(response.json.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });
});

describe('the plan', () => {
  it('starter includes color, position and greeting', async () => {
    const { put, settings } = await openWidgetBusiness('starter');
    const basicOptions = { color: '#222222', position: 'left', greeting: 'Hi!' };
    expect((await put(basicOptions)).status).toBe(200);
    expect(await settings()).toMatchObject(basicOptions);
    for (const widget of [{ theme: 'dark' }, { title: 'x' }, { sound: true }]) {
      const rejected = await put({ ...basicOptions, ...widget });
      expectProblem(rejected, 403, 'plan_required');
      expect(rejected.json.plan).toBe('professional');
    }
  });

  it('business can hide “powered by”, and the sandbox has every option', async () => {
    const professional = await openWidgetBusiness('professional');
    const rejected = await professional.put({ poweredBy: false });
    expectProblem(rejected, 403, 'plan_required');
    expect(rejected.json.plan).toBe('business');
    expect((await professional.put({ poweredBy: true })).status).toBe(200);
    const businessPlan = await openWidgetBusiness('business');
    await businessPlan.put({ poweredBy: false });
    expect(await businessPlan.settings()).toMatchObject({ poweredBy: false });
    const sandbox = await openWidgetBusiness('starter', 'restaurant', 'test');
    expect((await sandbox.put({ ...THEMED_WIDGET, poweredBy: false })).status).toBe(200);
    expect(await sandbox.settings()).toMatchObject({ theme: 'dark', poweredBy: false });
  });

  it('hides options of a higher plan after a downgrade, but keeps them in the document', async () => {
    const { id, key, put, settings } = await openWidgetBusiness('business');
    await put({ ...THEMED_WIDGET, poweredBy: false });
    await service.database.inWorkspace(id, (db) => db.updateTable('workspaces').set({ plan: 'starter' }).execute());
    await expect.poll(async () => (await settings()).poweredBy).toBe(true);
    expect(await settings()).toMatchObject({ color: '#0a7f5a', position: 'left', theme: 'auto', sound: false });
    const { json } = await call(service, 'GET', '/api/v1/config', { key });
    expect(json.widget).toMatchObject({ poweredBy: false, theme: 'dark' });
    expect((await put({ ...json.widget, color: '#123456' })).status).toBe(200);
    expectProblem(await put({ ...json.widget, theme: 'light' }), 403, 'plan_required');
  });
});

describe('text color', () => {
  it.each([
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
    ['#1f5fd0', '#ffffff'],
    ['#fd0', '#000000'],
    ['#767676', '#000000'],
    ['#757575', '#ffffff'],
    ['#808080', '#000000'],
  ])('on %s is %s', (color, text) => {
    expect(textColorOn(color)).toBe(text);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { KEEP_ALL_SAMPLES } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';
import { callFromWidget, ORIGIN } from '../../../test/visitor.ts';
import { chooseTextColor } from '../../kernel/colors.ts';

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
  const putWidget = (widget: unknown, fields: object = {}) =>
    call(service, 'PUT', '/api/v1/config', { key, body: { widget, ...fields } });
  const readSettings = async (body: object = {}, headers: Record<string, string> = {}) =>
    (await callFromWidget(service, embeddingSite, 'POST', '/api/widget/session', { body, headers })).json.settings;
  return { id, key, putWidget, readSettings };
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
    const { key, readSettings } = await openWidgetBusiness('starter');
    expect(await readSettings()).toMatchObject({ businessName: 'Bella Vista', suggestions: [] });
    // Visitors see only the sample content that the owner has kept.
    await call(service, 'POST', '/api/v1/config/samples', { key, body: KEEP_ALL_SAMPLES });
    expect(await readSettings()).toMatchObject({
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
    for (const name of ['subtitle', 'placeholder', 'launcherLabel'])
      expect(await readSettings()).not.toHaveProperty(name);
    expect(await readSettings({ businessName: 'Your Bank' })).toMatchObject({
      businessName: 'Bella Vista',
      title: 'Bella Vista',
    });
  });

  it('include the owner’s choices', async () => {
    const { putWidget, readSettings } = await openWidgetBusiness('professional');
    expect((await putWidget(THEMED_WIDGET)).json.widget).toEqual(THEMED_WIDGET);
    const presentedSettings = await readSettings();
    const { preChat: _, ...plainOptions } = THEMED_WIDGET;
    expect(presentedSettings).toMatchObject({ ...plainOptions, poweredBy: true, textColor: '#ffffff' });
    expect(presentedSettings.preChat.fields).toEqual([
      { name: 'name', required: true },
      { name: 'phone', required: false },
    ]);
    await putWidget({ color: '#ff0' });
    expect(await readSettings()).toMatchObject({ color: '#ff0', textColor: '#000000', position: 'right' });
  });

  it('can be read without the owner’s choices, in the business’s language', async () => {
    const { key, putWidget, readSettings } = await openWidgetBusiness('professional');
    await call(service, 'POST', '/api/v1/config/samples', { key, body: KEEP_ALL_SAMPLES });
    const settingsBefore = await readSettings();
    await putWidget(THEMED_WIDGET);
    const defaultsResponse = await call(service, 'GET', '/api/v1/widget/defaults', { key });
    expect(defaultsResponse.json).toEqual({
      settings: { ...settingsBefore, preChat: { enabled: false, fields: [] } },
      locked: { poweredBy: 'business' },
    });
    await putWidget(THEMED_WIDGET, { locale: 'es-MX' });
    const translatedResponse = await call(service, 'GET', '/api/v1/widget/defaults', { key });
    expect(translatedResponse.json.settings).toMatchObject({ locale: 'es-MX', color: '#1f5fd0' });
    expect(translatedResponse.json.settings.suggestions).not.toEqual(settingsBefore.suggestions);
  });

  it('say whether the business is open, and its text direction', async () => {
    const { putWidget, readSettings } = await openWidgetBusiness('business', 'restaurant', 'test');
    expect(await readSettings({}, { 'x-test-clock': '2026-11-18T12:00:00-05:00' })).toMatchObject({ openNow: true });
    expect(await readSettings({}, { 'x-test-clock': '2026-11-18T03:00:00-05:00' })).toMatchObject({
      openNow: false,
      opensAt: expect.stringMatching(/^2026-11-18T/),
    });
    await putWidget({}, { locale: 'ar-AE' });
    expect(await readSettings()).toMatchObject({ locale: 'ar-AE', direction: 'rtl' });
  });

  it('offer no transcript if the service cannot send email', async () => {
    const { id } = await openWidgetBusiness('professional');
    const serviceWithoutEmail = await startService(service.connection, { jobs: 'off' });
    const embeddingSite = { key: (await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key };
    const { json } = await callFromWidget(serviceWithoutEmail, embeddingSite, 'POST', '/api/widget/session', {
      body: {},
    });
    expect(json.settings.transcript).toBe(false);
  });

  it('include the emergency number and no transcript for health businesses', async () => {
    const { putWidget, readSettings } = await openWidgetBusiness('professional', 'medical');
    expect(await readSettings()).toMatchObject({ emergencyNumber: '911', transcript: false });
    await putWidget({ transcript: true }, { country: 'GB' });
    expect(await readSettings()).toMatchObject({ emergencyNumber: '999', transcript: false });
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
    const { putWidget } = await openWidgetBusiness('business');
    const response = await putWidget(widget);
    expectProblem(response, 422, 'validation_failed');
    expect(response.json.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });
});

describe('the plan', () => {
  it('starter includes color, position and greeting', async () => {
    const { putWidget, readSettings } = await openWidgetBusiness('starter');
    const basicOptions = { color: '#222222', position: 'left', greeting: 'Hi!' };
    expect((await putWidget(basicOptions)).status).toBe(200);
    expect(await readSettings()).toMatchObject(basicOptions);
    for (const widget of [{ theme: 'dark' }, { title: 'x' }, { sound: true }]) {
      const rejectedResponse = await putWidget({ ...basicOptions, ...widget });
      expectProblem(rejectedResponse, 403, 'plan_required');
      expect(rejectedResponse.json.plan).toBe('professional');
    }
  });

  it('business can hide “powered by”, and the sandbox has every option', async () => {
    const professional = await openWidgetBusiness('professional');
    const rejectedResponse = await professional.putWidget({ poweredBy: false });
    expectProblem(rejectedResponse, 403, 'plan_required');
    expect(rejectedResponse.json.plan).toBe('business');
    expect((await professional.putWidget({ poweredBy: true })).status).toBe(200);
    const businessPlan = await openWidgetBusiness('business');
    await businessPlan.putWidget({ poweredBy: false });
    expect(await businessPlan.readSettings()).toMatchObject({ poweredBy: false });
    const sandbox = await openWidgetBusiness('starter', 'restaurant', 'test');
    expect((await sandbox.putWidget({ ...THEMED_WIDGET, poweredBy: false })).status).toBe(200);
    expect(await sandbox.readSettings()).toMatchObject({ theme: 'dark', poweredBy: false });
  });

  it('hides options of a higher plan after a downgrade, but keeps them in the document', async () => {
    const { id, key, putWidget, readSettings } = await openWidgetBusiness('business');
    await putWidget({ ...THEMED_WIDGET, poweredBy: false });
    await service.database.inWorkspace(id, (db) => db.updateTable('workspaces').set({ plan: 'starter' }).execute());
    await expect.poll(async () => (await readSettings()).poweredBy).toBe(true);
    expect(await readSettings()).toMatchObject({ color: '#0a7f5a', position: 'left', theme: 'auto', sound: false });
    const { json } = await call(service, 'GET', '/api/v1/config', { key });
    expect(json.widget).toMatchObject({ poweredBy: false, theme: 'dark' });
    expect((await putWidget({ ...json.widget, color: '#123456' })).status).toBe(200);
    expectProblem(await putWidget({ ...json.widget, theme: 'light' }), 403, 'plan_required');
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
    expect(chooseTextColor(color)).toBe(text);
  });
});

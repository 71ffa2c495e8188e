import { describe, expect, it } from 'vitest';
import {
  chooseShownColor,
  createPreviewSettings,
  type Defaults,
  getFieldRequirements,
  isUploadedPicture,
  splitNonEmptyLines,
  type WidgetOptions,
  withFieldRequirement,
  withOption,
  withPart,
  withText,
  withToggle,
} from './options.ts';

const DEFAULTS: Defaults = {
  businessName: 'Bella Vista',
  locale: 'en-US',
  color: '#1f5fd0',
  textColor: '#ffffff',
  position: 'right',
  theme: 'auto',
  title: 'Bella Vista',
  texts: {},
  suggestions: ['Book a table'],
  preChat: { enabled: false, fields: [] },
  proactive: { enabled: false },
  sound: false,
  rating: true,
  transcript: true,
  poweredBy: true,
  currency: 'USD',
};

describe('an option', () => {
  it('is set, changed and reset', () => {
    expect(withOption<WidgetOptions, 'title'>({}, 'title', 'Ask us')).toEqual({ title: 'Ask us' });
    expect(withOption<WidgetOptions, 'title'>({ title: 'Ask us', color: '#fff' }, 'title', '')).toEqual({
      color: '#fff',
    });
    expect(withOption<WidgetOptions, 'title'>({ title: 'Ask us' }, 'title', undefined)).toEqual({});
  });

  it('may be an empty list or false', () => {
    expect(withOption<WidgetOptions, 'suggestions'>({}, 'suggestions', [])).toEqual({ suggestions: [] });
    expect(withOption<WidgetOptions, 'sound'>({}, 'sound', false)).toEqual({ sound: false });
  });

  it('that is a text is removed when it is emptied', () => {
    const changed = withText({}, 'send', 'Go');
    expect(changed).toEqual({ texts: { send: 'Go' } });
    expect(withText(changed, 'send', '')).toEqual({});
    expect(withText({ texts: { send: 'Go', back: 'Return' } }, 'send', '')).toEqual({ texts: { back: 'Return' } });
  });

  it('that is a switch is set only where it differs from the default', () => {
    expect(withToggle({}, DEFAULTS, 'rating', false)).toEqual({ rating: false });
    expect(withToggle({ rating: false }, DEFAULTS, 'rating', true)).toEqual({});
    expect(withToggle({}, DEFAULTS, 'sound', true)).toEqual({ sound: true });
    expect(withToggle({ sound: true }, DEFAULTS, 'sound', false)).toEqual({});
  });
});

describe('a part', () => {
  it('that is switched off keeps what is set in it', () => {
    const enabledOptions = withPart({}, 'proactive', { enabled: true });
    expect(enabledOptions).toEqual({ proactive: { enabled: true } });
    expect(withPart(enabledOptions, 'proactive', { enabled: false })).toEqual({});
    const optionsWithMessage = withPart(enabledOptions, 'proactive', { message: 'Hungry?' });
    expect(withPart(optionsWithMessage, 'proactive', { enabled: false })).toEqual({
      proactive: { enabled: false, message: 'Hungry?' },
    });
  });

  it('drops emptied fields', () => {
    const options = { proactive: { enabled: true, message: 'Hungry?', afterSeconds: 0 } };
    expect(withPart(options, 'proactive', { message: '' })).toEqual({ proactive: { enabled: true, afterSeconds: 0 } });
    expect(withPart(options, 'proactive', { afterSeconds: undefined })).toEqual({
      proactive: { enabled: true, message: 'Hungry?' },
    });
  });
});

describe('the form before the chat', () => {
  it('requires a name and offers an optional email by default', () => {
    expect(getFieldRequirements({})).toEqual({ name: 'required', email: 'optional', phone: 'no' });
    expect(getFieldRequirements({ preChat: { enabled: true, fields: [{ name: 'phone' }] } })).toEqual({
      name: 'no',
      email: 'no',
      phone: 'optional',
    });
  });

  it('keeps the order of its fields', () => {
    const { preChat } = withFieldRequirement({ preChat: { enabled: true } }, 'phone', 'required');
    expect(preChat?.fields).toEqual([
      { name: 'name', required: true },
      { name: 'email', required: false },
      { name: 'phone', required: true },
    ]);
  });

  it('is switched off if it asks for nothing', () => {
    expect(withFieldRequirement({ preChat: { enabled: true, fields: [{ name: 'phone' }] } }, 'phone', 'no')).toEqual(
      {},
    );
  });
});

const NOW = new Date('2026-11-17T12:00:00Z');
const createPreview = (
  defaults: typeof DEFAULTS,
  options: WidgetOptions,
  { isDark = false, isBusinessOpen = true } = {},
) => createPreviewSettings(defaults, options, { isDark, isBusinessOpen, now: NOW });

describe('the preview', () => {
  it('shows the widget while the business is open or closed, whatever it is now', () => {
    const closedDefaults = { ...DEFAULTS, openNow: false, opensAt: '2026-11-18T09:00:00Z' };
    expect(createPreview(DEFAULTS, {}, { isBusinessOpen: false })).toMatchObject({
      openNow: false,
      opensAt: '2026-11-18T00:00:00.000Z',
    });
    expect(createPreview(closedDefaults, {}, { isBusinessOpen: false })).toMatchObject({
      openNow: false,
      opensAt: closedDefaults.opensAt,
    });
    expect(createPreview(closedDefaults, {})).toMatchObject({ openNow: true, opensAt: undefined });
  });

  it('shows the defaults where nothing is set', () => {
    expect(createPreview(DEFAULTS, {})).toMatchObject({
      title: 'Bella Vista',
      color: '#1f5fd0',
      theme: 'light',
      suggestions: ['Book a table'],
      preChat: { fields: [{ name: 'name', required: true }, { name: 'email' }] },
    });
  });

  it('shows unsaved changes, and unsets removed options', () => {
    const settings = createPreview(DEFAULTS, { title: 'Ask us', suggestions: [], rating: false }, { isDark: true });
    expect(settings).toMatchObject({ title: 'Ask us', suggestions: [], rating: false, theme: 'dark' });
    for (const name of ['avatarUrl', 'greeting', 'subtitle', 'placeholder', 'launcherLabel'])
      expect(Object.keys(settings)).toContain(name);
  });

  it('lets the owner’s theme win over the visitor’s device', () => {
    expect(createPreview(DEFAULTS, { theme: 'light' }, { isDark: true }).theme).toBe('light');
  });

  it('keeps the last valid color while one is typed', () => {
    expect(chooseShownColor({ color: '#0a7' }, DEFAULTS)).toBe('#0a7');
    for (const color of ['#0a7f', 'red', '#0a7f5', undefined])
      expect(createPreview(DEFAULTS, { color }).color).toBe(DEFAULTS.color);
  });

  it('greets immediately and on every page', () => {
    const proactive = { enabled: true, afterSeconds: 60, pages: ['/menu'], message: 'Hungry?' };
    expect(createPreview(DEFAULTS, { proactive }).proactive).toEqual({
      enabled: true,
      afterSeconds: 0,
      pages: [],
      message: 'Hungry?',
    });
  });

  it('offers no copies that cannot be sent', () => {
    expect(createPreview({ ...DEFAULTS, transcript: false }, { transcript: true }).transcript).toBe(false);
    expect(createPreview(DEFAULTS, { transcript: false }).transcript).toBe(false);
  });
});

it('lines are trimmed, and empty ones left out', () => {
  expect(splitNonEmptyLines(' Book a table \n\n  \nSee the menu')).toEqual(['Book a table', 'See the menu']);
});

it('an uploaded picture is distinguished from a web address', () => {
  expect(isUploadedPicture('/pictures/x.png')).toBe(true);
  expect(isUploadedPicture('https://example.com/pictures/x.png')).toBe(false);
  expect(isUploadedPicture(undefined)).toBe(false);
});

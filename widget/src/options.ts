import type { Settings } from './api-types.ts';
import { buildLocale } from './language.ts';

/** What the page sets in the script element's attributes. */
export type Options = {
  baseUrl: string;
  key: string;
  /** Settings that override the business's on this page. */
  pageSettings: Partial<Settings>;
  /** Selects the industry if a workspace has several. */
  business: { businessType?: string };
  open: boolean;
  launcher: boolean;
  target?: string;
};

export function readOptions(script: HTMLScriptElement): Options {
  const { key = '', open, launcher, target, color, position, theme, locale, title, phone, avatar } = script.dataset;
  const { businessType, language } = script.dataset;
  const attributes = { color, position, theme, locale, language, title, phone, avatarUrl: avatar };
  const pageSettings = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value)) as Partial<Settings>;
  const baseUrl = script.src.replace(/\/widget\.js.*$/, '');
  return {
    baseUrl,
    key,
    pageSettings,
    business: { businessType },
    open: open !== undefined && open !== 'false',
    launcher: launcher !== 'none',
    target,
  };
}

/** Used until the server's settings are loaded. */
const DEFAULT_SETTINGS: Settings = {
  locale: 'en',
  color: '#2f5bea',
  position: 'right',
  theme: 'auto',
  texts: {},
  suggestions: [],
  preChat: {},
  proactive: {},
  currency: 'USD',
};

/**
 * Merges the settings: the page's override the business's. Text color and direction are derived again if the page changes
 * the color, the locale or the language.
 */
export function resolveSettings(
  settings: Partial<Settings> | undefined,
  pageSettings: Partial<Settings>,
  language?: string,
): Settings {
  const mergedSettings = { ...DEFAULT_SETTINGS, ...settings };
  return {
    ...mergedSettings,
    ...(language ? { locale: buildLocale(language, mergedSettings.locale) } : {}),
    ...(pageSettings.color ? { textColor: undefined } : {}),
    ...(pageSettings.locale || language ? { direction: undefined } : {}),
    ...pageSettings,
    language,
  };
}

const RTL_LANGUAGE_PATTERN = /^(ar|arc|ckb|dv|fa|he|ks|ku-arab|ps|sd|ug|ur|yi)\b/i;
export const getTextDirection = ({ direction, locale, language = '' }: Settings) =>
  direction ?? (RTL_LANGUAGE_PATTERN.test(language) || RTL_LANGUAGE_PATTERN.test(locale) ? 'rtl' : 'ltr');

const SECRET_KEY_PATTERN = /^fd_sk_/;
const PUBLISHABLE_KEY_PATTERN = /^fd_pk_(live|test)_\w+$/;

/** An error message for the page's developer if the key is invalid. */
export function describeKeyError(key: string): string | undefined {
  if (SECRET_KEY_PATTERN.test(key))
    return 'data-key holds a SECRET key. Anyone who opens this page can read it and act as your business. Revoke it now in the dashboard, and put a publishable key (fd_pk_…) here. The chat is not shown.';
  if (!PUBLISHABLE_KEY_PATTERN.test(key))
    return 'data-key must hold a publishable key (fd_pk_…). The chat is not shown.';
  return undefined;
}

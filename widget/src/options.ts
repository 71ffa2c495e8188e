import { localeIn } from './language.ts';
import type { Settings } from './shapes.ts';

/** What the script element says. */
export type Options = {
  base: string;
  key: string;
  look: Partial<Settings>;
  /** For a page of one of several kinds of business under the same key. */
  business: { businessType?: string };
  open: boolean;
  launcher: boolean;
  target?: string;
};

export function readOptions(script: HTMLScriptElement): Options {
  const { key = '', open, launcher, target, color, position, theme, locale, title, phone, avatar } = script.dataset;
  const { businessType, language } = script.dataset;
  const given = { color, position, theme, locale, language, title, phone, avatarUrl: avatar };
  const look = Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as Partial<Settings>;
  const base = script.src.replace(/\/widget\.js.*$/, '');
  return {
    base,
    key,
    look,
    business: { businessType },
    open: open !== undefined && open !== 'false',
    launcher: launcher !== 'none',
    target,
  };
}

/** Before the service has answered, or where it does not. */
const PLAIN: Settings = {
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
 * The page's wishes go over the business's. What follows from a colour or a language is then made anew of the page's, and
 * of the language that is spoken.
 */
export function settle(settings: Partial<Settings> | undefined, look: Partial<Settings>, language?: string): Settings {
  const settled = { ...PLAIN, ...settings };
  return {
    ...settled,
    ...(language ? { locale: localeIn(language, settled.locale) } : {}),
    ...(look.color ? { textColor: undefined } : {}),
    ...(look.locale || language ? { direction: undefined } : {}),
    ...look,
    language,
  };
}

const RTL = /^(ar|arc|ckb|dv|fa|he|ks|ku-arab|ps|sd|ug|ur|yi)\b/i;
export const directionOf = ({ direction, locale, language = '' }: Settings) =>
  direction ?? (RTL.test(language) || RTL.test(locale) ? 'rtl' : 'ltr');

const SECRET = /^fd_sk_/;
const PUBLISHABLE = /^fd_pk_(live|test)_\w+$/;

/** What is wrong with the key, for the person who put it there. */
export function keyProblem(key: string): string | undefined {
  if (SECRET.test(key))
    return 'data-key holds a SECRET key. Anyone who opens this page can read it and act as your business. Revoke it now in the dashboard, and put a publishable key (fd_pk_…) here. The chat is not shown.';
  if (!PUBLISHABLE.test(key)) return 'data-key must hold a publishable key (fd_pk_…). The chat is not shown.';
  return undefined;
}

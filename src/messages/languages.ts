/** The languages in which the system itself speaks. English is the language of the code. */
export const LANGUAGES = [
  { code: 'en', english: 'English', own: 'English', dir: 'ltr' },
  { code: 'es', english: 'Spanish', own: 'Español', dir: 'ltr' },
  { code: 'fr', english: 'French', own: 'Français', dir: 'ltr' },
  { code: 'de', english: 'German', own: 'Deutsch', dir: 'ltr' },
  { code: 'pt', english: 'Portuguese', own: 'Português', dir: 'ltr' },
  { code: 'it', english: 'Italian', own: 'Italiano', dir: 'ltr' },
  { code: 'nl', english: 'Dutch', own: 'Nederlands', dir: 'ltr' },
  { code: 'pl', english: 'Polish', own: 'Polski', dir: 'ltr' },
  { code: 'zh', english: 'Chinese', own: '中文', dir: 'ltr' },
  { code: 'ja', english: 'Japanese', own: '日本語', dir: 'ltr' },
  { code: 'ar', english: 'Arabic', own: 'العربية', dir: 'rtl' },
  { code: 'hi', english: 'Hindi', own: 'हिन्दी', dir: 'ltr' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

const byCode = new Map<string, (typeof LANGUAGES)[number]>(LANGUAGES.map((each) => [each.code, each]));

export const isLanguage = (code: string | undefined): code is Language => code !== undefined && byCode.has(code);

/** For a page's `lang` and `dir`; what is not known is English. */
export const languageOf = (code: string | null | undefined): (typeof LANGUAGES)[number] =>
  byCode.get(code ?? 'en') ?? LANGUAGES[0];

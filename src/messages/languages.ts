/** The languages of the system's own messages. English is the language of the code. */
export const LANGUAGES = [
  { code: 'en', english: 'English', nativeName: 'English', dir: 'ltr' },
  { code: 'es', english: 'Spanish', nativeName: 'Español', dir: 'ltr' },
  { code: 'fr', english: 'French', nativeName: 'Français', dir: 'ltr' },
  { code: 'de', english: 'German', nativeName: 'Deutsch', dir: 'ltr' },
  { code: 'pt', english: 'Portuguese', nativeName: 'Português', dir: 'ltr' },
  { code: 'it', english: 'Italian', nativeName: 'Italiano', dir: 'ltr' },
  { code: 'nl', english: 'Dutch', nativeName: 'Nederlands', dir: 'ltr' },
  { code: 'pl', english: 'Polish', nativeName: 'Polski', dir: 'ltr' },
  { code: 'zh', english: 'Chinese', nativeName: '中文', dir: 'ltr' },
  { code: 'ja', english: 'Japanese', nativeName: '日本語', dir: 'ltr' },
  { code: 'ar', english: 'Arabic', nativeName: 'العربية', dir: 'rtl' },
  { code: 'hi', english: 'Hindi', nativeName: 'हिन्दी', dir: 'ltr' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

const languageByCode = new Map<string, (typeof LANGUAGES)[number]>(
  LANGUAGES.map((language) => [language.code, language]),
);

export const isLanguage = (code: string | undefined): code is Language =>
  code !== undefined && languageByCode.has(code);

/** For a page's `lang` and `dir`; unknown languages fall back to English. */
export const getLanguage = (code: string | null | undefined): (typeof LANGUAGES)[number] =>
  languageByCode.get(code ?? 'en') ?? LANGUAGES[0];

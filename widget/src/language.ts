/** After this time the chat is shown in English. */
const MAX_TEXTS_WAIT_MS = 1_000;

/**
 * The language of the first non-empty preference: "pt-BR" becomes "pt". Undefined if it is not supported; texts are then
 * English, and dates and direction stay the business's.
 */
export function findSupportedLanguage(preferences: unknown[], supported: readonly string[]): string | undefined {
  const [code = ''] = String(preferences.find(Boolean) ?? '')
    .toLowerCase()
    .split(/[-_]/);
  return supported.includes(code) ? code : undefined;
}

/** The language with the business's region, Latin digits and the Gregorian calendar, as the date picker expects. */
export function buildLocale(language: string, locale: string): string {
  const [region = ''] = /-[a-z]{2}\b/i.exec(locale) ?? [];
  return `${language}${region}-u-ca-gregory-nu-latn`;
}

type Texts = Record<string, string>;
export type LanguageLoader = {
  /** The language currently in use. */
  getLanguage(): string | undefined;
  /** The language to switch to once its texts are loaded. */
  getRequestedLanguage(): string | undefined;
  getTexts(): Texts;
  chooseLanguage(preference?: unknown): void;
  /** Resolves when the texts are loaded or the wait is over. */
  waitForTexts(): Promise<void>;
};

/** English is built in; other languages are loaded from files. */
export function createLanguageLoader(baseUrl: string, onChange: () => void): LanguageLoader {
  let language: string | undefined = 'en';
  let texts: Texts = {};
  let requestedLanguage: string | undefined;
  let textsPromise: Promise<void> = Promise.resolve();

  async function fetchTexts(code: string) {
    const response = await fetch(`${baseUrl}/widget/texts-${code}-${TEXTS_HASH}.json`, { credentials: 'omit' });
    if (!response.ok) return;
    const loadedTexts = await response.json();
    if (requestedLanguage === code) setTexts(code, loadedTexts);
  }
  function setTexts(code: string | undefined, newTexts: Texts) {
    language = code;
    texts = newTexts;
    onChange();
  }
  return {
    getLanguage: () => language,
    getRequestedLanguage: () => requestedLanguage,
    getTexts: () => texts,
    chooseLanguage(preference) {
      requestedLanguage = findSupportedLanguage(
        [preference, document.documentElement.lang, navigator.language],
        ['en', ...LANGUAGES],
      );
      if (requestedLanguage && requestedLanguage !== 'en') textsPromise = fetchTexts(requestedLanguage).catch(() => {});
      else setTexts(requestedLanguage, {});
    },
    async waitForTexts() {
      await Promise.race([textsPromise, new Promise((resolve) => setTimeout(resolve, MAX_TEXTS_WAIT_MS))]);
      // Texts that arrive later are ignored, because changing the language while reading is confusing; the next page has them cached.
      requestedLanguage = language;
    },
  };
}

/** How long the chat waits for its words before it is shown in English. */
const PATIENCE_MS = 1_000;

/**
 * The first wish that is one at all decides: "pt-BR" is "pt". Undefined is what we do not speak; the words are English
 * then, and dates and direction stay the business's.
 */
export function languageOf(wishes: unknown[], spoken: readonly string[]): string | undefined {
  const [code = ''] = String(wishes.find(Boolean) ?? '')
    .toLowerCase()
    .split(/[-_]/);
  return spoken.includes(code) ? code : undefined;
}

/** The language as it is written where the business is, with the digits and the calendar of the chooser. */
export function localeIn(language: string, locale: string): string {
  const [region = ''] = /-[a-z]{2}\b/i.exec(locale) ?? [];
  return `${language}${region}-u-ca-gregory-nu-latn`;
}

type Texts = Record<string, string>;
export type LanguageLoader = {
  /** What is spoken now: another one's words are fetched first. */
  language(): string | undefined;
  /** What will be spoken, if its words come. */
  wanted(): string | undefined;
  texts(): Texts;
  choose(wish?: unknown): void;
  /** As soon as the words are there, or will not come in time. */
  ready(): Promise<void>;
};

/** English is built in; each other language is a file. */
export function createLanguageLoader(base: string, changed: () => void): LanguageLoader {
  let language: string | undefined = 'en';
  let texts: Texts = {};
  let wanted: string | undefined;
  let coming: Promise<void> = Promise.resolve();

  async function fetchTexts(code: string) {
    const response = await fetch(`${base}/widget/texts-${code}-${TEXTS_HASH}.json`, { credentials: 'omit' });
    if (!response.ok) return;
    const found = await response.json();
    if (wanted === code) speak(code, found);
  }
  function speak(code: string | undefined, words: Texts) {
    language = code;
    texts = words;
    changed();
  }
  return {
    language: () => language,
    wanted: () => wanted,
    texts: () => texts,
    choose(wish) {
      wanted = languageOf([wish, document.documentElement.lang, navigator.language], ['en', ...LANGUAGES]);
      if (wanted && wanted !== 'en') coming = fetchTexts(wanted).catch(() => {});
      else speak(wanted, {});
    },
    async ready() {
      await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      // What comes later would change the words under a reader's eyes. The next page has it at hand.
      wanted = language;
    },
  };
}

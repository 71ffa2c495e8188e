import { type Api, createApi, isApiError } from './api.ts';
import type { Session, Settings } from './api-types.ts';
import { type BrowserStorage, openBrowserStorage } from './browser-storage.ts';
import { createEventEmitter } from './commands.ts';
import { createLanguageLoader } from './language.ts';
import { type Options, resolveSettings } from './options.ts';
import { createTranslate, ENGLISH_TEXTS, type Translate } from './texts.ts';

/** What all parts of the widget share, on the page and in the chat bundle. */
export type WidgetBase = {
  options: Options;
  api: Api;
  storage: BrowserStorage;
  getSettings(): Settings;
  /** Overrides the business's settings for this page. */
  setPageSettings(pageSettings: Partial<Settings>): void;
  /** Looks up a text by its name. */
  t: Translate;
  /** Resolves when the texts of the visitor's language are loaded, or English is used instead. */
  waitForTexts(): Promise<void>;
  /** The English texts, to which the chat bundle adds its own when it is loaded. */
  englishTexts: typeof ENGLISH_TEXTS;
  /** Resolves to the visitor's session. It is requested once, and again after a failure or when the visitor changes. */
  getSession(): Promise<Session>;
  /** Signs the visitor in with a token of the page's server, or out without one, and starts a new session. */
  identify(jwt?: string): void;
  /** Drops the session and tells the chat to start over, as when the visitor changed in this tab or another. */
  restartSession(): void;
  on(event: string, listener: (detail: never) => void): void;
  off(event: string, listener: (detail: never) => void): void;
  emit(event: string, detail?: unknown): void;
};

/** Internal events. */
export const SETTINGS_CHANGED = '#look';
export const VISITOR_CHANGED = '#visitor';

export function createWidgetBase(options: Options): WidgetBase {
  const storage = openBrowserStorage(options.key);
  const eventEmitter = createEventEmitter();
  const { emit } = eventEmitter;
  let { pageSettings } = options;
  let sessionPromise: Promise<Session> | undefined;
  const languageLoader = createLanguageLoader(options.baseUrl, () => emit(SETTINGS_CHANGED));
  languageLoader.chooseLanguage(pageSettings.language);
  const api = createApi(options, storage, languageLoader.getRequestedLanguage);
  const getSettings = () => resolveSettings(storage.get().settings, pageSettings, languageLoader.getLanguage());

  async function startSession(): Promise<Session> {
    try {
      const session = await api.requestSession();
      emit(SETTINGS_CHANGED);
      return session;
    } catch (error) {
      sessionPromise = undefined;
      warnUnavailable(error);
      throw error;
    }
  }
  function restartSession() {
    sessionPromise = undefined;
    emit(VISITOR_CHANGED);
  }

  return {
    options,
    api,
    storage,
    getSettings,
    ...eventEmitter,
    setPageSettings(change) {
      pageSettings = { ...pageSettings, ...change };
      if (change.language) languageLoader.chooseLanguage(pageSettings.language);
      emit(SETTINGS_CHANGED);
    },
    t: createTranslate(() => getSettings().texts, languageLoader.getTexts),
    waitForTexts: languageLoader.waitForTexts,
    englishTexts: ENGLISH_TEXTS,
    getSession() {
      sessionPromise ??= startSession();
      return sessionPromise;
    },
    restartSession,
    identify(jwt) {
      api.identify(jwt);
      if (!jwt) storage.clear();
      storage.broadcast({ kind: 'visitor' });
      restartSession();
    },
  };
}

/** Logs a hint for the page's developer. */
function warnUnavailable(error: unknown) {
  const reason = isApiError(error) ? error.message : `no response. Is this page's origin (${location.origin}) allowed?`;
  console.warn(`Chat widget: the chat is not available: ${reason}`);
}

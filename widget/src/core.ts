import { type Api, createApi, isApiError } from './api.ts';
import type { Session, Settings } from './api-types.ts';
import { createListeners } from './commands.ts';
import { createLanguageLoader } from './language.ts';
import { type Memory, openMemory } from './memory.ts';
import { type Options, resolveSettings } from './options.ts';
import { createTranslate, KNOWN_TEXTS, type Translate } from './texts.ts';

/** Shared by all parts of the widget. */
export type WidgetBase = {
  options: Options;
  api: Api;
  memory: Memory;
  settings(): Settings;
  /** Overrides the business's settings for this page. */
  setPageSettings(pageSettings: Partial<Settings>): void;
  /** Looks up a text by its name. */
  t: Translate;
  /** Resolves when the texts of the visitor's language are loaded, or English is used instead. */
  textsReady(): Promise<void>;
  /** All English texts; the chat bundle adds its own. */
  texts: typeof KNOWN_TEXTS;
  /** The visitor's session, requested once and again after a failure. */
  session(): Promise<Session>;
  /** Signs the visitor in or out; the previous visitor's conversation is cleared. */
  identify(jwt?: string): void;
  /** Called when another tab changed the visitor. */
  restartSession(): void;
  on(event: string, listener: (detail: never) => void): void;
  off(event: string, listener: (detail: never) => void): void;
  emit(event: string, detail?: unknown): void;
};

/** Internal events. */
export const SETTINGS_CHANGED = '#look';
export const VISITOR_CHANGED = '#visitor';

export function createBase(options: Options): WidgetBase {
  const memory = openMemory(options.key);
  const listeners = createListeners();
  const { emit } = listeners;
  let { pageSettings } = options;
  let sessionPromise: Promise<Session> | undefined;
  const languageLoader = createLanguageLoader(options.baseUrl, () => emit(SETTINGS_CHANGED));
  languageLoader.choose(pageSettings.language);
  const api = createApi(options, memory, languageLoader.requested);
  const settings = () => resolveSettings(memory.get().settings, pageSettings, languageLoader.language());

  async function startSession(): Promise<Session> {
    try {
      const session = await api.session();
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
    memory,
    settings,
    ...listeners,
    setPageSettings(change) {
      pageSettings = { ...pageSettings, ...change };
      if (change.language) languageLoader.choose(pageSettings.language);
      emit(SETTINGS_CHANGED);
    },
    t: createTranslate(() => settings().texts, languageLoader.texts),
    textsReady: languageLoader.ready,
    texts: KNOWN_TEXTS,
    session() {
      sessionPromise ??= startSession();
      return sessionPromise;
    },
    restartSession,
    identify(jwt) {
      api.identify(jwt);
      if (!jwt) memory.clear();
      memory.broadcast({ kind: 'visitor' });
      restartSession();
    },
  };
}

/** Logs a hint for the page's developer. */
function warnUnavailable(error: unknown) {
  const reason = isApiError(error) ? error.message : `no response. Is this page's origin (${location.origin}) allowed?`;
  console.warn(`Chat widget: the chat is not available: ${reason}`);
}

import { type Api, createApi, isRefusal } from './api.ts';
import { createListeners } from './commands.ts';
import { createLanguageLoader } from './language.ts';
import { type Memory, openMemory } from './memory.ts';
import { type Options, settle } from './options.ts';
import type { Session, Settings } from './shapes.ts';
import { type Say, speaker, TEXTS_KNOWN } from './texts.ts';

/** What every part of the widget uses. */
export type Base = {
  options: Options;
  api: Api;
  memory: Memory;
  settings(): Settings;
  /** The page wants another look than the business has chosen. */
  wear(look: Partial<Settings>): void;
  say: Say;
  /** As soon as it can be said in the visitor's language, or at least in English. */
  worded(): Promise<void>;
  /** What can be said; the chat adds to it. */
  texts: typeof TEXTS_KNOWN;
  /** The visitor's session: asked for once, and again where that failed. */
  session(): Promise<Session>;
  /** Somebody signs in or out: what the one before said is not shown to the next. */
  become(jwt?: string): void;
  /** Another tab says so. */
  renew(): void;
  on(event: string, listener: (detail: never) => void): void;
  off(event: string, listener: (detail: never) => void): void;
  emit(event: string, detail?: unknown): void;
};

/** Internal events. */
export const LOOK = '#look';
export const VISITOR = '#visitor';

export function createBase(options: Options): Base {
  const memory = openMemory(options.key);
  const listeners = createListeners();
  const { emit } = listeners;
  let { look } = options;
  let found: Promise<Session> | undefined;
  const languages = createLanguageLoader(options.base, () => emit(LOOK));
  languages.choose(look.language);
  const api = createApi(options, memory, languages.wanted);
  const settings = () => settle(memory.get().settings, look, languages.language());

  async function begin(): Promise<Session> {
    try {
      const session = await api.session();
      emit(LOOK);
      return session;
    } catch (error) {
      found = undefined;
      explain(error);
      throw error;
    }
  }
  function renew() {
    found = undefined;
    emit(VISITOR);
  }

  return {
    options,
    api,
    memory,
    settings,
    ...listeners,
    wear(given) {
      look = { ...look, ...given };
      if (given.language) languages.choose(look.language);
      emit(LOOK);
    },
    say: speaker(() => settings().texts, languages.texts),
    worded: languages.ready,
    texts: TEXTS_KNOWN,
    session() {
      found ??= begin();
      return found;
    },
    renew,
    become(jwt) {
      api.identify(jwt);
      if (!jwt) memory.clear();
      memory.tell({ kind: 'visitor' });
      renew();
    },
  };
}

/** For whoever built the page. */
function explain(error: unknown) {
  const why = isRefusal(error)
    ? error.message
    : `no answer came, which is also what a page sees whose origin (${location.origin}) is not allowed for the key.`;
  console.warn(`Frontdesk: the chat is not available: ${why}`);
}

import type { CHAT_TEXTS } from './chat/texts.ts';

/** Texts needed before the chat is loaded, which adds its own. `settings.texts` overrides them by name. */
const BASE_TEXTS = {
  launcher: 'Chat with us',
  close: 'Close chat',
  unread: '{n} new',
  unavailable: 'Sorry, chat isn’t available right now. Please try again soon.',
  unavailableCall: 'Sorry, chat isn’t available right now. Please call us: {phone}',
  dismiss: 'Dismiss',
  greeting: 'Hi! How can I help?',
};

export type TextName = keyof typeof BASE_TEXTS | keyof typeof CHAT_TEXTS;
export type Translate = (name: TextName, values?: Record<string, string | number>) => string;

/** The chat bundle adds its texts when it is loaded. */
export const ENGLISH_TEXTS: Partial<Record<TextName, string>> = BASE_TEXTS;

/** Looks up a text: the owner's, or else the visitor's language, or else English. */
export const createTranslate =
  (getOwnerTexts: () => Record<string, string>, getLanguageTexts: () => Record<string, string>): Translate =>
  (name, values = {}) =>
    (getOwnerTexts()[name] || getLanguageTexts()[name] || ENGLISH_TEXTS[name] || '').replace(
      /\{(\w+)\}/g,
      (_, placeholder) => String(values[placeholder] ?? ''),
    );

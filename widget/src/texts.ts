import type { MORE_TEXTS } from './chat/texts.ts';

/** What is said before the chat is loaded, which adds its own. `settings.texts` replaces any of it by name. */
const TEXTS = {
  launcher: 'Chat with us',
  close: 'Close chat',
  unread: '{n} new',
  unavailable: 'Sorry, chat isn’t available right now. Please try again soon.',
  unavailableCall: 'Sorry, chat isn’t available right now. Please call us: {phone}',
  dismiss: 'Dismiss',
  greeting: 'Hi! How can I help?',
};

export type TextName = keyof typeof TEXTS | keyof typeof MORE_TEXTS;
export type Say = (name: TextName, values?: Record<string, string | number>) => string;

export const TEXTS_KNOWN: Partial<Record<TextName, string>> = TEXTS;

/** The owner's words, else those of the visitor's language, else English. */
export const speaker =
  (own: () => Record<string, string>, learned: () => Record<string, string>): Say =>
  (name, values = {}) =>
    (own()[name] || learned()[name] || TEXTS_KNOWN[name] || '').replace(/\{(\w+)\}/g, (_, value) =>
      String(values[value] ?? ''),
    );

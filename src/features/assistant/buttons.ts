// Buttons in the customer's language: pressed, they come back as a message, and are read as the English ones are.
import type { Business } from '../../capability/document.ts';
import { originalOf } from '../../messages/catalogue.ts';

/** The English of a button that was pressed, or the message as it is. */
export const pressed = (message: string, { language = 'en' }: Business): string =>
  originalOf(message, language) ?? message;

// A pressed button arrives as a message in the customer's language; it is translated back so that one set of rules handles it.
import type { Business } from '../../capability/document.ts';
import { findEnglishOriginal } from '../../messages/catalogue.ts';

/** The English label of a pressed button, or else the message unchanged. */
export const toEnglishButton = (message: string, { language = 'en' }: Business): string =>
  findEnglishOriginal(message, language) ?? message;

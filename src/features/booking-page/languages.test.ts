import { expect, it } from 'vitest';
import { chooseVisitorLanguage } from './languages.ts';

it.each([
  ['fr-CH, fr;q=0.9, en;q=0.8', 'en-US', 'fr'],
  ['da, de;q=0.7, en;q=0.8', 'en-US', 'en'],
  ['de;q=0, es', 'en-US', 'es'],
  ['xx', 'es-MX', 'es'],
  [undefined, 'pt-BR', 'pt'],
  ['*;;;q=abc', 'en-GB', 'en'],
])('%s for a business in %s: %s', (acceptLanguage, locale, language) => {
  expect(chooseVisitorLanguage(acceptLanguage, locale)).toBe(language);
});

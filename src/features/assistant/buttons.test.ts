import { expect, it } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import { toEnglishButton } from './buttons.ts';

const business = { ...EMPTY_DOCUMENT, name: 'Bistro' } as Business;

it.each(['es', 'fr', 'zh', 'ar'])('translates a pressed button from %s', (language) => {
  const localizedBusiness = inLanguage(business, language);
  const { text } = formatterFor(localizedBusiness);
  for (const button of ['Yes please', 'No', 'Talk to a person', 'Reschedule it', 'Cancel it', 'Never mind'])
    expect(toEnglishButton(` ${text(button)} `, localizedBusiness)).toBe(button);
  expect(toEnglishButton('Bonjour', localizedBusiness)).toBe('Bonjour');
});

it('leaves messages to an English business unchanged', () => {
  expect(toEnglishButton('Oui, s’il vous plaît', business)).toBe('Oui, s’il vous plaît');
});

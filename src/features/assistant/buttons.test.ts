import { expect, it } from 'vitest';
import { BARE, type Business } from '../../capability/document.ts';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import { pressed } from './buttons.ts';

const business = { ...BARE, name: 'Bistro' } as Business;

it.each(['es', 'fr', 'zh', 'ar'])('reads a button that was pressed in %s', (language) => {
  const spoken = inLanguage(business, language);
  const { text } = formatterFor(spoken);
  for (const button of ['Yes please', 'No', 'Talk to a person', 'Move it', 'Cancel it', 'Leave it'])
    expect(pressed(` ${text(button)} `, spoken)).toBe(button);
  expect(pressed('Bonjour', spoken)).toBe('Bonjour');
});

it('leaves English as it is', () => {
  expect(pressed('Oui, s’il vous plaît', business)).toBe('Oui, s’il vous plaît');
});

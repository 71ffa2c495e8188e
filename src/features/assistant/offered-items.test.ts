import { expect, it } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { loadIndustries } from '../../industries/load.ts';
import { activateIndustry } from '../business/setup.ts';
import { listOfferedItems } from './offered-items.ts';

it('describes items and people by all text in the document, with names instead of ids', async () => {
  for (const industry of await loadIndustries()) {
    const business = activateIndustry(EMPTY_DOCUMENT as Business, industry);
    const items = listOfferedItems(business, industry);
    expect(items.length, industry.name).toBeGreaterThan(0);
    for (const { name, text, slot } of items) {
      expect(text).toContain(name);
      expect(slot).toMatch(/^(item|service|class|plan|staff|payer|pharmacy)$/);
    }
  }
});

it('describes a person by their services', async () => {
  const industry = (await loadIndustries()).find(({ name }) => name === 'salon')!;
  const services = [{ id: 's1', name: 'Lash Lift', durationMinutes: 60, price: 100 }];
  const stylists = [{ id: 'p1', name: 'Ewa Nowak', services: ['s1'] }];
  const business = {
    ...activateIndustry(EMPTY_DOCUMENT as Business, industry),
    salon: { services, stylists },
  } as Business;
  expect(listOfferedItems(business, industry)).toContainEqual({
    slot: 'staff',
    id: 'p1',
    name: 'Ewa Nowak',
    text: 'Ewa Nowak. Lash Lift',
  });
});

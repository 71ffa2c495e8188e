import { expect, it } from 'vitest';
import { BARE, type Business } from '../../capability/document.ts';
import { loadIndustries } from '../../industries/load.ts';
import { activate } from '../business/setup.ts';
import { offeredItemsOf } from './offered-items.ts';

it('things and people are described by all that the document says of them in words, with names in place of ids', async () => {
  for (const industry of await loadIndustries()) {
    const business = activate(BARE as Business, industry);
    const things = offeredItemsOf(business, industry);
    expect(things.length, industry.name).toBeGreaterThan(0);
    for (const { name, text, slot } of things) {
      expect(text).toContain(name);
      expect(slot).toMatch(/^(item|service|class|plan|staff|payer|pharmacy)$/);
    }
  }
});

it('a person is described by what they do', async () => {
  const industry = (await loadIndustries()).find(({ name }) => name === 'salon')!;
  const services = [{ id: 's1', name: 'Lash Lift', durationMinutes: 60, price: 100 }];
  const stylists = [{ id: 'p1', name: 'Ewa Nowak', services: ['s1'] }];
  const business = { ...activate(BARE as Business, industry), salon: { services, stylists } } as Business;
  expect(offeredItemsOf(business, industry)).toContainEqual({
    ...{ slot: 'staff', id: 'p1', name: 'Ewa Nowak' },
    text: 'Ewa Nowak. Lash Lift',
  });
});

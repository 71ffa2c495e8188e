// Customers as they write, played against the whole service; the same files run against any address that answers.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, openBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { someOf } from '../random.ts';
import { businesses, cases, notYet } from './cases.ts';
import { play } from './play.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

/** A third of the businesses each day, with all of their customers; all of them in `npm run test:full`. */
const BUSINESSES_ONE_IN = 3;

// Businesses side by side. What customers of one of them booked stands in the way of those who come later.
for (const { id, industry, config } of someOf(businesses, BUSINESSES_ONE_IN)) {
  describe.concurrent(`${industry} ${id}`, () => {
    let business: BusinessOf | undefined;
    for (const played of cases.filter((each) => each.business === id)) {
      // What is not understood yet is played too, and tells when it is.
      const test = played.id in notYet ? it.fails : it;
      test(played.id, { concurrent: false }, async () => {
        if (!business || played.fresh) business = await openBusiness(service, industry, config, played.clock);
        const { problems, dialogue } = await play(service, business, played);
        expect(problems, `\n${dialogue}\n`).toEqual([]);
      });
    }
  });
}

it('plays every case at a business that is there', () => {
  const known = new Set(businesses.map(({ id }) => id));
  expect(cases.filter(({ business }) => !known.has(business)).map(({ id }) => id)).toEqual([]);
});

it('knows of every case that is not understood yet', () => {
  const ids = new Set(cases.map(({ id }) => id));
  expect(Object.keys(notYet).filter((id) => !ids.has(id))).toEqual([]);
});

it('tells cases apart by their ids', () => {
  expect(cases.length).toBe(new Set(cases.map(({ id }) => id)).size);
});

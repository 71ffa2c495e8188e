// Plays realistic customers against the complete service. The same cases can be run against any deployed service.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBusiness, type TestBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { pickTodaysShare } from '../random.ts';
import { businesses, cases, knownFailures } from './cases.ts';
import { playCase } from './play.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

/** Plays an eighth of the businesses each day, with all their cases. `npm run test:full` plays all of them. */
const BUSINESS_ROTATION_DAYS = 8;

// Businesses run concurrently, but the cases of one business in sequence: earlier bookings affect later cases.
for (const { id, industry, config } of pickTodaysShare(businesses, BUSINESS_ROTATION_DAYS)) {
  describe.concurrent(`${industry} ${id}`, () => {
    let business: TestBusiness | undefined;
    for (const examCase of cases.filter((examCase) => examCase.business === id)) {
      // Known failures run too, so that the test reports when one starts to pass.
      const test = examCase.id in knownFailures ? it.fails : it;
      test(examCase.id, { concurrent: false }, async () => {
        if (!business || examCase.fresh) business = await openBusiness(service, industry, config, examCase.clock);
        const { problems, dialogue } = await playCase(service, business, examCase);
        expect(problems, `\n${dialogue}\n`).toEqual([]);
      });
    }
  });
}

it('has only cases whose business exists', () => {
  const businessIds = new Set(businesses.map(({ id }) => id));
  expect(cases.filter(({ business }) => !businessIds.has(business)).map(({ id }) => id)).toEqual([]);
});

it('lists only existing cases as known failures', () => {
  const ids = new Set(cases.map(({ id }) => id));
  expect(Object.keys(knownFailures).filter((id) => !ids.has(id))).toEqual([]);
});

it('has unique case ids', () => {
  expect(cases.length).toBe(new Set(cases.map(({ id }) => id)).size);
});

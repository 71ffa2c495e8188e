// The same customers where a language model should answer and cannot be reached: the embedded assistant does.
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/kernel/config.ts';
import { type BusinessOf, openBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { someOf } from '../random.ts';
import { businesses, cases, notYet } from './cases.ts';
import { play } from './play.ts';

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/v1';
/** One of each industry. */
const PLAYED = [...Map.groupBy(businesses, ({ industry }) => industry).values()].map(([first]) => first!);

const CASES_ONE_IN = 8;

let service: Service;
beforeAll(async () => {
  service = await startService(undefined, { llm: { ...readConfig({}).llm, baseUrl: NOWHERE, model: 'nobody' } });
});

describe.each(PLAYED)('$industry $id', ({ id, industry, config }) => {
  let business: BusinessOf | undefined;
  // The embedded assistant answers them in exam.db.test.ts; here it is about how it comes to answer.
  const own = someOf(
    cases.filter((each) => each.business === id && !(each.id in notYet)),
    CASES_ONE_IN,
  );
  it.each(own.map((played) => [played.id, played] as const))('%s', async (_, played) => {
    const document = { ...config, assistant: { engine: 'auto' } };
    if (!business || played.fresh) business = await openBusiness(service, industry, document, played.clock);
    const { problems, dialogue } = await play(service, business, played);
    expect(problems, `\n${dialogue}\n`).toEqual([]);
  });
});

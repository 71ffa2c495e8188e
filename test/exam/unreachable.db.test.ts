// Plays exam cases with a language model that cannot be reached: the embedded assistant must take over.
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/kernel/config.ts';
import { openBusiness, type TestBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { rotatingSample } from '../random.ts';
import { businesses, cases, notYet } from './cases.ts';
import { play } from './play.ts';

/** No server listens at this address. */
const UNREACHABLE_URL = 'http://127.0.0.1:9/v1';
/** The first business of each industry. */
const PLAYED_BUSINESSES = [...Map.groupBy(businesses, ({ industry }) => industry).values()].map(([first]) => first!);

const CASES_ONE_IN = 8;

let service: Service;
beforeAll(async () => {
  service = await startService(undefined, {
    llm: { ...readConfig({}).llm, baseUrl: UNREACHABLE_URL, model: 'nobody' },
  });
});

describe.each(PLAYED_BUSINESSES)('$industry $id', ({ id, industry, config }) => {
  let business: TestBusiness | undefined;
  // A sample is enough to test the fallback: exam.db.test.ts plays all cases with the embedded assistant.
  const sampledCases = rotatingSample(
    cases.filter((exampleCase) => exampleCase.business === id && !(exampleCase.id in notYet)),
    CASES_ONE_IN,
  );
  it.each(sampledCases.map((exampleCase) => [exampleCase.id, exampleCase] as const))('%s', async (_, exampleCase) => {
    const document = { ...config, assistant: { engine: 'auto' } };
    if (!business || exampleCase.fresh) business = await openBusiness(service, industry, document, exampleCase.clock);
    const { problems, dialogue } = await play(service, business, exampleCase);
    expect(problems, `\n${dialogue}\n`).toEqual([]);
  });
});

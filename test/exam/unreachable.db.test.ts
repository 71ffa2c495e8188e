// Plays exam cases with a language model that cannot be reached: the embedded assistant must take over.
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/kernel/config.ts';
import { openBusiness, type TestBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { pickTodaysShare } from '../random.ts';
import { businesses, cases, knownFailures } from './cases.ts';
import { playCase } from './play.ts';

/** No server listens at this address. */
const UNREACHABLE_URL = 'http://127.0.0.1:9/v1';
/** The first business of each industry. */
const SAMPLED_BUSINESSES = [...Map.groupBy(businesses, ({ industry }) => industry).values()].map(([first]) => first!);

const CASE_ROTATION_DAYS = 8;

let service: Service;
beforeAll(async () => {
  service = await startService(undefined, {
    llm: { ...readConfig({}).llm, baseUrl: UNREACHABLE_URL, model: 'nobody' },
  });
});

describe.each(SAMPLED_BUSINESSES)('$industry $id', ({ id, industry, config }) => {
  let business: TestBusiness | undefined;
  // A sample is enough to test the fallback: exam.db.test.ts plays all cases with the embedded assistant.
  const sampledCases = pickTodaysShare(
    cases.filter((examCase) => examCase.business === id && !(examCase.id in knownFailures)),
    CASE_ROTATION_DAYS,
  );
  it.each(sampledCases.map((examCase) => [examCase.id, examCase] as const))('%s', async (_, examCase) => {
    const document = { ...config, assistant: { engine: 'auto' } };
    if (!business || examCase.fresh) business = await openBusiness(service, industry, document, examCase.clock);
    const { problems, dialogue } = await playCase(service, business, examCase);
    expect(problems, `\n${dialogue}\n`).toEqual([]);
  });
});

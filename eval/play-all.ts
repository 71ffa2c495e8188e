import type { Bench } from '../bench/setup.ts';
import type { TestBusiness } from '../test/business.ts';
import type { ExamBusiness, ExamCase } from '../test/exam/cases.ts';
import { playCase } from '../test/exam/play.ts';
import { call, expectStatus } from '../test/http.ts';

export type PlayedCase = Pick<ExamCase, 'id' | 'business' | 'tags'> & { problems: string[]; dialogue: string };

/** Businesses run in parallel, the customers of one business in sequence because their bookings affect each other. */
export async function playAll(
  bench: Bench,
  businesses: readonly ExamBusiness[],
  cases: readonly ExamCase[],
): Promise<PlayedCase[]> {
  const runs = businesses.map(async (business) => {
    const playedCases: PlayedCase[] = [];
    let sandbox: Sandbox | undefined;
    for (const testCase of cases.filter((candidate) => candidate.business === business.id)) {
      if (!sandbox || testCase.fresh) sandbox = await openSandbox(bench, business, testCase.clock);
      const { problems, dialogue } = await playCase({ url: bench.serviceUrl }, sandbox, testCase);
      playedCases.push({ id: testCase.id, business: testCase.business, tags: testCase.tags, problems, dialogue });
    }
    return playedCases;
  });
  return (await Promise.all(runs)).flat();
}

export type Sandbox = Pick<TestBusiness, 'key' | 'send'>;

/** A sandbox workspace with a business's document and a fixed clock. */
export async function openSandbox(
  { openWorkspaces, serviceUrl: url }: Pick<Bench, 'openWorkspaces' | 'serviceUrl'>,
  { industry, config }: Pick<ExamBusiness, 'industry' | 'config'>,
  clock: string,
): Promise<Sandbox> {
  const [{ key } = { key: '' }] = await openWorkspaces(1, 'test');
  const send: Sandbox['send'] = (method, path, { now = clock, headers = {}, ...options } = {}) =>
    call({ url }, method, `/api/v1${path}`, { key, headers: { 'x-test-clock': now, ...headers }, ...options });
  expectStatus(201, await send('POST', '/setup', { body: { industry } }));
  expectStatus(200, await send('PUT', '/config', { body: config }));
  return { key, send };
}

import type { Bench } from '../bench/setup.ts';
import type { BusinessOf } from '../test/business.ts';
import type { Case, PlayedBusiness } from '../test/exam/cases.ts';
import { play } from '../test/exam/play.ts';
import { call, must } from '../test/http.ts';

export type Played = Pick<Case, 'id' | 'business' | 'tags'> & { problems: string[]; dialogue: string };

/** Businesses side by side, the customers of one after the other: what they book stands in the way of the next. */
export async function playAll(
  bench: Bench,
  businesses: readonly PlayedBusiness[],
  cases: readonly Case[],
): Promise<Played[]> {
  const played = businesses.map(async (business) => {
    const done: Played[] = [];
    let opened: Opened | undefined;
    for (const each of cases.filter((one) => one.business === business.id)) {
      if (!opened || each.fresh) opened = await openSandbox(bench, business, each.clock);
      const { problems, dialogue } = await play({ url: bench.serviceUrl }, opened, each);
      done.push({ id: each.id, business: each.business, tags: each.tags, problems, dialogue });
    }
    return done;
  });
  return (await Promise.all(played)).flat();
}

export type Opened = Pick<BusinessOf, 'key' | 'send'>;

/** A sandbox with a business's document and a clock. */
export async function openSandbox(
  { openWorkspaces, serviceUrl: url }: Pick<Bench, 'openWorkspaces' | 'serviceUrl'>,
  { industry, config }: Pick<PlayedBusiness, 'industry' | 'config'>,
  clock: string,
): Promise<Opened> {
  const [{ key } = { key: '' }] = await openWorkspaces(1, 'test');
  const send: Opened['send'] = (method, path, { now = clock, headers = {}, ...options } = {}) =>
    call({ url }, method, `/api/v1${path}`, { key, headers: { 'x-test-clock': now, ...headers }, ...options });
  must(201, await send('POST', '/setup', { body: { industry } }));
  must(200, await send('PUT', '/config', { body: config }));
  return { key, send };
}

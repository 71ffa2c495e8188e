// How well websites of different builders are read. Three of them were not looked at while the reader was written.
import { describe, expect, it } from 'vitest';
import { printScores, type Score, score } from '../../../test/sites/score.ts';
import { expectedOf, openSite, sitesIn } from '../../../test/sites/sites.ts';
import { loadIndustries } from '../../industries/load.ts';
import { createSafeFetch } from '../../kernel/safe-fetch.ts';
import { targetsOf } from './entries.ts';
import { propose } from './propose.ts';
import { readSite } from './read-site.ts';

const MIN_SHARE_RIGHT = 0.9;
const industries = await loadIndustries();

async function scoreSite(site: string): Promise<Score[]> {
  const expected = expectedOf(site);
  const website = await openSite(site);
  const fetch = createSafeFetch({ allowPrivate: true });
  try {
    const active = industries.filter(({ name }) => name === expected.industry);
    const lists = active.flatMap(({ siteLists = [] }) => siteLists);
    const pages = await readSite(`${website.url}/`, { fetch, lists, progress: async () => undefined });
    return score(expected, propose(pages, targetsOf(active), { country: 'US', currency: 'USD' }));
  } finally {
    await fetch.close();
    await website.close();
  }
}

describe.each([
  ['websites', '.', 8],
  ['held-out websites', 'held-out', 3],
])('%s', (_, folder, count) => {
  it('are read right, and nothing is invented', { timeout: 120_000 }, async () => {
    const sites = sitesIn(folder);
    expect(sites).toHaveLength(count);
    const all: Score[] = [];
    for (const site of sites) {
      const scores = await scoreSite(site);
      printScores(site, scores);
      all.push(...scores);
    }
    const fields = all.filter(({ verdict }) => verdict !== 'invented');
    const right = fields.filter(({ verdict }) => verdict === 'right');
    expect(all.filter(({ verdict }) => verdict === 'invented')).toEqual([]);
    expect(right.length / fields.length).toBeGreaterThanOrEqual(MIN_SHARE_RIGHT);
  });
});

import { describe, expect, it } from 'vitest';
import { formatFor } from '../figures.ts';
import { answeredBy, modelOf } from './answered-by.ts';
import { shownOf, spoken } from './spoken.ts';

const format = formatFor('en-US', 'America/New_York', 'USD');

describe('what was understood', () => {
  it('tells day and time once', () => {
    const shown = shownOf(
      { startsAt: '2026-11-20T19:00:00-05:00', date: '2026-11-20', time: '19:00', party: 2 },
      format,
    );
    expect(shown.map(([name, value]) => [name, value.replace(/\s/g, ' ')])).toEqual([
      ['startsAt', 'Fri, Nov 20, 7:00 PM'],
      ['party', '2'],
    ]);
    expect(shownOf({ date: '2026-11-20' }, format)).toEqual([['date', 'Friday, November 20, 2026']]);
    expect(shownOf({ time: '19:00' }, format)).toEqual([['time', '19:00']]);
  });

  it('has readable names', () => {
    expect([spoken('join_class'), spoken('restaurant.book_table'), spoken('hours')]).toEqual([
      'Join class',
      'Book table',
      'Hours',
    ]);
  });
});

describe('who answered', () => {
  it('is a model by its name, or none', () => {
    expect([modelOf('openai:gpt-4.1-mini'), modelOf('embedded'), modelOf(undefined)]).toEqual([
      'gpt-4.1-mini',
      undefined,
      undefined,
    ]);
  });

  it('is told with the reason where there is one', () => {
    expect(answeredBy(undefined, undefined)).toBe('');
    expect(answeredBy('openai:gpt-4.1-mini', undefined)).toBe(answeredBy('anthropic:other', 'unknown reason'));
  });
});

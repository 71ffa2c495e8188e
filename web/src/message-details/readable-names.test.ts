import { describe, expect, it } from 'vitest';
import { createFormat } from '../locale-format.ts';
import { describeEngine, getModelName } from './engine-text.ts';
import { listDisplayedSlots, makeReadable } from './readable-names.ts';

const format = createFormat('en-US', 'America/New_York', 'USD');

describe('message details', () => {
  it('shows date and time once', () => {
    const slots = listDisplayedSlots(
      { startsAt: '2026-11-20T19:00:00-05:00', date: '2026-11-20', time: '19:00', party: 2 },
      format,
    );
    expect(slots.map(([name, value]) => [name, value.replace(/\s/g, ' ')])).toEqual([
      ['startsAt', 'Fri, Nov 20, 7:00 PM'],
      ['party', '2'],
    ]);
    expect(listDisplayedSlots({ date: '2026-11-20' }, format)).toEqual([['date', 'Friday, November 20, 2026']]);
    expect(listDisplayedSlots({ time: '19:00' }, format)).toEqual([['time', '19:00']]);
  });

  it('makes identifiers readable', () => {
    expect([makeReadable('join_class'), makeReadable('restaurant.book_table'), makeReadable('hours')]).toEqual([
      'Join class',
      'Book table',
      'Hours',
    ]);
  });
});

describe('the answering engine', () => {
  it('has a model name if it is a model', () => {
    expect([getModelName('openai:gpt-4.1-mini'), getModelName('embedded'), getModelName(undefined)]).toEqual([
      'gpt-4.1-mini',
      undefined,
      undefined,
    ]);
  });

  it('is shown with the reason if there is one', () => {
    expect(describeEngine(undefined, undefined)).toBe('');
    expect(describeEngine('openai:gpt-4.1-mini', undefined)).toBe(describeEngine('anthropic:other', 'unknown reason'));
  });
});

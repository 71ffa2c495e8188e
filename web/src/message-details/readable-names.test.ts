import { describe, expect, it } from 'vitest';
import { createFormat } from '../locale-format.ts';
import { engineText, modelName } from './engine-text.ts';
import { displayedSlots, readableName } from './readable-names.ts';

const format = createFormat('en-US', 'America/New_York', 'USD');

describe('message details', () => {
  it('shows date and time once', () => {
    const slots = displayedSlots(
      { startsAt: '2026-11-20T19:00:00-05:00', date: '2026-11-20', time: '19:00', party: 2 },
      format,
    );
    expect(slots.map(([name, value]) => [name, value.replace(/\s/g, ' ')])).toEqual([
      ['startsAt', 'Fri, Nov 20, 7:00 PM'],
      ['party', '2'],
    ]);
    expect(displayedSlots({ date: '2026-11-20' }, format)).toEqual([['date', 'Friday, November 20, 2026']]);
    expect(displayedSlots({ time: '19:00' }, format)).toEqual([['time', '19:00']]);
  });

  it('makes identifiers readable', () => {
    expect([readableName('join_class'), readableName('restaurant.book_table'), readableName('hours')]).toEqual([
      'Join class',
      'Book table',
      'Hours',
    ]);
  });
});

describe('the answering engine', () => {
  it('has a model name if it is a model', () => {
    expect([modelName('openai:gpt-4.1-mini'), modelName('embedded'), modelName(undefined)]).toEqual([
      'gpt-4.1-mini',
      undefined,
      undefined,
    ]);
  });

  it('is shown with the reason if there is one', () => {
    expect(engineText(undefined, undefined)).toBe('');
    expect(engineText('openai:gpt-4.1-mini', undefined)).toBe(engineText('anthropic:other', 'unknown reason'));
  });
});

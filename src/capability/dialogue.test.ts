import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSlotMentions } from '../../test/document.ts';
import { findUniqueEntity, listEntities, readPhrases, type Slots } from './dialogue.ts';

const slots = (...mentions: (string | string[])[]): Slots => ({
  catalogEntities: createSlotMentions('staff', ...mentions),
  industryEntities: {},
});

describe('the entities mentioned for a slot', () => {
  it.each<[string, Slots, string | undefined, string[]]>([
    ['nothing', { catalogEntities: {}, industryEntities: {} }, undefined, []],
    ['one name', slots('Ana'), 'Ana', ['Ana']],
    ['the same name twice', slots('Ana', 'Ana'), 'Ana', ['Ana']],
    ['two names', slots('Ana', 'Ben'), undefined, ['Ana', 'Ben']],
    ['an ambiguous name', slots(['Ana Fox', 'Ana Lee']), undefined, ['Ana Fox', 'Ana Lee']],
    [
      'an ambiguous name, then the full name',
      slots(['Ana Fox', 'Ana Lee'], 'Ana Lee'),
      'Ana Lee',
      ['Ana Fox', 'Ana Lee'],
    ],
  ])('are found for %s', (_, mentionedSlots, uniqueName, allNames) => {
    expect(findUniqueEntity(mentionedSlots, 'staff')?.name).toBe(uniqueName);
    expect(listEntities(mentionedSlots, 'staff').map(({ name }) => name)).toEqual(allNames);
    expect(findUniqueEntity(mentionedSlots, 'service')).toBeUndefined();
  });
});

it('reads one phrase per line, and skips comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'phrases-'));
  try {
    writeFileSync(join(folder, 'hours.txt'), '# When\n\n  are you open today  \nwhat time do you close #1\n');
    expect(readPhrases(folder, 'hours')).toEqual(['are you open today', 'what time do you close #1']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

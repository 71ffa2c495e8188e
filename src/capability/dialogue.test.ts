import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { saying } from '../../test/document.ts';
import { allOf, phrasesIn, type Slots, theOne } from './dialogue.ts';

const slots = (...mentions: (string | string[])[]): Slots => ({ words: saying('staff', ...mentions), own: {} });

describe('what was said for a slot', () => {
  it.each<[string, Slots, string | undefined, string[]]>([
    ['nothing', { words: {}, own: {} }, undefined, []],
    ['one name', slots('Ana'), 'Ana', ['Ana']],
    ['the same name twice', slots('Ana', 'Ana'), 'Ana', ['Ana']],
    ['two names', slots('Ana', 'Ben'), undefined, ['Ana', 'Ben']],
    ['a name that two have', slots(['Ana Fox', 'Ana Lee']), undefined, ['Ana Fox', 'Ana Lee']],
    [
      'a name that two have, and then which',
      slots(['Ana Fox', 'Ana Lee'], 'Ana Lee'),
      'Ana Lee',
      ['Ana Fox', 'Ana Lee'],
    ],
  ])('%s', (_, said, one, all) => {
    expect(theOne(said, 'staff')?.name).toBe(one);
    expect(allOf(said, 'staff').map(({ name }) => name)).toEqual(all);
    expect(theOne(said, 'service')).toBeUndefined();
  });
});

it('reads phrases, one a line, and no comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'phrases-'));
  try {
    writeFileSync(join(folder, 'hours.txt'), '# When\n\n  are you open today  \nwhat time do you close #1\n');
    expect(phrasesIn(folder, 'hours')).toEqual(['are you open today', 'what time do you close #1']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { describe, expect, it } from 'vitest';
import { tokenise } from './tokens.ts';

describe('tokens', () => {
  it.each([
    ['table for 4 at 8:30pm.', ['table', 'for', '4', 'at', '8:30', 'pm', '.']],
    ['8 p.m. on 23/4', ['8', 'p.m.', 'on', '23/4']],
    ["I'm Karen O'Neil", ['I', "'m", 'Karen', "O'Neil"]],
    ["it’s Jean-Luc's", ['it', '’s', 'Jean-Luc', "'s"]],
    ['a three-person table', ['a', 'three', '-', 'person', 'table']],
    ['code BX7W2, sam@example.com', ['code', 'BX7W2', ',', 'sam@example.com']],
    ['917-555-0134', ['917-555-0134']],
    ['zoë 🎉 李伟', ['zoë', '🎉', '李伟']],
    ['  ', []],
  ])('of %s', (text, expected) => {
    expect(tokenise(text).map((token) => token.text)).toEqual(expected);
  });

  it('have their position in the text', () => {
    const text = ' hi,  Dana 🎉 8pm';
    for (const { text: token, start, end } of tokenise(text)) expect(text.slice(start, end)).toBe(token);
  });
});

import { describe, expect, it } from 'vitest';
import { buildSearchPatterns } from './search.ts';

describe('search patterns', () => {
  it.each([
    ['dan', [['% dan%']]],
    [
      '  Zoë O’Neill ',
      [
        ['% zoë%', '% zoe%'],
        ['% o’neill%', '% oneill%'],
      ],
    ],
    ['dana@example.com', [['% dana@example.com%', '% dana examplecom%']]],
    ['100%_sure', [['% 100\\%\\_sure%', '% 100 sure%']]],
    ['0177', [['%177%']]],
    ['(212) 555-0188', [['%2125550188%', '% 12125550188%']]],
    ['+1 212 555 0188', [['%12125550188%', '% 12125550188%']]],
    ['12', [['% 12%']]],
  ])('are derived from %j', (q, patterns) => {
    expect(buildSearchPatterns(q, 'US')).toEqual(patterns);
  });

  it('find a national number that is typed with its trunk prefix', () => {
    expect(buildSearchPatterns('0171 1234567', 'DE')).toEqual([['%1711234567%', '% 491711234567%']]);
  });
});

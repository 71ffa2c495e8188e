import { describe, expect, it } from 'vitest';
import { expectShown, fillPlaceholders } from './shown.ts';

const ID = '01m7pj1bxhwq3s6ghrph63mje6';

describe('what a guide shows', () => {
  it('gets the reader’s values and the ids that were printed last', () => {
    expect(fillPlaceholders('curl $URL/bkg_… -H "Bearer key_…"', `{"id":"bkg_${ID}"}`, { $URL: 'http://x' })).toBe(
      `curl http://x/bkg_${ID} -H "Bearer key_…"`,
    );
  });

  it('is part of what was printed', () => {
    const printed = `working…\n{"id":"bkg_${ID}","data":[{"at":1},{"at":2}],"text":"You're booked: a table."}`;
    expectShown({ id: 'bkg_…', data: [{ at: 2 }], text: "You're booked: …" }, printed);
    expect(() => expectShown({ id: 'conv_…' }, printed)).toThrow();
    expect(() => expectShown({ data: [] }, printed)).toThrow();
    expect(() => expectShown({ data: [{ at: 3 }] }, printed)).toThrow();
    expect(() => expectShown({ more: 1 }, printed)).toThrow();
  });
});

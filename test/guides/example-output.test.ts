import { describe, expect, it } from 'vitest';
import { expectOutput, fillPlaceholders } from './example-output.ts';

const ID = '01m7pj1bxhwq3s6ghrph63mje6';

describe('an example in a guide', () => {
  it('has its placeholders replaced by the reader’s values and the last printed ids', () => {
    expect(fillPlaceholders('curl $URL/bkg_… -H "Bearer key_…"', `{"id":"bkg_${ID}"}`, { $URL: 'http://x' })).toBe(
      `curl http://x/bkg_${ID} -H "Bearer key_…"`,
    );
  });

  it('must be contained in the printed output', () => {
    const output = `working…\n{"id":"bkg_${ID}","data":[{"at":1},{"at":2}],"text":"You're booked: a table."}`;
    expectOutput({ id: 'bkg_…', data: [{ at: 2 }], text: "You're booked: …" }, output);
    expect(() => expectOutput({ id: 'conv_…' }, output)).toThrow();
    expect(() => expectOutput({ data: [] }, output)).toThrow();
    expect(() => expectOutput({ data: [{ at: 3 }] }, output)).toThrow();
    expect(() => expectOutput({ more: 1 }, output)).toThrow();
  });
});

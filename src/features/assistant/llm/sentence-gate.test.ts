import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../test/document.ts';
import { createSentenceGate } from './sentence-gate.ts';

const business = documentOf('restaurant', {
  faqs: [{ question: 'Is it held?', answer: 'Your table is reserved for 15 minutes. Then it may be given away.' }],
});

/** What has gone out after each piece, and at the end. */
async function heard(pieces: string[], isHealth = false) {
  const out: string[] = [];
  const now = new Date('2026-11-17T12:00:00Z');
  const results = [{ slots: [{ startsAt: '2026-11-19T19:30' }] }];
  const given = { business, now, isHealth, judged: [], results, told: ['Is it at 5, or at 10? I saw 750 ml.'] };
  const gate = createSentenceGate(given, (text) => out.push(text));
  for (const piece of pieces) await gate.push(piece);
  await gate.end();
  return { out, held: gate.dropped().length > 0, dropped: gate.dropped(), text: gate.text(), cited: [...gate.cited()] };
}

describe('a model’s words', () => {
  it('go out in whole sentences, however they come', async () => {
    const { out } = await heard(['We op', 'en at 5', '. The ki', 'tchen closes at 10 p.m', '. Until then']);
    expect(out).toEqual([
      'We open at 5.',
      'We open at 5. The kitchen closes at 10 p.m.',
      'We open at 5. The kitchen closes at 10 p.m. Until then',
    ]);
  });

  it('lose the marks of passages, which are remembered', async () => {
    const { text, cited } = await heard(['There is parking [2]. ', 'And a bus.[1] Bye.']);
    expect([text, cited]).toEqual(['There is parking. And a bus. Bye.', [2, 1]]);
  });

  it.each([
    'Your table is booked.',
    "I've reserved it for you.",
    'Booked! Anything else?',
    'Your table is booked, anything else?',
    'No problem, that is all arranged now.',
    'I can confirm that your visit is scheduled.',
    'I went ahead and cancelled it.',
    'Your confirmation code is K7P4QX.',
    'All set! See you on Friday.',
    'Consider it done.',
    'You are on our waiting list.',
    'Your refill was submitted this morning.',
    'The soup is safe for a nut allergy.',
    'All of our pasta is gluten-free.',
    'There is no milk in it.',
    'Su mesa está reservada para el jueves a las siete.',
    'Ihr Tisch ist für Donnerstag reserviert.',
  ])('do not go out where they claim too much: %s', async (claim) => {
    const { held, text } = await heard(['Hello there. ', claim, ' And so on.']);
    expect([held, text]).toEqual([true, 'Hello there.']);
  });

  it.each([
    'Would you like it moved to Friday?',
    'Tables can be moved up to two hours before.',
    'Nothing is booked yet.',
    'It is not reserved.',
    'Once confirmed it stays yours.',
    'I am afraid we are fully booked then.',
    'We have a table for 4 at 7:30 PM.',
    'Your table is reserved for 15 minutes.',
  ])('go out where they do not: %s', async (sentence) =>
    expect(await heard([sentence])).toMatchObject({ held: false, text: sentence }),
  );

  it('say nothing of doses where health is talked about', async () => {
    expect((await heard(['Take 400 mg of it.'], true)).held).toBe(true);
    expect((await heard(['The bottle has 750 ml.'])).held).toBe(false);
  });

  it('are kept with the reason where they were not said, and nothing goes out after them', async () => {
    const { dropped, text } = await heard(['Hello there. Your table is booked. We are glad. It costs €999.']);
    expect(text).toBe('Hello there.');
    expect(dropped.map(({ sentence, why }) => [sentence, why])).toEqual([
      ['Your table is booked.', 'deed'],
      ['It costs €999.', 'price'],
    ]);
  });

  it('have an end', async () => {
    expect((await heard(Array.from({ length: 500 }, () => 'And so on it goes. '))).held).toBe(true);
    expect((await heard(['x'.repeat(5_000)])).held).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../../test/document.ts';
import { createSentenceGate } from './sentence-gate.ts';

const business = readFixtureDocument('restaurant', {
  faqs: [{ question: 'Is it held?', answer: 'Your table is reserved for 15 minutes. Then it may be given away.' }],
});

/** Pushes the pieces, and returns each released text and the final state. */
async function runGate(pieces: string[], isHealth = false) {
  const releasedTexts: string[] = [];
  const now = new Date('2026-11-17T12:00:00Z');
  const toolResults = [{ slots: [{ startsAt: '2026-11-19T19:30' }] }];
  const guardInput = {
    business,
    now,
    isAboutHealth: isHealth,
    suitability: [],
    toolResults,
    conversationData: ['Is it at 5, or at 10? I saw 750 ml.'],
  };
  const gate = createSentenceGate(guardInput, (text) => releasedTexts.push(text));
  for (const piece of pieces) await gate.push(piece);
  await gate.end();
  return {
    releasedTexts,
    hasDropped: gate.getDroppedSentences().length > 0,
    droppedSentences: gate.getDroppedSentences(),
    text: gate.getReleasedText(),
    citedNumbers: [...gate.getCitedNumbers()],
  };
}

describe('the sentences of a model', () => {
  it('are released whole, however the text is split', async () => {
    const { releasedTexts } = await runGate(['We op', 'en at 5', '. The ki', 'tchen closes at 10 p.m', '. Until then']);
    expect(releasedTexts).toEqual([
      'We open at 5.',
      'We open at 5. The kitchen closes at 10 p.m.',
      'We open at 5. The kitchen closes at 10 p.m. Until then',
    ]);
  });

  it('lose their citations, which are collected', async () => {
    const { text, citedNumbers } = await runGate(['There is parking [2]. ', 'And a bus.[1] Bye.']);
    expect([text, citedNumbers]).toEqual(['There is parking. And a bus. Bye.', [2, 1]]);
  });

  it.each([
    'Your table is booked.',
    "I've reserved it for you.",
    'Booked! Anything else?',
    'Your table is booked, anything else?',
    'No problem, that is all arranged now.',
    'I can confirm that your visit is scheduled.',
    'I went ahead and canceled it.',
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
  ])('are held back if unsupported: %s', async (claim) => {
    const { hasDropped, text } = await runGate(['Hello there. ', claim, ' And so on.']);
    expect([hasDropped, text]).toEqual([true, 'Hello there.']);
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
  ])('are released if supported: %s', async (sentence) =>
    expect(await runGate([sentence])).toMatchObject({ hasDropped: false, text: sentence }),
  );

  it('are held back in a health conversation if they name a dose', async () => {
    expect((await runGate(['Take 400 mg of it.'], true)).hasDropped).toBe(true);
    expect((await runGate(['The bottle has 750 ml.'])).hasDropped).toBe(false);
  });

  it('are dropped with a reason, and nothing is released after them', async () => {
    const { droppedSentences, text } = await runGate([
      'Hello there. Your table is booked. We are glad. It costs €999.',
    ]);
    expect(text).toBe('Hello there.');
    expect(droppedSentences.map(({ sentence, reason: why }) => [sentence, why])).toEqual([
      ['Your table is booked.', 'deed'],
      ['It costs €999.', 'price'],
    ]);
  });

  it('are limited in length', async () => {
    expect((await runGate(Array.from({ length: 500 }, () => 'And so on it goes. '))).hasDropped).toBe(true);
    expect((await runGate(['x'.repeat(5_000)])).hasDropped).toBe(true);
  });
});

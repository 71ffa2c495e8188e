import { describe, expect, it } from 'vitest';
import type { Slots } from '../../capability/dialogue.ts';
import { inContext, takesIt, withItsThing, withOne } from './context.ts';
import { noSlots } from './state.ts';

const words = (slot: string, ...names: string[]): Slots['words'] => ({
  [slot]: names.map((name) => [{ id: name, name, said: name }]),
});
const mug = { intent: 'retail.products', slots: { ...noSlots(), words: words('item', 'Mug') } };
const asked = (text: string, intent: string, confidence: number, slots = noSlots()) => ({
  decision: { intent, confidence, text, others: [] },
  slots,
});

describe('what was left out', () => {
  it.each(['how much', 'ok and how much?', 'price?', "what's the cost", 'how much is it'])('%j is of it', (text) => {
    const { decision, slots } = inContext(asked(text, 'faq', 0.5), { topic: mug });
    expect([decision.intent, slots.words]).toEqual(['retail.products', mug.slots.words]);
  });

  it('but not what is asked of something else', () => {
    const { decision, slots } = inContext(asked('how much is shipping', 'faq', 0.5), { topic: mug });
    expect([decision.intent, slots.words]).toEqual(['faq', {}]);
  });

  it.each([
    ["what's it cost again", true],
    ['how much', true],
    ['is parking free', false],
    ['how much is parking in the area around there on a saturday evening', false],
  ])('%j asks for its price: %s', (text, isIts) => {
    expect(withItsThing(noSlots(), mug.slots, text) !== undefined).toBe(isIts);
  });
});

describe('the one thing that was told of', () => {
  const topic = { intent: 'fitness.membership', slots: noSlots() };
  const step = (...ids: string[]) => ({
    part: { text: '', sources: ids.map((id) => ({ kind: 'membership', id, title: id })) },
  });

  it('is what "that" means', () => {
    const known = withOne(topic, step('Off-Peak'), {});
    const { decision, slots } = inContext(asked('would saturdays be included in that', 'general.hours', 0.4), {
      topic: known,
    });
    expect([decision.intent, slots.words]).toEqual(['fitness.membership', words('plan', 'Off-Peak')]);
  });

  it('is none of several, and nothing where something else is asked', () => {
    expect(withOne(topic, step('a', 'b'), {})).toEqual(topic);
    const known = withOne(topic, step('Off-Peak'), {});
    const { slots } = inContext(asked('are you open on saturdays', 'general.hours', 0.9), { topic: known });
    expect(slots.words).toEqual({});
  });
});

it.each<[string, Partial<Slots>, boolean]>([
  ['shame. add her to the list then', {}, true],
  ['put me down', {}, true],
  ['pop us on the waiting list', {}, true],
  ['can you put me on the list?', {}, false],
  ['put me down for yoga', { words: words('class', 'Yoga') }, false],
  ['put me down for 9', { time: '09:00' }, false],
  ['put the kettle on', {}, false],
])('%j takes what was proposed', (text, heard, takes) => {
  expect(takesIt(text, { ...noSlots(), ...heard })).toBe(takes);
});

const booked: Slots = { ...noSlots(), date: '2026-11-19', time: '17:00', name: 'Dana Fox', phone: '+12125550142' };

function read(text: string, intent: string, said: Partial<Slots> = {}, done = true) {
  const decision = { intent, confidence: 0.5, text, others: [] };
  const want = inContext(
    { decision, slots: { ...noSlots(), ...said } },
    { topic: { intent: 'salon.book', slots: booked, done } },
  );
  const { date, name, phone } = want.slots;
  return [want.decision.intent, date, name, phone];
}

it.each<[string, string, Partial<Slots>, (string | undefined)[]]>([
  // What is done is not begun anew by words that say nothing of it.
  ['ugh, is it?', 'unknown', {}, ['unknown', undefined, undefined, undefined]],
  ['and on friday?', 'unknown', { date: '2026-11-20' }, ['salon.book', '2026-11-20', 'Dana Fox', '+12125550142']],
  ['lovely, the same again', 'general.complaint', {}, ['salon.book', '2026-11-19', 'Dana Fox', '+12125550142']],
  ['and one for my mum too', 'unknown', {}, ['salon.book', '2026-11-19', undefined, '+12125550142']],
  ['one for my son', 'unknown', { name: 'Max Fox' }, ['salon.book', '2026-11-19', 'Max Fox', '+12125550142']],
])('once it is booked, %j, taken for %s', (text, intent, said, expected) => {
  expect(read(text, intent, said)).toEqual(expected);
});

it('before it is booked, it is still what is meant', () => {
  expect(read('ugh, is it?', 'unknown', {}, false)[0]).toBe('salon.book');
});

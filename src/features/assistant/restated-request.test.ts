import { expect, it } from 'vitest';
import { findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { restateRequest } from './restated-request.ts';
import type { Turn } from './turn.ts';

const turnOf = (text: string) =>
  ({
    ctx: { business: readFixtureDocument('fitness') },
    businessContext: { industry: findIndustry('fitness') },
    text,
  }) as unknown as Turn;

it.each([
  ['cancel my membership', 'no, my boxing basics', 'cancel my boxing basics'],
  ['cancel', 'my membership', 'cancel my membership'],
  ['I want to freeze my contract', 'no', undefined],
  ['cancel my membership', 'Dana Fox', undefined],
  ['cancel my membership', 'is the sunday yin class on?', undefined],
  ['cancel my membership', 'no, I would like to book the sunday yin class', undefined],
])('%j and then %j means %j', (previousMessage, text, request) => {
  expect(restateRequest(turnOf(text), { before: { said: previousMessage, told: '' } })).toBe(request);
});

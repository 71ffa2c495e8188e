import { describe, expect, it } from 'vitest';
import type { AnyCapability } from '../../../capability/capability.ts';
import type { Slots } from '../../../capability/dialogue.ts';
import { NO_PREVIOUS_TURN } from '../focus.ts';
import type { ScoredCandidate } from '../passage-index.ts';
import type { IntentPrediction } from '../predict-intent.ts';
import { findDescribingCapability, type RankingInput } from './candidates.ts';
import { rankActions } from './rank-actions.ts';
import { computeScore, createScorer, type Features, flattenFeatures, softmax } from './ranker.ts';

const capabilityEntry = (name: string, effect: string, subject: string[]) =>
  [
    name,
    {
      name,
      effect,
      dialogue: { subject, fieldBySlot: {}, ask: {} },
      ...(effect === 'write' ? { bookingRequest: () => undefined } : {}),
    } as unknown as AnyCapability,
  ] as const;
const capabilities = new Map([
  capabilityEntry('salon.services', 'read', ['service']),
  capabilityEntry('salon.book', 'write', ['service', 'staff']),
]);
const salonIndustry = { slots: { service: { role: 'service' } } } as const;
const WEAK_MATCH = {
  similarity: 0.05,
  answerScore: 0.05,
  topicSimilarity: 0.05,
  topicGap: 0,
  sharedWordRatio: 0,
  sharedTitleWordRatio: 0,
};
const passageSignal = (title: string, text: string, signal: Partial<ScoredCandidate> = {}): ScoredCandidate => ({
  ...WEAK_MATCH,
  hit: { passage: { text, source: { kind: 'faq', id: title, title }, prompts: [] }, score: 0 },
  ...signal,
});
const noSlots = (): Slots => ({ catalogEntities: {}, industryEntities: {} });
const INTENTS = ['salon.services', 'salon.book', 'general.hours', 'faq', 'unknown', 'booking.change', 'general.thanks'];

function rankingInput(
  text: string,
  probabilities: Record<string, number>,
  overrides: Partial<RankingInput> & { signals?: ScoredCandidate[] } = {},
): RankingInput {
  const { signals = [], ...rest } = overrides;
  const ranked = INTENTS.map((intent) => ({ intent, confidence: probabilities[intent] ?? 0.01 })).sort(
    (a, b) => b.confidence - a.confidence,
  );
  const prediction: IntentPrediction = {
    text,
    ranked,
    contextual: { intents: new Map(ranked.map(({ intent, confidence }) => [intent, confidence])), acts: new Map() },
    inScope: 0.9,
    signals,
  };
  return {
    prediction,
    slots: noSlots(),
    capabilities,
    industry: salonIndustry,
    focus: [],
    previousTurn: NO_PREVIOUS_TURN,
    ...rest,
  };
}

describe('a sentence', () => {
  it('is resolved to the item in focus', () => {
    const focus = [{ slot: 'service', id: 'perm', name: 'Perm' }];
    const { action, slots } = rankActions(
      rankingInput('how much is it', { 'salon.services': 0.8 }, { focus, topic: { intent: 'salon.services' } }),
    );
    expect(action.intent).toBe('salon.services');
    expect(slots.catalogEntities.service).toEqual([[{ id: 'perm', name: 'Perm', said: 'Perm' }]]);
  });

  it('is answered by a matching passage', () => {
    const parkingSignal = passageSignal('Is there parking?', 'Behind the house, free.', {
      similarity: 0.85,
      answerScore: 0.8,
      topicSimilarity: 0.8,
      sharedWordRatio: 0.9,
      sharedTitleWordRatio: 0.9,
    });
    const signals = [parkingSignal, passageSignal('Do you sell vouchers?', 'Yes, at the desk.')];
    const { action } = rankActions(rankingInput('can I park near you?', { faq: 0.9 }, { signals }));
    expect(action).toMatchObject({ intent: 'faq', hit: { passage: { source: { title: 'Is there parking?' } } } });
  });

  it('is not answered by the best of few passages if it is clearly about something else', () => {
    const chosenHit = (scores: Partial<ScoredCandidate>) => {
      const parkingSignal = passageSignal('Is there parking?', 'Behind the house, free.', {
        similarity: 0.6,
        ...scores,
      });
      return rankActions(rankingInput('do you sell vouchers?', { faq: 0.95 }, { signals: [parkingSignal] })).action.hit;
    };
    expect(chosenHit({ answerScore: 0.3, topicGap: 0, sharedWordRatio: 0.3 })).toBeDefined();
    expect(chosenHit({ answerScore: 0.3, topicGap: 0.3, sharedWordRatio: 0.3 })).toBeUndefined();
    expect(chosenHit({ answerScore: 0.9, topicGap: 0.3 })).toBeDefined();
    // All words of the question, under another heading.
    expect(chosenHit({ answerScore: 0.3, topicGap: 0.3, sharedWordRatio: 1 })).toBeDefined();
  });

  it('is not answered by a passage that is only worded like it', () => {
    const chosenHit = (scores: Partial<ScoredCandidate>) => {
      const chairsSignal = passageSignal('Do you have high chairs?', 'Yes, two.', {
        similarity: 0.5,
        topicSimilarity: 0.5,
        ...scores,
      });
      const signals = [chairsSignal, passageSignal('Is there parking?', 'Behind the house, free.')];
      return rankActions(rankingInput('do you have a jukebox?', { faq: 0.95 }, { signals })).action.hit;
    };
    expect(chosenHit({ answerScore: 0.3 })).toBeUndefined();
    expect(chosenHit({ answerScore: 0.3, sharedWordRatio: 0.5 })).toBeDefined();
    expect(chosenHit({ answerScore: 0.5 })).toBeDefined();
  });

  it('that asks to change or cancel is a request, more readily where there is a booking', () => {
    const strongScores = { similarity: 0.7, answerScore: 0.8, topicSimilarity: 0.7, sharedWordRatio: 1 };
    const signals = [passageSignal('Cancellation', 'Free up to 2 hours before.', strongScores)];
    const chosenIntent = (booked: boolean, probabilities: Record<string, number>, text = 'can you change it?') =>
      rankActions(rankingInput(text, probabilities, { signals, booked })).action.intent;
    expect(chosenIntent(true, { 'booking.change': 0.8, faq: 0.15 })).toBe('booking.change');
    expect(chosenIntent(true, { 'booking.change': 0.5, faq: 0.3 })).toBe('booking.change');
    expect(chosenIntent(false, { 'booking.change': 0.5, faq: 0.3 })).toBe('faq');
    expect(chosenIntent(false, { 'booking.change': 0.8, faq: 0.15 })).toBe('booking.change');
    expect(chosenIntent(true, { 'booking.change': 0.15, faq: 0.8 })).toBe('faq');
    expect(chosenIntent(true, { 'booking.change': 0.8, faq: 0.15 }, 'if I change it')).toBe('faq');
    // Neither is likely.
    expect(chosenIntent(true, { 'booking.change': 0.1, faq: 0.05 })).toBe('faq');
    // A shop takes no bookings.
    const input = rankingInput(
      'may I cancel?',
      { 'booking.change': 0.9, faq: 0.05 },
      { signals, capabilities: new Map() },
    );
    expect(rankActions(input).action.intent).toBe('faq');
  });

  it('about something else than bookings is not answered by a policy that does not mention it', () => {
    const industry = { slots: { ...salonIndustry.slots, voucher: { role: 'matter' } } } as const;
    const catalogEntities = { voucher: [[{ id: 'voucher', name: 'voucher', said: 'vouchers' }]] };
    const chosenText = (text: string, slots: Slots) => {
      const signal = passageSignal('Cancellation', text, { similarity: 0.8, answerScore: 0.8, topicSimilarity: 0.8 });
      const source = { kind: 'policy', id: 'cancellation', title: 'Cancellation' };
      const signals = [{ ...signal, hit: { score: 0, passage: { text, source, prompts: [] } } }];
      const input = rankingInput('can I cancel my vouchers?', { faq: 0.9 }, { signals, industry, slots });
      return rankActions(input).action.hit?.passage.text;
    };
    expect(chosenText('A day ahead.', noSlots())).toBe('A day ahead.');
    expect(chosenText('A day ahead.', { catalogEntities, industryEntities: {} })).toBeUndefined();
    expect(chosenText('Vouchers are final.', { catalogEntities, industryEntities: {} })).toBe('Vouchers are final.');
  });

  it('has the intent probability of all its candidates together, whichever item each is about', () => {
    const focus = ['Perm', 'Fade'].map((name) => ({ slot: 'service', id: name, name }));
    const { action } = rankActions(rankingInput('book me in', { 'salon.book': 0.9 }, { focus }));
    expect(action.intent).toBe('salon.book');
    expect(action.intentProbability).toBeGreaterThan(action.confidence);
    expect(action.intentProbability).toBeLessThanOrEqual(1.000001);
  });

  const wholesaleSignals = (scores: Partial<ScoredCandidate>) => [
    passageSignal('Wholesale', 'Bread for cafés, write to us.', { similarity: 0.3, topicSimilarity: 0.1, ...scores }),
    passageSignal('Do you sell vouchers?', 'Yes, at the desk.'),
  ];
  const rankSupplyQuestion = (signals: ScoredCandidate[]) =>
    rankActions(
      rankingInput('I run a café and would like to talk about supply', { unknown: 0.6, faq: 0.2 }, { signals }),
    ).action;

  it('falls back to a passage that the encoder considers an answer', () => {
    expect(rankSupplyQuestion(wholesaleSignals({ answerScore: 0.45 }))).toMatchObject({
      hit: { passage: { source: { title: 'Wholesale' } } },
    });
    expect(rankSupplyQuestion(wholesaleSignals({ answerScore: 0.1 })).hit).toBeUndefined();
  });

  const strongMatch = {
    similarity: 0.6,
    answerScore: 0.6,
    topicSimilarity: 0.5,
    sharedWordRatio: 0.5,
    sharedTitleWordRatio: 1,
  };
  const servicePassage = (title: string, scores: Partial<ScoredCandidate>) => {
    const signal = passageSignal(title, `${title}.`, scores);
    return {
      ...signal,
      hit: { score: 0, passage: { ...signal.hit!.passage, source: { kind: 'service', id: title, title } } },
    };
  };
  it('that names two services gets both passages', () => {
    const secondHitTitle = (scores: Partial<ScoredCandidate>) =>
      rankActions(
        rankingInput(
          'what is the difference between the basic and the full service',
          { faq: 0.9 },
          {
            signals: [
              servicePassage('Basic service', strongMatch),
              servicePassage('Full service', { ...strongMatch, answerScore: 0.4, similarity: 0.4, ...scores }),
            ],
          },
        ),
      ).action.secondHit?.passage.source.title;
    expect(secondHitTitle({})).toBe('Full service');
    expect(secondHitTitle({ sharedTitleWordRatio: 0.5 })).toBeUndefined();
  });

  it('that matches nothing gets no passage', () => {
    const signals = [passageSignal('Do you sell vouchers?', 'Yes, at the desk.')];
    const { action } = rankActions(rankingInput('what is the capital of peru', { unknown: 0.95 }, { signals }));
    expect(action.hit).toBeUndefined();
    expect(['unknown', 'faq']).toContain(action.intent);
  });

  it('about an undocumented facility reports its name', () => {
    const { action } = rankActions(rankingInput('do you have wifi?', { faq: 0.6, unknown: 0.3 }));
    expect(action).toMatchObject({ intent: 'faq', facility: expect.stringMatching(/wi-?fi/i) });
  });
});

it('prefers a read capability to describe an item', () => {
  expect(findDescribingCapability(capabilities, 'service')).toBe('salon.services');
  expect(findDescribingCapability(capabilities, 'staff')).toBe('salon.book');
  expect(findDescribingCapability(capabilities, 'payer')).toBeUndefined();
});

it('softmax probabilities add up to one and follow the weights', () => {
  const featureSets: Features[] = [{ a: 1 }, { a: 2 }, { b: 5 }];
  const probabilities = softmax(featureSets.map((features) => computeScore(features, { a: 1 })));
  expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1);
  expect(probabilities[1]! / probabilities[0]!).toBeCloseTo(Math.E);
});

it('grouped features score the same as flattened ones', () => {
  const weights = { near: 1, 'passage near': 2, passage: 3, 'read price, rule': 5, 'passage faq': 7, other: 11 };
  const groups = [
    ['', { near: 1, 'read price, rule': true, other: undefined }],
    ['passage', { '': 1, near: 0.5, faq: false, unweighed: 4 }],
  ] as const;
  expect(flattenFeatures(groups)).toEqual({
    near: 1,
    'read price, rule': 1,
    passage: 1,
    'passage near': 0.5,
    'passage unweighed': 4,
  });
  expect(createScorer(weights)(groups)).toBe(10);
  expect(computeScore(flattenFeatures(groups), weights)).toBe(10);
});

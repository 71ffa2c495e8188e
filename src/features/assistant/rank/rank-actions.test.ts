import { describe, expect, it } from 'vitest';
import type { AnyCapability } from '../../../capability/capability.ts';
import type { Slots } from '../../../capability/dialogue.ts';
import { NO_PREVIOUS_TURN } from '../focus.ts';
import type { MatchSignal } from '../passage-index.ts';
import type { IntentPrediction } from '../predict-intent.ts';
import { capabilityDescribing, type RankingInput } from './candidates.ts';
import { rankActions } from './rank-actions.ts';
import { type Features, flattened, likelihoods, scoreOf, scorer } from './ranker.ts';

const capability = (name: string, effect: string, subject: string[]) =>
  [name, { name, effect, dialogue: { subject, words: {}, ask: {} } } as unknown as AnyCapability] as const;
const capabilities = new Map([
  capability('salon.services', 'read', ['service']),
  capability('salon.book', 'write', ['service', 'staff']),
]);
const salon = { slots: { service: { role: 'service' } } } as const;
const LEAST = { near: 0.05, answers: 0.05, about: 0.05, common: 0, titled: 0 };
const passage = (title: string, text: string, likeness: Partial<MatchSignal> = {}): MatchSignal => ({
  ...LEAST,
  hit: { passage: { text, source: { kind: 'faq', id: title, title }, prompts: [] }, score: 0 },
  ...likeness,
});
const noSlots = (): Slots => ({ words: {}, own: {} });
const INTENTS = ['salon.services', 'salon.book', 'general.hours', 'faq', 'unknown', 'booking.change', 'general.thanks'];

function scene(
  text: string,
  likely: Record<string, number>,
  more: Partial<RankingInput> & { signals?: MatchSignal[] } = {},
): RankingInput {
  const { signals = [], ...rest } = more;
  const ranked = INTENTS.map((intent) => ({ intent, confidence: likely[intent] ?? 0.01 })).sort(
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
    prediction: prediction,
    slots: noSlots(),
    capabilities,
    industry: salon,
    focus: [],
    before: NO_PREVIOUS_TURN,
    ...rest,
  };
}

describe('a sentence', () => {
  it('asks about what was talked of last', () => {
    const focus = [{ slot: 'service', id: 'perm', name: 'Perm' }];
    const { action, slots } = rankActions(
      scene('how much is it', { 'salon.services': 0.8 }, { focus, topic: { intent: 'salon.services' } }),
    );
    expect(action.intent).toBe('salon.services');
    expect(slots.words.service).toEqual([[{ id: 'perm', name: 'Perm', said: 'Perm' }]]);
  });

  it('is answered by what the business has written about it', () => {
    const parking = passage('Is there parking?', 'Behind the house, free.', {
      ...{ near: 0.85, answers: 0.8, about: 0.8, common: 0.9, titled: 0.9 },
    });
    const signals = [parking, passage('Do you sell vouchers?', 'Yes, at the desk.')];
    const { action } = rankActions(scene('can I park near you?', { faq: 0.9 }, { signals }));
    expect(action).toMatchObject({ intent: 'faq', hit: { passage: { source: { title: 'Is there parking?' } } } });
  });

  const wholesale = (likeness: Partial<MatchSignal>) => [
    passage('Wholesale', 'Bread for cafés, write to us.', { near: 0.3, about: 0.1, ...likeness }),
    passage('Do you sell vouchers?', 'Yes, at the desk.'),
  ];
  const supply = (signals: MatchSignal[]) =>
    rankActions(scene('I run a café and would like to talk about supply', { unknown: 0.6, faq: 0.2 }, { signals }))
      .action;

  it('is answered by what the reader of conversations takes for an answer, before nothing is', () => {
    expect(supply(wholesale({ answers: 0.45 }))).toMatchObject({
      hit: { passage: { source: { title: 'Wholesale' } } },
    });
    expect(supply(wholesale({ answers: 0.1 })).hit).toBeUndefined();
  });

  const alike = { near: 0.6, answers: 0.6, about: 0.5, common: 0.5, titled: 1 };
  const own = (title: string, likeness: Partial<MatchSignal>) => {
    const signal = passage(title, `${title}.`, likeness);
    return {
      ...signal,
      hit: { score: 0, passage: { ...signal.hit!.passage, source: { kind: 'service', id: title, title } } },
    };
  };
  it('that names two services of the business is told of both', () => {
    const tell = (second: Partial<MatchSignal>) =>
      rankActions(
        scene(
          'what is the difference between the basic and the full service',
          { faq: 0.9 },
          {
            signals: [
              own('Basic service', alike),
              own('Full service', { ...alike, answers: 0.4, near: 0.4, ...second }),
            ],
          },
        ),
      ).action.rival?.passage.source.title;
    expect(tell({})).toBe('Full service');
    expect(tell({ titled: 0.5 })).toBeUndefined();
  });

  it('that nothing fits wants nothing that we know', () => {
    const signals = [passage('Do you sell vouchers?', 'Yes, at the desk.')];
    const { action } = rankActions(scene('what is the capital of peru', { unknown: 0.95 }, { signals }));
    expect(action.hit).toBeUndefined();
    expect(['unknown', 'faq']).toContain(action.intent);
  });

  it('about a facility that nobody has written about names it', () => {
    const { action } = rankActions(scene('do you have wifi?', { faq: 0.6, unknown: 0.3 }));
    expect(action).toMatchObject({ intent: 'faq', facility: expect.stringMatching(/wi-?fi/i) });
  });
});

it('who tells of a thing is who reads about it, before who does something with it', () => {
  expect(capabilityDescribing(capabilities, 'service')).toBe('salon.services');
  expect(capabilityDescribing(capabilities, 'staff')).toBe('salon.book');
  expect(capabilityDescribing(capabilities, 'payer')).toBeUndefined();
});

it('likelihoods add up to one, and follow the weights', () => {
  const all: Features[] = [{ a: 1 }, { a: 2 }, { b: 5 }];
  const likely = likelihoods(all.map((features) => scoreOf(features, { a: 1 })));
  expect(likely.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1);
  expect(likely[1]! / likely[0]!).toBeCloseTo(Math.E);
});

it('groups of values come to the same as their whole names', () => {
  const weights = { near: 1, 'passage near': 2, passage: 3, 'read price, rule': 5, 'passage faq': 7, other: 11 };
  const groups = [
    ['', { near: 1, 'read price, rule': true, other: undefined }],
    ['passage', { '': 1, near: 0.5, faq: false, unweighed: 4 }],
  ] as const;
  expect(flattened(groups)).toEqual({
    near: 1,
    'read price, rule': 1,
    passage: 1,
    'passage near': 0.5,
    'passage unweighed': 4,
  });
  expect(scorer(weights)(groups)).toBe(10);
  expect(scoreOf(flattened(groups), weights)).toBe(10);
});

import { beforeAll, describe, expect, it } from 'vitest';
import { openSharedEncoder } from '../../../test/shared-resources.ts';
import {
  type Classifier,
  type IntentExample,
  type IntentRanking,
  loadClassifier,
  trainClassifier,
} from './classifier.ts';

const PHRASES: Record<string, readonly string[]> = {
  reserve: [
    'book a table for two tonight',
    'table for 4 tomorrow at 7',
    'can we reserve a table on friday',
    'i want to make a reservation for six people',
    'do you have space for three at half eight',
    'could you squeeze us in this evening',
    'reserve a table under smith please',
    'a table by the window for 2 on saturday',
  ],
  cancel: [
    'cancel my booking',
    'i need to cancel tonight',
    "we can't make it, please cancel the table",
    'please take us off the list for friday',
    'i would like to cancel my reservation',
    'cancel reservation abc123',
    'we will not be coming after all',
    'drop my booking please',
  ],
  hours: [
    'when are you open',
    'what time do you close on sundays',
    'are you open on bank holidays',
    'opening hours please',
    'how late are you open tonight',
    'until when is the kitchen open',
    'do you open on monday',
    'what are your hours',
  ],
  parking: [
    'is there parking',
    'where can i park',
    'do you have a car park',
    'can i leave my car outside',
    'is street parking free',
    'any parking nearby',
    'where do guests park their cars',
    'parking for disabled guests',
  ],
};

const encoder = openSharedEncoder();
const encode = async (text: string) => (await encoder.encode([text]))[0]!;
let examples: IntentExample[];
let classifier: Classifier & { serialize(): Uint8Array };
const classify = async (text: string, chosenClassifier: Classifier = classifier): Promise<IntentRanking> =>
  chosenClassifier.classify(text, await encode(text));

beforeAll(async () => {
  const phrases = Object.entries(PHRASES).flatMap(([intent, texts]) => texts.map((text) => ({ text, intent })));
  examples = await Promise.all(phrases.map(async (phrase) => ({ ...phrase, vector: await encode(phrase.text) })));
  classifier = trainClassifier(examples);
});

describe('a message', () => {
  it.each([
    ['any chance of a table for 5 at 8pm on sunday?', 'reserve'],
    ['TABLE 4 TWO TONITE PLS', 'reserve'],
    ['id like to make a resevation', 'reserve'],
    ['something came up, we have to cancel', 'cancel'],
    ['cancell my bookng', 'cancel'],
    ['what time do u shut', 'hours'],
    ['r u open xmas day', 'hours'],
    ['somewhere to put the car?', 'parking'],
    ['Carpark?', 'parking'],
  ])('"%s" is about %s', async (text, intent) => {
    expect((await classify(text)).ranked[0]!.intent).toBe(intent);
  });

  it.each(['who won the world cup in 1998', 'translate dog to french', 'my laptop will not start', 'asdf qwer'])(
    '"%s" is less in scope than any example',
    async (text) => {
      const inScopeRankings = await Promise.all(examples.map((example) => classify(example.text)));
      expect((await classify(text)).inScope).toBeLessThan(Math.min(...inScopeRankings.map(({ inScope }) => inScope)));
    },
  );

  it.each(['', '😀', '\ud83d', '?!', '1'.repeat(4_000), "'; drop table bookings; --", 'so anyway '.repeat(400)])(
    'gets all intents, best first, with confidences that add up to 1: %j',
    async (text) => {
      const { ranked, inScope } = await classify(text);
      const confidences = ranked.map(({ confidence }) => confidence);
      expect(ranked.map(({ intent }) => intent).sort()).toEqual([...classifier.intents]);
      expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
      expect(confidences.reduce((sum, confidence) => sum + confidence, 0)).toBeCloseTo(1, 6);
      expect(inScope).toBeGreaterThanOrEqual(0);
      expect(inScope).toBeLessThanOrEqual(1);
    },
  );
});

describe('weights', () => {
  it('give the same ranking after a round trip', async () => {
    const loadedClassifier = loadClassifier(classifier.serialize());
    expect(loadedClassifier.intents).toEqual(classifier.intents);
    for (const { text } of examples) expect(await classify(text, loadedClassifier)).toEqual(await classify(text));
  });

  it('may start at any offset in a buffer', async () => {
    const pooledWeights = Buffer.concat([Buffer.from('x'), classifier.serialize()]).subarray(1);
    expect(await classify('is there parking', loadClassifier(pooledWeights))).toEqual(
      await classify('is there parking'),
    );
  });

  it('are the same for the same examples and seed', () => {
    const [first, second] = [trainClassifier(examples, { seed: 5 }), trainClassifier(examples, { seed: 5 })];
    expect(first.serialize()).toEqual(second.serialize());
    expect(first.serialize()).not.toEqual(trainClassifier(examples, { seed: 6 }).serialize());
  });

  it('of another version are rejected', () => {
    const text = Buffer.from(classifier.serialize()).toString('latin1').replace('"version":1', '"version":9');
    expect(() => loadClassifier(Buffer.from(text, 'latin1'))).toThrow('version 9');
  });
});

describe('training', () => {
  it('needs examples', () => {
    expect(() => trainClassifier([])).toThrow('no examples');
  });

  it.each([
    ['one example', 1, 1],
    ['one intent', 1, 8],
    ['one example of each intent', 4, 1],
    ['two examples of each intent', 4, 2],
  ])('works with %s', async (_, intentCount, examplesPerIntent) => {
    const chosenIntents = Object.keys(PHRASES).slice(0, intentCount);
    const trainingExamples = chosenIntents.flatMap((intent) =>
      examples.filter((example) => example.intent === intent).slice(0, examplesPerIntent),
    );
    const smallClassifier = trainClassifier(trainingExamples);
    for (const { text, intent } of trainingExamples)
      expect((await classify(text, smallClassifier)).ranked[0]!.intent).toBe(intent);
  });
});

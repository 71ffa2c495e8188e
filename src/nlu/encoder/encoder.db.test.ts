import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ACTS, type Encoder, openEncoder, type TurnEncoding } from './encoder.ts';

const MODELS_FOLDER = join(import.meta.dirname, '../../../models');
const openEncoders: Encoder[] = [];
const openTestEncoder = (...options: Parameters<typeof openEncoder>) => {
  const encoder = openEncoder(...options);
  openEncoders.push(encoder);
  return encoder;
};
const encoder = openTestEncoder();
const vectorOf = async (text: string, chosenEncoder = encoder) => (await chosenEncoder.encode([text]))[0]!;
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, index) => sum + number * b[index]!, 0);

afterAll(() => Promise.all(openEncoders.map((openedEncoder) => openedEncoder.close())));

describe('similarity', () => {
  it.each([
    ['book a table for two tonight', 'can we get a table this evening, 2 people', 'is the pasta vegan?'],
    ['how much is a haircut', "what's the price of a cut", 'where are you'],
    ['i need to cancel my appointment', "can't make it tomorrow, please take me off", 'do you have parking'],
    ['CANCEL MY BOOKING!!', 'cancel my booking', 'make a booking'],
  ])('"%s" is nearer to "%s" than to "%s"', async (text, similar, different) => {
    const [a, b, c] = await encoder.encode([text, similar, different]);
    expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!) + 0.1);
  });

  it.each([
    ['empty', ''],
    ['emoji', '😀🎉👩‍👩‍👧'],
    ['half an emoji', '\ud83d'],
    ['a null character', 'a\0b'],
    ['right to left', 'مرحبا، أريد حجز طاولة'],
    ['a rambling text', 'so anyway I said to my sister '.repeat(140)],
    ['one endless word', 'a'.repeat(4_000)],
    ['special tokens', '[SEP] [CLS] [MASK]'],
  ])('gives %s a vector of unit length', async (_, text) => {
    const vector = await vectorOf(text);
    expect(vector).toHaveLength(384);
    expect(cosine(vector, vector)).toBeCloseTo(1, 4);
  });

  it('ignores text beyond its maximum length', async () => {
    const start = 'we would like to book a table '.repeat(100);
    expect(await vectorOf(`${start} one`)).toEqual(await vectorOf(`${start} two`));
  });
});

describe('a message in its conversation', () => {
  // `said` is the customer's message of the previous turn, `told` our reply.
  const NO_PREVIOUS_TURN = { said: '', told: '' };
  const likeliestAct = ({ acts }: TurnEncoding) => ACTS[acts.indexOf(Math.max(...acts))];
  const messageParts = ['Can I book a table for two tonight?', 'where can I park?'];
  const message = `${messageParts[0]} And ${messageParts[1]}`;

  it('is encoded together with its parts, each with its own act', async () => {
    const [wholeMessage, first, second, ...rest] = await encoder.encodeTurn(message, NO_PREVIOUS_TURN, messageParts);
    expect(rest).toEqual([]);
    expect(likeliestAct(first!)).toBe('start');
    expect(likeliestAct(second!)).toBe('ask');
    const withoutParts = (await encoder.encodeTurn(message, NO_PREVIOUS_TURN))[0]!;
    expect(cosine(wholeMessage!.vector, withoutParts.vector)).toBeCloseTo(1, 2);
  });

  it('has another vector after another previous turn', async () => {
    const [inContext] = await encoder.encodeTurn('no thanks', { said: 'a table for two', told: 'Shall I book it?' });
    const [withoutContext] = await encoder.encodeTurn('no thanks', NO_PREVIOUS_TURN);
    expect(cosine(inContext!.vector, withoutContext!.vector)).toBeLessThan(0.95);
  });

  it.each([
    ['much longer than the limit', 20],
    ['a little longer than fits after a long previous turn', 3],
  ])('may be %s', async (_, times) => {
    const longText = 'We have a lot to say about that, and it takes a while. '.repeat(20);
    const longMessage = `${'We are coming all the way from Leeds. '.repeat(times)}${message}`;
    const turnEncodings = await encoder.encodeTurn(longMessage, { said: longText, told: longText }, messageParts);
    expect(turnEncodings.map(({ vector }) => vector.length)).toEqual([384, 384, 384]);
  });

  it('may be longer than the model reads in one run', async () => {
    const longMessage = `${'We are coming all the way from Leeds for a birthday. '.repeat(20)}${message}`;
    const turnEncodings = await encoder.encodeTurn(longMessage, NO_PREVIOUS_TURN, messageParts);
    expect(turnEncodings.map(({ vector }) => vector.length)).toEqual([384, 384, 384]);
    expect(likeliestAct(turnEncodings[1]!)).toBe('start');
    expect(likeliestAct(turnEncodings[2]!)).toBe('ask');
  });
});

describe('many texts', () => {
  const texts = Array.from(
    { length: 40 },
    (_, index) => `table ${index} ${'for the two of us please '.repeat(index % 7)}`,
  );

  it.each([
    ['a list', (chosenEncoder: Encoder) => chosenEncoder.encode(texts)],
    [
      'concurrent requests',
      (chosenEncoder: Encoder) => Promise.all(texts.map((text) => vectorOf(text, chosenEncoder))),
    ],
  ])('gives %s the same vectors as single requests', async (_, encodeAll) => {
    const uncachedEncoder = openTestEncoder({ cacheSize: 1 });
    const vectors = await encodeAll(openTestEncoder());
    for (const [index, text] of texts.entries()) expect(await vectorOf(text, uncachedEncoder)).toEqual(vectors[index]);
  });

  it('wait while a single message is encoded', async () => {
    const finished: string[] = [];
    const list = encoder.encode(Array.from({ length: 300 }, (_, index) => `question number ${index}`));
    const oneText = encoder.encode(['are you open on sundays?']);
    await Promise.all([list.then(() => finished.push('list')), oneText.then(() => finished.push('one'))]);
    expect(finished).toEqual(['one', 'list']);
  });

  it('wait for a single message even if each is encoded on its own, when not urgent', async () => {
    const finished: string[] = [];
    const backgroundTexts = Promise.all(
      Array.from({ length: 30 }, (_, index) => encoder.encode([`passage ${index} of a long page`], false)),
    );
    const oneText = encoder.encode(['is there parking?']);
    await Promise.all([
      backgroundTexts.then(() => finished.push('background')),
      oneText.then(() => finished.push('one')),
    ]);
    expect(finished).toEqual(['one', 'background']);
  });

  it('may be empty', async () => {
    expect(await encoder.encode([])).toEqual([]);
  });
});

describe('the cache', () => {
  it('shares results that are pending and results that are done', async () => {
    const [firstVector, secondVector] = await Promise.all([vectorOf('when do you open'), vectorOf('when do you open')]);
    expect(secondVector).toBe(firstVector);
    expect(await vectorOf('when do you open')).toBe(firstVector);
  });

  it('evicts the least recently used text', async () => {
    const smallEncoder = openTestEncoder({ cacheSize: 2 });
    const vectorOfOne = await vectorOf('one', smallEncoder);
    const vectorOfTwo = await vectorOf('two', smallEncoder);
    expect(await vectorOf('one', smallEncoder)).toBe(vectorOfOne);
    await vectorOf('three', smallEncoder);
    expect(await vectorOf('one', smallEncoder)).toBe(vectorOfOne);
    const recomputed = await vectorOf('two', smallEncoder);
    expect(recomputed).not.toBe(vectorOfTwo);
    expect(recomputed).toEqual(vectorOfTwo);
  });
});

describe('the thread', () => {
  it('is replaced after a crash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
    const brokenEncoder = openTestEncoder({ folder });
    await expect(brokenEncoder.encode(['hello'])).rejects.toThrow(/tokenizer\.json/);
    for (const model of ['encoder', 'risk', 'context']) symlinkSync(join(MODELS_FOLDER, model), join(folder, model));
    expect(await vectorOf('hello', brokenEncoder)).toEqual(await vectorOf('hello'));
    rmSync(folder, { recursive: true });
  });

  it('rejects pending requests when closed', async () => {
    const closingEncoder = openTestEncoder();
    const pending = Promise.all(Array.from({ length: 30 }, (_, index) => closingEncoder.encode([`hello ${index}`])));
    const rejection = expect(pending).rejects.toThrow(/encoder/);
    await closingEncoder.close();
    await rejection;
    await expect(closingEncoder.encode(['hello'])).rejects.toThrow('The encoder is closed.');
  });

  it('lets an idle process exit, and sends no telemetry', async () => {
    const url = new URL('./encoder.ts', import.meta.url).href;
    const program = `import('${url}').then(async ({ openEncoder }) =>
      console.log((await openEncoder().encode(['hello']))[0].length));`;
    const home = mkdtempSync(join(tmpdir(), 'encoder-'));
    const env = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), ORT_DISABLE_TELEMETRY: '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env });
    expect(stdout).toBe('384\n');
    // The ONNX runtime stores telemetry in the home directory before it sends it.
    expect(readdirSync(home)).toEqual([]);
    rmSync(home, { recursive: true });
  });
});

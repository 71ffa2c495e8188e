import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ACTS, type ContextualReading, type Encoder, openEncoder } from './encoder.ts';

const MODELS = join(import.meta.dirname, '../../../models');
const opened: Encoder[] = [];
const open = (...options: Parameters<typeof openEncoder>) => {
  const encoder = openEncoder(...options);
  opened.push(encoder);
  return encoder;
};
const encoder = open();
const vectorOf = async (text: string, by = encoder) => (await by.encode([text]))[0]!;
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, at) => sum + number * b[at]!, 0);

afterAll(() => Promise.all(opened.map((one) => one.close())));

describe('meaning', () => {
  it.each([
    ['book a table for two tonight', 'can we get a table this evening, 2 people', 'is the pasta vegan?'],
    ['how much is a haircut', "what's the price of a cut", 'where are you'],
    ['i need to cancel my appointment', "can't make it tomorrow, please take me off", 'do you have parking'],
    ['CANCEL MY BOOKING!!', 'cancel my booking', 'make a booking'],
  ])('"%s" is nearer to "%s" than to "%s"', async (text, near, far) => {
    const [a, b, c] = await encoder.encode([text, near, far]);
    expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!) + 0.1);
  });

  it.each([
    ['empty', ''],
    ['emoji', '😀🎉👩‍👩‍👧'],
    ['half an emoji', '\ud83d'],
    ['a null', 'a\0b'],
    ['right to left', 'مرحبا، أريد حجز طاولة'],
    ['a ramble', 'so anyway I said to my sister '.repeat(140)],
    ['one endless word', 'a'.repeat(4_000)],
    ['special tokens', '[SEP] [CLS] [MASK]'],
  ])('gives %s a vector of unit length', async (_, text) => {
    const vector = await vectorOf(text);
    expect(vector).toHaveLength(384);
    expect(cosine(vector, vector)).toBeCloseTo(1, 4);
  });

  it('reads no further than it can', async () => {
    const start = 'we would like to book a table '.repeat(100);
    expect(await vectorOf(`${start} one`)).toEqual(await vectorOf(`${start} two`));
  });
});

describe('a message in its conversation', () => {
  const NOTHING = { said: '', told: '' };
  const likeliest = ({ acts }: ContextualReading) => ACTS[acts.indexOf(Math.max(...acts))];
  const parts = ['Can I book a table for two tonight?', 'where can I park?'];
  const message = `${parts[0]} And ${parts[1]}`;

  it('is read with its parts, each of which does something else', async () => {
    const [whole, first, second, ...rest] = await encoder.read(message, NOTHING, parts);
    expect(rest).toEqual([]);
    expect(likeliest(first!)).toBe('start');
    expect(likeliest(second!)).toBe('ask');
    const alone = (await encoder.read(message, NOTHING))[0]!;
    expect(cosine(whole!.vector, alone.vector)).toBeCloseTo(1, 2);
  });

  it('means something else after something else was said', async () => {
    const [after] = await encoder.read('no thanks', { said: 'a table for two', told: 'Shall I book it?' });
    const [before] = await encoder.read('no thanks', NOTHING);
    expect(cosine(after!.vector, before!.vector)).toBeLessThan(0.95);
  });

  it.each([
    ['a letter', 20],
    ['a little longer than fits behind so much', 3],
  ])('may be %s, after much that was said', async (_, times) => {
    const much = 'We have a lot to say about that, and it takes a while. '.repeat(20);
    const letter = `${'We are coming all the way from Leeds. '.repeat(times)}${message}`;
    const readings = await encoder.read(letter, { said: much, told: much }, parts);
    expect(readings.map(({ vector }) => vector.length)).toEqual([384, 384, 384]);
  });

  it('may be a letter, longer than is read at once', async () => {
    const letter = `${'We are coming all the way from Leeds for a birthday. '.repeat(20)}${message}`;
    const readings = await encoder.read(letter, NOTHING, parts);
    expect(readings.map(({ vector }) => vector.length)).toEqual([384, 384, 384]);
    expect(likeliest(readings[1]!)).toBe('start');
    expect(likeliest(readings[2]!)).toBe('ask');
  });
});

describe('many texts', () => {
  const texts = Array.from({ length: 40 }, (_, at) => `table ${at} ${'for the two of us please '.repeat(at % 7)}`);

  it.each([
    ['a list', (by: Encoder) => by.encode(texts)],
    ['a crowd', (by: Encoder) => Promise.all(texts.map((text) => vectorOf(text, by)))],
  ])('gives %s the very vectors that each text has alone', async (_, encodeAll) => {
    const alone = open({ cached: 1 });
    const together = await encodeAll(open());
    for (const [at, text] of texts.entries()) expect(await vectorOf(text, alone)).toEqual(together[at]);
  });

  it('let a single message go before a long list', async () => {
    const ended: string[] = [];
    const list = encoder.encode(Array.from({ length: 300 }, (_, at) => `question number ${at}`));
    const one = encoder.encode(['are you open on sundays?']);
    await Promise.all([list.then(() => ended.push('list')), one.then(() => ended.push('one'))]);
    expect(ended).toEqual(['one', 'list']);
  });

  it('let it go before a few that are not urgent, too', async () => {
    const ended: string[] = [];
    const few = Promise.all(
      Array.from({ length: 30 }, (_, at) => encoder.encode([`passage ${at} of a long page`], false)),
    );
    const one = encoder.encode(['is there parking?']);
    await Promise.all([few.then(() => ended.push('few')), one.then(() => ended.push('one'))]);
    expect(ended).toEqual(['one', 'few']);
  });

  it('may be empty', async () => {
    expect(await encoder.encode([])).toEqual([]);
  });
});

describe('the cache', () => {
  it('shares a text that is under way, and one that is known', async () => {
    const [a, b] = await Promise.all([vectorOf('when do you open'), vectorOf('when do you open')]);
    expect(b).toBe(a);
    expect(await vectorOf('when do you open')).toBe(a);
  });

  it('forgets what was used longest ago', async () => {
    const small = open({ cached: 2 });
    const a = await vectorOf('one', small);
    const b = await vectorOf('two', small);
    expect(await vectorOf('one', small)).toBe(a);
    await vectorOf('three', small);
    expect(await vectorOf('one', small)).toBe(a);
    const again = await vectorOf('two', small);
    expect(again).not.toBe(b);
    expect(again).toEqual(b);
  });
});

describe('the thread', () => {
  it('is replaced after it broke', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
    const broken = open({ folder });
    await expect(broken.encode(['hello'])).rejects.toThrow(/tokenizer\.json/);
    for (const model of ['encoder', 'risk', 'context']) symlinkSync(join(MODELS, model), join(folder, model));
    expect(await vectorOf('hello', broken)).toEqual(await vectorOf('hello'));
    rmSync(folder, { recursive: true });
  });

  it('ends when closed, with what was under way', async () => {
    const closing = open();
    const asked = Promise.all(Array.from({ length: 30 }, (_, at) => closing.encode([`hello ${at}`])));
    const refused = expect(asked).rejects.toThrow(/encoder/);
    await closing.close();
    await refused;
    await expect(closing.encode(['hello'])).rejects.toThrow('The encoder is closed.');
  });

  it('lets a process end that has no more to do, and reports to nobody', async () => {
    const url = new URL('./encoder.ts', import.meta.url).href;
    const program = `import('${url}').then(async ({ openEncoder }) =>
      console.log((await openEncoder().encode(['hello']))[0].length));`;
    const home = mkdtempSync(join(tmpdir(), 'encoder-'));
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), ORT_DISABLE_TELEMETRY: '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env });
    expect(stdout).toBe('384\n');
    // What the model's runtime would send to its makers, it would keep there first.
    expect(readdirSync(home)).toEqual([]);
    rmSync(home, { recursive: true });
  });
});

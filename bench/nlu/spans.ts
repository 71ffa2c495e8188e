// Finding party sizes, dates, times and names: exact spans on a held-out fifth of RESTAURANTS-8K's training file.
import { ordinaryMessages } from '../../models/tagger/ordinary.ts';
import { RESTAURANTS8K, readRestaurants8k } from '../../models/tagger/restaurants8k.ts';
import { loadTagger, type TaggedMessage, type Tagger, trainTagger } from '../../src/nlu/tagger/tagger.ts';

type Found = TaggedMessage['spans'];
type Slot = Found[number]['slot'];
type Tally = { readonly right: number; readonly found: number; readonly there: number };

const SLOTS: readonly Slot[] = ['people', 'date', 'time', 'first_name', 'last_name'];
const BAR = 95;
/** Published or measured on the test file of the same data. */
const PERCEPTRON: Readonly<Record<string, string>> = {
  people: '93.7',
  date: '95.5',
  time: '87.3',
  first_name: '97',
  last_name: '97',
  'all slots': '93.3',
};
const SPAN_CONVERT: Readonly<Record<string, string>> = { 'all slots': '96' };

const isHeldOut = (_: TaggedMessage, index: number): boolean => index % 5 === 4;
const keyOf = ({ slot, start, end }: Found[number]): string => `${slot} ${start} ${end}`;

function tally(pairs: readonly { readonly truth: Found; readonly found: Found }[], slots: readonly Slot[]): Tally {
  let [right, found, there] = [0, 0, 0];
  for (const pair of pairs) {
    const of = (spans: Found) => new Set(spans.filter(({ slot }) => slots.includes(slot)).map(keyOf));
    const [truth, answer] = [of(pair.truth), of(pair.found)];
    right += truth.intersection(answer).size;
    found += answer.size;
    there += truth.size;
  }
  return { right, found, there };
}

const f1Of = ({ right, found, there }: Tally): number => (200 * right) / (found + there);

function line(name: string, counted: Tally): string {
  const figures = [(100 * counted.right) / counted.found, (100 * counted.right) / counted.there, f1Of(counted)];
  const cells = figures.map((figure) => figure.toFixed(1).padStart(10));
  return `${name.padEnd(11)}${cells.join('')}${[PERCEPTRON, SPAN_CONVERT].map((known) => (known[name] ?? '–').padStart(14)).join('')}`;
}

async function teach(messages: readonly TaggedMessage[]): Promise<Tagger> {
  const started = performance.now();
  const progress = (epoch: number, loss: number) =>
    console.log(`  epoch ${epoch}: loss ${loss.toFixed(4)}, ${Math.round((performance.now() - started) / 1000)} s`);
  const bytes = trainTagger([...messages, ...(await ordinaryMessages())], { progress }).save();
  console.log(`  ${Math.ceil(bytes.length / 1000)} KB of weights`);
  return loadTagger(bytes);
}

/** The middle and the slow end of how long one message takes, in milliseconds. */
function timed(tagger: Tagger, messages: readonly TaggedMessage[]): { median: number; p99: number } {
  const times = messages.map(({ text, asked }) => {
    const started = performance.now();
    tagger.tag(text, asked);
    return performance.now() - started;
  });
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)]!, p99: times[Math.floor(times.length * 0.99)]! };
}

/** Whether the bar was reached; true where there is no data to measure on. */
export async function benchSpans(): Promise<boolean> {
  const messages = readRestaurants8k();
  if (!messages) {
    console.log(`Spans: not measured, there is no ${RESTAURANTS8K.pathname}.`);
    return true;
  }
  const heldOut = messages.filter(isHeldOut);
  const shown = messages.filter((message, index) => !isHeldOut(message, index));
  console.log(`Spans, RESTAURANTS-8K: trained on ${shown.length}, tested on every fifth message, ${heldOut.length}`);
  const tagger = await teach(shown);
  const pairs = heldOut.map(({ text, asked, spans }) => ({ truth: spans, found: tagger.tag(text, asked) }));
  console.log(`${''.padEnd(11)} precision    recall        F1    perceptron  Span-ConveRT`);
  for (const slot of SLOTS) console.log(line(slot, tally(pairs, [slot])));
  const total = tally(pairs, SLOTS);
  console.log(line('all slots', total));
  const { median, p99 } = timed(tagger, heldOut);
  const met = f1Of(total) >= BAR;
  console.log(
    `${median.toFixed(3)} ms a message (p99 ${p99.toFixed(3)}); F1 of at least ${BAR}: ${met ? 'met' : 'NOT MET'}`,
  );
  return met;
}

if (import.meta.main) await benchSpans();

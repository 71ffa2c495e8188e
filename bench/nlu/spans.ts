// Finding party sizes, dates, times and names: exact spans on a held-out fifth of RESTAURANTS-8K's training file.

import { RESTAURANTS8K_FILE, readRestaurants8k } from '../../models/tagger/restaurants8k.ts';
import { createSlotlessMessages } from '../../models/tagger/slotless-messages.ts';
import { loadTagger, type TaggedMessage, type Tagger, trainTagger } from '../../src/nlu/tagger/tagger.ts';

type Spans = TaggedMessage['spans'];
type Slot = Spans[number]['slot'];
type Tally = { readonly correct: number; readonly predicted: number; readonly expected: number };

const SLOTS: readonly Slot[] = ['people', 'date', 'time', 'first_name', 'last_name'];
const GOAL_F1 = 95;
/** Published or measured on the test file of the same data. */
const PERCEPTRON_F1: Readonly<Record<string, string>> = {
  people: '93.7',
  date: '95.5',
  time: '87.3',
  first_name: '97',
  last_name: '97',
  'all slots': '93.3',
};
const SPAN_CONVERT_F1: Readonly<Record<string, string>> = { 'all slots': '96' };

const isHeldOut = (_: TaggedMessage, index: number): boolean => index % 5 === 4;
const getSpanKey = ({ slot, start, end }: Spans[number]): string => `${slot} ${start} ${end}`;

function countMatches(
  pairs: readonly { readonly expected: Spans; readonly predicted: Spans }[],
  slots: readonly Slot[],
): Tally {
  let [correct, predicted, expected] = [0, 0, 0];
  for (const pair of pairs) {
    const collectSpanKeys = (spans: Spans) => new Set(spans.filter(({ slot }) => slots.includes(slot)).map(getSpanKey));
    const [expectedKeys, predictedKeys] = [collectSpanKeys(pair.expected), collectSpanKeys(pair.predicted)];
    correct += expectedKeys.intersection(predictedKeys).size;
    predicted += predictedKeys.size;
    expected += expectedKeys.size;
  }
  return { correct, predicted, expected };
}

const computeF1 = ({ correct, predicted, expected }: Tally): number => (200 * correct) / (predicted + expected);

function formatTableRow(name: string, counts: Tally): string {
  const figures = [
    (100 * counts.correct) / counts.predicted,
    (100 * counts.correct) / counts.expected,
    computeF1(counts),
  ];
  const cells = figures.map((figure) => figure.toFixed(1).padStart(10));
  return `${name.padEnd(11)}${cells.join('')}${[PERCEPTRON_F1, SPAN_CONVERT_F1].map((publishedF1) => (publishedF1[name] ?? '–').padStart(14)).join('')}`;
}

async function train(messages: readonly TaggedMessage[]): Promise<Tagger> {
  const startedAt = performance.now();
  const logProgress = (epoch: number, loss: number) =>
    console.log(`  epoch ${epoch}: loss ${loss.toFixed(4)}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const bytes = trainTagger([...messages, ...(await createSlotlessMessages())], { onEpoch: logProgress }).serialize();
  console.log(`  ${Math.ceil(bytes.length / 1000)} KB of weights`);
  return loadTagger(bytes);
}

/** Median and 99th percentile of the time per message, in milliseconds. */
function measureTimes(tagger: Tagger, messages: readonly TaggedMessage[]): { median: number; p99: number } {
  const times = messages.map(({ text, requestedSlots }) => {
    const startedAt = performance.now();
    tagger.tag(text, requestedSlots);
    return performance.now() - startedAt;
  });
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)]!, p99: times[Math.floor(times.length * 0.99)]! };
}

/** Whether the goal was reached; true if there is no data to measure on. */
export async function benchSpans(): Promise<boolean> {
  const messages = readRestaurants8k();
  if (!messages) {
    console.log(`Spans: not measured, there is no ${RESTAURANTS8K_FILE.pathname}.`);
    return true;
  }
  const heldOutMessages = messages.filter(isHeldOut);
  const trainingMessages = messages.filter((message, index) => !isHeldOut(message, index));
  console.log(
    `Spans, RESTAURANTS-8K: trained on ${trainingMessages.length}, tested on every fifth message, ${heldOutMessages.length}`,
  );
  const tagger = await train(trainingMessages);
  const pairs = heldOutMessages.map(({ text, requestedSlots, spans }) => ({
    expected: spans,
    predicted: tagger.tag(text, requestedSlots),
  }));
  console.log(`${''.padEnd(11)} precision    recall        F1    perceptron  Span-ConveRT`);
  for (const slot of SLOTS) console.log(formatTableRow(slot, countMatches(pairs, [slot])));
  const total = countMatches(pairs, SLOTS);
  console.log(formatTableRow('all slots', total));
  const { median, p99 } = measureTimes(tagger, heldOutMessages);
  const isMet = computeF1(total) >= GOAL_F1;
  console.log(
    `${median.toFixed(3)} ms a message (p99 ${p99.toFixed(3)}); F1 of at least ${GOAL_F1}: ${isMet ? 'met' : 'NOT MET'}`,
  );
  return isMet;
}

if (import.meta.main) await benchSpans();

import type { AnyIndustry } from '../../capability/industry.ts';
import { type Risk, readRisk } from '../../guardrails/risk.ts';
import { numberOf, recent, remembering } from '../../kernel/recent.ts';
import { ACTS, type Before, type Encoder, INTENTS, type Reading } from '../../understanding/encoder/encoder.ts';
import { findCodes } from '../../understanding/fields/references.ts';
import type { Classifier, Ranking } from '../../understanding/intents/classifier.ts';
import { dot } from '../../understanding/intents/numbers.ts';
import { clausesOf } from './clauses.ts';
import type { Passage } from './hit.ts';
import { type Hit, openLibrary, type Shelf, type Signal } from './knowledge.ts';
import { loadLessons, type Subject } from './lessons.ts';
import { WELL } from './likely.ts';
import { parseMessage } from './parsed-message.ts';
import { sentencesOf } from './sentences.ts';
import { NOTHING_SAID } from './tracker.ts';

/** What one sentence wants, as far as its words tell. */
export type Understood = {
  text: string;
  /** Best first. */
  ranked: { intent: string; confidence: number }[];
  /** How surely it is any of the intents: the border is at a half. */
  inScope: number;
  /** As it is meant in its conversation. */
  inContext: InContext;
  signals: Signal[];
};

type InContext = {
  /** How likely each intent is. */
  intents: ReadonlyMap<string, number>;
  /** How likely the sentence does each of these. */
  acts: ReadonlyMap<string, number>;
};

export type Understanding = {
  /** Gets ready what the first customer would otherwise wait for. */
  warm(industries: readonly AnyIndustry[]): Promise<void>;
  /**
   * Reads a message ahead, so that nothing waits for the encoder while a transaction is open, as it is meant after
   * `before`, where that is known; each of its parts too where `inDepth`.
   */
  prepare(message: string, before: Before | undefined, inDepth: boolean): Promise<void>;
  /** What a message puts at risk. */
  assess(message: string): Promise<Risk>;
  /** What the business has written about a message, nearest first. */
  search(message: string, shelf: Shelf): Promise<Hit[]>;
  /** What a plain question in another language than English asks for, where that is sure. */
  abroad(message: string): Promise<string | undefined>;
  /** The sentence of a passage that answers a message best. */
  pick(passage: Passage, message: string, before?: Before): Promise<string>;
  /** A message after what was said last, by both; and, where it has several, each of its parts. */
  understand(message: string, shelf: Shelf, before?: Before): Promise<Understood>;
  understandParts(message: string, shelf: Shelf, before?: Before): Promise<Understood[]>;
};

const MOST_KNOWN = 2_000;

export function createUnderstanding(encoder: Encoder): Understanding {
  const library = openLibrary(encoder);
  const classifiers = new Map<string, Promise<Classifier>>();
  const classifierOf = (industry: Subject) => {
    const name = typeof industry === 'string' ? industry : (industry?.name ?? '');
    let classifier = classifiers.get(name);
    if (!classifier) {
      classifier = loadLessons(encoder, industry);
      classifiers.set(name, classifier);
      classifier.catch(() => classifiers.delete(name));
    }
    return classifier;
  };
  const understandOne = async (text: string, shelf: Shelf, reading: Reading): Promise<Omit<Understood, 'text'>> => {
    const [classifier, [vector]] = await Promise.all([classifierOf(shelf.industry), encoder.encode([text])]);
    const ranking = classifier.classify(text, vector!);
    const signals = await library.compare(shelf, text, vector!, reading.vector);
    return { ...ranking, inContext: inContext(reading, ranking), signals };
  };
  // People greet, thank and ask for the hours in the same few words.
  const known = recent<string, Promise<Omit<Understood, 'text'>>>(MOST_KNOWN);
  const remembered = (message: Said, at: number, shelf: Shelf): Promise<Omit<Understood, 'text'>> => {
    const { text, parts, before } = message;
    const { business, industry, written } = shelf;
    const key = `${numberOf(business)} ${written ? numberOf(written) : ''} ${industry?.name} ${at} ${before.said}|${before.told}|${text}`;
    const found = known.get(key);
    if (found) return found;
    const one = withoutCodes(at ? parts[at - 1]! : text);
    const understood = readAhead(message).then((readings) => understandOne(one, shelf, readings[at]!));
    known.set(key, understood);
    understood.catch(() => known.delete(key));
    return understood;
  };
  const readAhead = ({ text, parts, before }: Said): Promise<Reading[]> =>
    encoder.read(withoutCodes(text), before, parts.map(withoutCodes));
  return {
    async warm(industries) {
      await encoder.assess('hello');
      for (const industry of industries) await classifierOf(industry);
    },
    async prepare(message, before, inDepth) {
      const { text } = parseMessage(message);
      const said = before && saidIn(text, before);
      const texts = said ? [text, ...(inDepth ? said.parts : [])].map(withoutCodes) : [];
      await Promise.all([encoder.assess(withoutCodes(text)), encoder.encode(texts), said && readAhead(said)]);
    },
    assess: async (message) => readRisk(await encoder.assess(withoutCodes(parseMessage(message).text))),
    async abroad(message) {
      const [classifier, [vector]] = await Promise.all([classifierOf('abroad'), encoder.encode([message])]);
      const [best] = classifier.classify(message, vector!).ranked;
      return best && best.intent !== 'unknown' && best.confidence >= WELL ? best.intent : undefined;
    },
    async search(message, shelf) {
      const text = withoutCodes(message);
      const [classifier, [vector]] = await Promise.all([classifierOf(shelf.industry), encoder.encode([text])]);
      return library.search(shelf, text, vector!, isDoubtful(classifier.classify(text, vector!)));
    },
    async pick({ text, source }, message, before = NOTHING_SAID) {
      const sentences = sentencesOf(text);
      const [[reading], entries] = await Promise.all([
        readAhead(saidIn(message, before)),
        encoder.encodeEntries(sentences.map((sentence) => `${source.title}: ${sentence}`)),
      ]);
      const fits = entries.map((entry) => dot(entry, reading!.vector));
      return sentences[fits.indexOf(Math.max(...fits))]!;
    },
    async understand(text, shelf, before = NOTHING_SAID) {
      return { text, ...(await remembered(saidIn(text, before), 0, shelf)) };
    },
    understandParts(message, shelf, before = NOTHING_SAID) {
      const said = saidIn(message, before);
      return Promise.all(said.parts.map(async (text, at) => ({ text, ...(await remembered(said, at + 1, shelf)) })));
    },
  };
}

/** A message with its parts, where it has several, after what was said last. */
type Said = { text: string; parts: readonly string[]; before: Before };

/** The same for all that is asked of a message in a turn. */
const codeless = new WeakMap<Before, Before>();

function withoutItsCodes(before: Before): Before {
  const plain = { said: withoutCodes(before.said), told: withoutCodes(before.told) };
  codeless.set(before, plain);
  return plain;
}

function saidIn(text: string, before: Before): Said {
  const clauses = clausesOf(text);
  const parts = clauses.length > 1 ? clauses : [];
  return { text, parts, before: codeless.get(before) ?? withoutItsCodes(before) };
}

/** Of the intents that there are here. */
function inContext({ acts, intents }: Reading, { ranked }: Ranking): InContext {
  const own = new Set(ranked.map(({ intent }) => intent));
  const odds = INTENTS.flatMap((intent, at) => (own.has(intent) ? [[intent, Math.exp(intents[at]!)] as const] : []));
  const sum = odds.reduce((total, [, odd]) => total + odd, 0);
  return {
    intents: new Map(odds.map(([intent, odd]) => [intent, odd / sum])),
    acts: new Map(ACTS.map((act, at) => [act, acts[at]!])),
  };
}

const ANY_CODE = 'K7MX4P';

/** What letters a booking's code happens to have must not decide what is wanted. */
const withoutCodes = remembering(
  (text: string) => text,
  (text) =>
    findCodes(text)
      .sort((one, other) => other.start - one.start)
      .reduce((rest, { start, end }) => rest.slice(0, start) + ANY_CODE + rest.slice(end), text),
);

const SURE = 0.85;

/** Worth a look at everything that the business has written. */
const isDoubtful = ({ ranked: [top] }: Ranking) =>
  !top || top.intent === 'faq' || top.intent === 'unknown' || top.confidence < SURE;

import type { AnyIndustry } from '../../capability/industry.ts';
import { type Risk, readRisk } from '../../guardrails/risk.ts';
import { numberOf, recent } from '../../kernel/recent.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';
import { findCodes } from '../../understanding/fields/references.ts';
import type { Classifier, Ranking } from '../../understanding/intents/classifier.ts';
import { clausesOf, plainText } from './clauses.ts';
import { type Hit, openLibrary, type Shelf } from './knowledge.ts';
import { loadLessons } from './lessons.ts';

/** What one sentence wants, as far as its words tell. */
export type Understood = {
  text: string;
  /** Best first. */
  ranked: { intent: string; confidence: number }[];
  /** How surely it is any of the intents: the border is at a half. */
  inScope: number;
  /** What the business has written about it, nearest first. */
  hits: Hit[];
};

export type Understanding = {
  /** Gets ready what the first customer would otherwise wait for. */
  warm(industries: readonly AnyIndustry[]): Promise<void>;
  /** Reads a message ahead, so that nothing waits for the encoder while a transaction is open, each of its parts too where `inDepth`. */
  prepare(message: string, inDepth: boolean): Promise<void>;
  /** What a message puts at risk. */
  assess(message: string): Promise<Risk>;
  understand(texts: readonly string[], shelf: Shelf): Promise<Understood[]>;
};

const MOST_KNOWN = 2_000;

export function createUnderstanding(encoder: Encoder): Understanding {
  const library = openLibrary(encoder);
  const classifiers = new Map<string, Promise<Classifier>>();
  const classifierOf = (industry: AnyIndustry | undefined) => {
    const name = industry?.name ?? '';
    let classifier = classifiers.get(name);
    if (!classifier) {
      classifier = loadLessons(encoder, industry);
      classifiers.set(name, classifier);
      classifier.catch(() => classifiers.delete(name));
    }
    return classifier;
  };
  const understandOne = async (text: string, shelf: Shelf): Promise<Omit<Understood, 'text'>> => {
    const [classifier, [vector]] = await Promise.all([classifierOf(shelf.industry), encoder.encode([text])]);
    const ranking = classifier.classify(text, vector!);
    const hits = await library.search(shelf, text, vector!, isDoubtful(ranking));
    return { ...ranking, hits };
  };
  // People greet, thank and ask for the hours in the same few words.
  const known = recent<string, Promise<Omit<Understood, 'text'>>>(MOST_KNOWN);
  const remembered = (text: string, shelf: Shelf) => {
    const { business, industry, written } = shelf;
    const key = `${numberOf(business)} ${written ? numberOf(written) : ''} ${industry?.name} ${text}`;
    const found = known.get(key);
    if (found) return found;
    const understood = understandOne(text, shelf);
    known.set(key, understood);
    understood.catch(() => known.delete(key));
    return understood;
  };
  return {
    async warm(industries) {
      await encoder.assess('hello');
      for (const industry of industries) await classifierOf(industry);
    },
    async prepare(message, inDepth) {
      const text = plainText(message);
      const clauses = inDepth ? clausesOf(text) : [];
      await Promise.all([encoder.assess(withoutCodes(text)), encoder.encode(clauses.map(withoutCodes))]);
    },
    assess: async (message) => readRisk(await encoder.assess(withoutCodes(plainText(message)))),
    understand: (texts, shelf) =>
      Promise.all(texts.map(async (text) => ({ text, ...(await remembered(withoutCodes(text), shelf)) }))),
  };
}

const ANY_CODE = 'K7MX4P';

/** What letters a booking's code happens to have must not decide what is wanted. */
const withoutCodes = (text: string): string =>
  findCodes(text)
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + ANY_CODE + rest.slice(end), text);

const SURE = 0.85;

/** Worth a look at everything that the business has written. */
const isDoubtful = ({ ranked: [top] }: Ranking) =>
  !top || top.intent === 'faq' || top.intent === 'unknown' || top.confidence < SURE;

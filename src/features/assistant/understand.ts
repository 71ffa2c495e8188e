import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';
import type { Classifier, Ranking } from '../../understanding/intents/classifier.ts';
import { clausesOf, withoutGreeting } from './clauses.ts';
import { type Hit, openLibrary } from './knowledge.ts';
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
  /** Reads a message ahead, so that nothing waits for the encoder while a transaction is open. */
  prepare(message: string): Promise<void>;
  understand(texts: readonly string[], business: Business, industry: AnyIndustry | undefined): Promise<Understood[]>;
};

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
  return {
    async warm(industries) {
      await encoder.encode(['hello']);
      for (const industry of industries) await classifierOf(industry);
    },
    async prepare(message) {
      const text = withoutGreeting(message);
      const clauses = clausesOf(text);
      await encoder.encode(clauses.length > 1 ? [text, ...clauses] : [text]);
    },
    async understand(texts, business, industry) {
      const [classifier, vectors] = await Promise.all([classifierOf(industry), encoder.encode(texts)]);
      return Promise.all(
        texts.map(async (text, index) => {
          const ranking = classifier.classify(text, vectors[index]!);
          const hits = await library.search({ business, industry }, text, vectors[index]!, isDoubtful(ranking));
          return { text, ...ranking, hits };
        }),
      );
    },
  };
}

const SURE = 0.85;

/** Worth a look at everything that the business has written. */
const isDoubtful = ({ ranked: [top] }: Ranking) =>
  !top || top.intent === 'faq' || top.intent === 'unknown' || top.confidence < SURE;

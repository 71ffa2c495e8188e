// Semantic search over everything that the business has written.
import { getCustomerPolicies } from '../../capability/deposits.ts';
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { type AnyIndustry, peopleOf } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { dot } from '../../nlu/intents/vector-math.ts';
import { extractContentWords } from './content-words.ts';
import type { KnowledgeIndex } from './knowledge-index.ts';
import { listOfferedItems, type OfferedItem } from './offered-items.ts';
import { createTextEncoder, listQuestionsAbout, POLICIES, POLICY_TITLES } from './policy-questions.ts';
import { endWithPeriod, findQuotes } from './quote.ts';
import { withoutRepeatedFacts } from './repeated-facts.ts';
import { HIGHER_WEIGHT, LOWER_WEIGHT, type Passage, type SearchHit, TOPIC_WEIGHT, WORD_WEIGHT } from './search-hit.ts';
import { computeTopicOverlap, loadTopics, type Topics } from './topics.ts';
import { computeTitleWeight, createRarityFunction } from './word-rarity.ts';

export type { SearchHit };

type IndexedPassage = {
  passage: Passage;
  /** Its title and text, encoded for comparison with a message in its conversation. */
  entryVector: Float32Array;
  /** Its prompts, encoded for comparison with the text of a message alone. */
  promptVectors: Float32Array[];
  /** For each of its own texts, the similarity to every topic. */
  topicProfiles: Float32Array[];
  words: Set<string>;
  titleWords: Set<string>;
};

/** How well a question matches a passage. */
type MatchScores = {
  /** Semantic similarity. */
  similarity: number;
  /** How well it answers the sentence in its conversation, as the contextual model predicts. */
  answerScore: number;
  topicSimilarity: number;
  /** How much more the question is about another topic than about this one's; 0 where it has no clear topic. */
  topicGap: number;
  /** The share of the question's words in it, weighted by rarity. */
  sharedWordRatio: number;
  /** The share of its title's words in the question, weighted by rarity. */
  sharedTitleWordRatio: number;
};
export type ScoredCandidate = MatchScores & { hit?: SearchHit; item?: OfferedItem };
type IndexedItem = {
  item: OfferedItem;
  entryVector: Float32Array;
  promptVectors: Float32Array[];
  words: Set<string>;
  titleWords: Set<string>;
};

/** Joins a price and a description: "Boarding is $35: cats only, per night." A full sentence stays one of its own. */
function withDescription(statement: string, details: string | undefined): string {
  if (!details) return `${statement}.`;
  if (FULL_SENTENCE_PATTERN.test(details))
    return withoutRepeatedFacts([endWithPeriod(details), `${statement}.`])
      .toReversed()
      .join(' ')
      .trim();
  const firstLetter = /^[A-Z][a-z]+ (?![A-Z])/.test(details) ? details.charAt(0).toLowerCase() : details.charAt(0);
  return `${statement}: ${firstLetter}${endWithPeriod(details.slice(1))}`;
}
const FULL_SENTENCE_PATTERN = /\b(?:we|you|our|your|it|they|is|are|can|will)\b|[.!?] /i;

/** Example phrases of a policy count slightly less than its own text. */
const PHRASE_WEIGHT = 0.9;

/** Policies that are slightly similar to almost any question about a booking, so they need a word in common with it. */
const BROAD_POLICIES = new Set(['cancellation', 'lateArrival', 'deposit']);
const NO_SHARED_WORDS_PENALTY = 0.06;
/** Descriptions, of the business or of one service, rarely answer a question. */
const DESCRIPTIVE_KINDS = new Set(['service', 'about']);
const DESCRIPTIVE_KIND_WEIGHT = 0.6;

export function collectPassages(business: Business, industry: AnyIndustry | undefined): Passage[] {
  const { faqs, services, description } = business;
  const format = formatterFor(business);
  const policies = getCustomerPolicies(business, format);
  return [
    ...faqs.map(({ question, answer }, index) => ({
      text: answer,
      source: { kind: 'faq', id: String(index + 1), title: question },
      prompts: [question, answer],
    })),
    ...POLICIES.flatMap((name) => {
      const text = policies[name];
      return text
        ? [
            {
              text,
              source: { kind: 'policy', id: name, title: POLICY_TITLES[name] },
              prompts: [text, ...listQuestionsAbout(name)],
            },
          ]
        : [];
    }),
    ...(industry && business[industry.name] ? (industry.facts?.(business) ?? []) : []).map(
      ({ id, title, text, asked: questionsOrPolicy }) => ({
        text,
        source: { kind: 'policy', id, title },
        prompts: [
          text,
          ...(typeof questionsOrPolicy === 'string' ? listQuestionsAbout(questionsOrPolicy) : questionsOrPolicy),
        ],
      }),
    ),
    // Starter content is not yet what the business offers.
    ...services
      .filter(({ sample }) => !sample)
      .map(({ name, description: serviceDescription, price }) => ({
        text: withDescription(`${name}${price === undefined ? '' : ` is ${format.money(price)}`}`, serviceDescription),
        source: { kind: 'service', id: name, title: name },
        prompts: [name, ...(serviceDescription ? [serviceDescription] : [])],
      })),
    // Descriptions of staff, such as the languages that they speak.
    ...peopleOf(business, industry).flatMap(({ id, name, about }) =>
      about
        ? [{ text: endWithPeriod(`${name}: ${about}`), source: { kind: 'staff', id, title: name }, prompts: [about] }]
        : [],
    ),
    ...(description
      ? [
          {
            text: description,
            source: { kind: 'about', id: 'description', title: business.name },
            prompts: [description],
          },
        ]
      : []),
  ];
}

/** The topic overlap from which two texts are about the same topic. */
export const MIN_TOPIC_OVERLAP = 0.4;
/** The similarity to a topic from which a question is clearly about it. */
const MIN_CLEAR_TOPIC = 0.6;

/** Searches the texts and the offer of a business. */
export type PassageIndex = {
  /** The passages that match a question, best first. With `useTopics`, also those that share only the topic with it. */
  search(scope: SearchScope, text: string, vector: Float32Array, useTopics: boolean): Promise<SearchHit[]>;
  /** How well every passage and every offered item matches a question; `turnVector` encodes it with the previous turn. */
  compare(scope: SearchScope, text: string, vector: Float32Array, turnVector: Float32Array): Promise<ScoredCandidate[]>;
};

export type SearchScope = {
  business: Business;
  industry: AnyIndustry | undefined;
  /** Imported documents and websites. */
  knowledgeIndex?: KnowledgeIndex | undefined;
};

export function createPassageIndex(encoder: Encoder): PassageIndex {
  /** Indexed once for each version of a document, and industry. */
  const passageIndexes = new WeakMap<Business, Map<string, Promise<IndexedPassage[]>>>();
  let topics: Promise<Topics> | undefined;
  const getTopics = () => {
    topics ??= loadTopics(encoder);
    return topics;
  };

  const encodeTexts = createTextEncoder(encoder);
  const indexPassages = async ({ business, industry }: SearchScope): Promise<IndexedPassage[]> => {
    const { computeProfile } = await getTopics();
    const passages = collectPassages(business, industry);
    const [entryVectors, promptVectorsByPassage] = await Promise.all([
      encoder.encodeEntries(passages.map(({ source, text }) => `${source.title}: ${text}`)),
      Promise.all(passages.map(({ prompts }) => encodeTexts(prompts))),
    ]);
    return passages.map((passage, index) => {
      const promptVectors = must(promptVectorsByPassage[index], 'the vectors of each passage');
      return {
        passage,
        entryVector: must(entryVectors[index], 'the vector of each entry'),
        promptVectors,
        // An FAQ's first two prompts are its question and answer; of other passages only the first is their own text.
        topicProfiles: promptVectors.slice(0, passage.source.kind === 'faq' ? 2 : 1).map(computeProfile),
        words: extractContentWords(`${passage.source.title} ${passage.text}`),
        titleWords: extractContentWords(passage.source.title),
      };
    });
  };
  const loadPassages = (scope: SearchScope): Promise<IndexedPassage[]> => {
    const industryName = scope.industry?.name ?? '';
    const indexesByIndustry = passageIndexes.get(scope.business) ?? new Map<string, Promise<IndexedPassage[]>>();
    passageIndexes.set(scope.business, indexesByIndustry);
    let index = indexesByIndustry.get(industryName);
    if (!index) {
      index = indexPassages(scope);
      indexesByIndustry.set(industryName, index);
      index.catch(() => indexesByIndustry.delete(industryName));
    }
    return index;
  };
  const itemIndexes = new WeakMap<Business, Map<string, Promise<IndexedItem[]>>>();
  const loadItems = ({ business, industry }: SearchScope): Promise<IndexedItem[]> => {
    const industryName = industry?.name ?? '';
    const indexesByIndustry = itemIndexes.get(business) ?? new Map<string, Promise<IndexedItem[]>>();
    itemIndexes.set(business, indexesByIndustry);
    let index = indexesByIndustry.get(industryName);
    if (!index) {
      const items = listOfferedItems(business, industry);
      const entryVectors = encoder.encodeEntries(items.map(({ name, text }) => `${name}: ${text}`));
      index = Promise.all(
        items.map(async (item, position) => ({
          item,
          entryVector: must((await entryVectors)[position], 'the vector of each entry'),
          promptVectors: await encoder.encode([item.name, item.text]),
          words: extractContentWords(`${item.name} ${item.text}`),
          titleWords: extractContentWords(item.name),
        })),
      );
      indexesByIndustry.set(industryName, index);
      index.catch(() => indexesByIndustry.delete(industryName));
    }
    return index;
  };
  const rarities = new WeakMap<object, (word: string) => number>();
  return {
    async compare(scope, text, vector, turnVector) {
      const [passages, items] = await Promise.all([loadPassages(scope), loadItems(scope)]);
      const { computeProfile } = await getTopics();
      const profile = computeProfile(vector);
      const strongestTopic = Math.max(...profile);
      const scoreTopic = (topicSimilarity: number) => ({
        topicSimilarity,
        topicGap: strongestTopic >= MIN_CLEAR_TOPIC ? strongestTopic - topicSimilarity : 0,
      });
      const rarity = rarities.get(passages) ?? createRarityFunction([...passages, ...items].map(({ words }) => words));
      rarities.set(passages, rarity);
      const words = [...extractContentWords(text)];
      const weights = words.map(rarity);
      const sumSharedWordWeights = (otherWords: Set<string>) =>
        // biome-ignore lint/style/noNonNullAssertion: each word has its weight
        words.reduce((sum, word, index) => (otherWords.has(word) ? sum + weights[index]! : sum), 0);
      const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
      const computeScores = (
        entryWords: Set<string>,
        titleWords: Set<string>,
        kind: string,
        promptVectors: Float32Array[],
        entryVector: Float32Array,
      ) => ({
        similarity: combineSimilarities(
          kind,
          promptVectors.map((promptVector) => dot(promptVector, vector)),
        ),
        answerScore: dot(entryVector, turnVector),
        sharedWordRatio: sumSharedWordWeights(entryWords) / totalWeight,
        sharedTitleWordRatio: sumSharedWordWeights(titleWords) / computeTitleWeight(titleWords, rarity),
      });
      const passageSignals = passages.map(
        ({ passage, words: passageWords, titleWords, promptVectors, topicProfiles, entryVector }) => ({
          ...computeScores(passageWords, titleWords, passage.source.kind, promptVectors, entryVector),
          ...scoreTopic(Math.max(...topicProfiles.map((topicProfile) => computeTopicOverlap(profile, topicProfile)))),
          hit: { passage, score: 0 },
        }),
      );
      const itemSignals = items.map(({ item, words: itemWords, titleWords, promptVectors, entryVector }) => ({
        ...computeScores(itemWords, titleWords, 'faq', promptVectors, entryVector),
        topicSimilarity: 0,
        topicGap: 0,
        item,
      }));
      const quotes = scope.knowledgeIndex
        ? await findQuotes(encoder, scope.knowledgeIndex, { words: new Set(words), vector, profile, computeProfile })
        : [];
      const entryVectors = await encoder.encodeEntries(quotes.map(({ quote }) => quote));
      const quoteSignals = quotes.map(({ similarity, topicSimilarity, sharedWordRatio, ...hit }, index) => ({
        similarity,
        ...scoreTopic(topicSimilarity),
        sharedWordRatio,
        sharedTitleWordRatio: 0,
        answerScore: dot(must(entryVectors[index], 'the vector of each entry'), turnVector),
        hit,
      }));
      return [...passageSignals, ...itemSignals, ...quoteSignals];
    },
    async search(scope, text, vector, useTopics) {
      const passages = await loadPassages(scope);
      const words = extractContentWords(text);
      const { computeProfile } = await getTopics();
      const profile = useTopics ? computeProfile(vector) : undefined;
      const hits = passages.map((indexed) => ({
        passage: indexed.passage,
        score: scorePassage(indexed, words, vector, profile),
      }));
      const quotes = scope.knowledgeIndex
        ? await findQuotes(encoder, scope.knowledgeIndex, { words, vector, profile, computeProfile })
        : [];
      return [...hits, ...quotes].sort((a, b) => b.score - a.score);
    },
  };
}

/** Combines semantic and topic similarity with shared words; a paraphrase of the same question scores about 1. */
function scorePassage(
  { passage, promptVectors, topicProfiles, words: passageWords }: IndexedPassage,
  words: Set<string>,
  vector: Float32Array,
  profile: Float32Array | undefined,
): number {
  const similarity = combineSimilarities(
    passage.source.kind,
    promptVectors.map((promptVector) => dot(promptVector, vector)),
  );
  const topicSimilarity = profile
    ? Math.max(...topicProfiles.map((topicProfile) => computeTopicOverlap(profile, topicProfile)))
    : similarity;
  const sharedCount = [...words].filter((word) => passageWords.has(word)).length;
  const weight = DESCRIPTIVE_KINDS.has(passage.source.kind) ? DESCRIPTIVE_KIND_WEIGHT : 1;
  const penalty = BROAD_POLICIES.has(passage.source.id) && sharedCount === 0 ? NO_SHARED_WORDS_PENALTY : 0;
  const wordScore = WORD_WEIGHT * Math.min(1, sharedCount / Math.max(1, words.size));
  return weight * (similarity + TOPIC_WEIGHT * topicSimilarity) + wordScore - penalty;
}

/** For an FAQ, combines its question and its answer; for a policy, takes its text or its most similar phrases. */
function combineSimilarities(kind: string, [first = 0, ...rest]: number[]): number {
  const [second] = rest;
  if (second === undefined) return first;
  if (kind === 'faq') return HIGHER_WEIGHT * Math.max(first, second) + LOWER_WEIGHT * Math.min(first, second);
  const [a = second, b = a, c = b] = rest.sort((one, other) => other - one);
  return Math.max(first, (PHRASE_WEIGHT * (a + b + c)) / 3);
}

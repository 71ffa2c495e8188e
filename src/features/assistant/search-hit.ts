import type { Source } from '../../capability/dialogue.ts';

export type Passage = {
  text: string;
  source: Source;
  /** Texts that are close to a question which it answers. */
  prompts: string[];
};
export type SearchHit = {
  passage: Passage;
  score: number;
  /** Of a document or a page: the sentences that answer. */
  quote?: string;
  /** The next best. */
  next?: SearchHit;
};

/** The weights of a shared topic and of shared words, relative to semantic similarity. */
export const TOPIC_WEIGHT = 0.7;
export const WORD_WEIGHT = 0.12;

const TOLD = 40;

/** Whether it was just told: by its beginning or its end, since a reply may leave out a yes, and a long one its middle. */
export const wasTold = ({ passage, quote = passage.text }: SearchHit, told: string): boolean =>
  told.includes(quote.slice(0, TOLD)) || told.includes(quote.slice(-TOLD));

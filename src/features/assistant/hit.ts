import type { Source } from '../../capability/dialogue.ts';

export type Passage = {
  text: string;
  source: Source;
  /** Texts that are close to a question which it answers. */
  prompts: string[];
};
export type Hit = {
  passage: Passage;
  score: number;
  /** Of a document or a page: the sentences that answer. */
  quote?: string;
  /** The next best. */
  next?: Hit;
};

/** How much the same topic, and the same words, count beside the same meaning. */
export const OF_TOPIC = 0.7;
export const OF_WORDS = 0.12;

const TOLD = 40;

/** Whether it was just told: by its beginning or its end, since a reply may leave out a yes, and a long one its middle. */
export const isTold = ({ passage, quote = passage.text }: Hit, told: string): boolean =>
  told.includes(quote.slice(0, TOLD)) || told.includes(quote.slice(-TOLD));

import type { Source } from '../../capability/dialogue.ts';

export type Passage = {
  text: string;
  source: Source;
  /** Texts that resemble the questions that it answers. */
  prompts: string[];
};
export type SearchHit = {
  passage: Passage;
  score: number;
  /** The sentences that answer the question, for passages from documents and websites. */
  quote?: string;
};

/** The weights of a shared topic and of shared words, relative to semantic similarity. */
export const TOPIC_WEIGHT = 0.7;
export const WORD_WEIGHT = 0.12;
/** Where two texts of a passage are compared with a question, the weights of the more and the less similar one. */
export const HIGHER_WEIGHT = 0.7;
export const LOWER_WEIGHT = 0.3;

/** How many characters at the start or the end identify a passage. */
const COMPARED_CHARS = 40;

/** Whether the last reply contained it. Its start or its end is enough, because a reply may be shortened. */
export const isInLastReply = ({ passage, quote = passage.text }: SearchHit, lastReply: string): boolean =>
  lastReply.includes(quote.slice(0, COMPARED_CHARS)) || lastReply.includes(quote.slice(-COMPARED_CHARS));

import type { ClaimScores } from './claim-model.ts';
import type { EntryMention } from './entry-mentions.ts';
import type { Facts, GuardInput } from './evidence.ts';
import type { Values } from './values.ts';

/** Why a sentence is dropped. */
export type DropReason =
  | 'deed'
  | 'price'
  | 'time'
  | 'availability'
  | 'allergen'
  | 'health'
  | 'contact'
  | 'unfit'
  | 'name'
  | 'number'
  | 'too-long';

/** The evidence that a sentence is checked against. */
export type Evidence = {
  input: GuardInput;
  documentFacts: Facts;
  passageFacts: Facts;
  toolFacts: Facts;
  /** May be repeated, but proves nothing. */
  conversationFacts: Facts;
  /** The facts of the document, the passages and the tools. */
  trustedFacts: Facts[];
};
/** A sentence, with the values and claims extracted from it. */
export type ParsedSentence = {
  sentence: string;
  /** The sentence without the names of recorded entries. */
  sentenceWithoutNames: string;
  /** Entry names are mostly English, so in another language a mention may go unrecognised. */
  isEnglish: boolean;
  values: Values;
  /** How strongly it makes each kind of claim. */
  claimScores: ClaimScores;
  /** Whether the encoder's embedding was available for the claim scores. */
  hasEmbedding: boolean;
  /** Its subjects, by the word lists of the claim model. */
  subjects: readonly string[];
  mentions: readonly EntryMention[];
  /** The entries mentioned last before this sentence, for references such as "it". */
  focus: readonly EntryMention[];
  evidence: Evidence;
  /** Amounts and percentages of the sentences before it. */
  earlierValues: { readonly amounts: readonly number[]; readonly percents: readonly number[] };
};

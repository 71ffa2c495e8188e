// Splits a customer's message into sentences and detects its language. Entities are extracted in parsed-text.ts.
import { memoize } from '../../kernel/memoize.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { detectLanguage } from '../../nlu/language.ts';
import { isQuestion, normalizeMessage, splitIntoClauses } from './clauses.ts';

/** The message, or one of its sentences: each may have an intent of its own. */
type Segment = { text: string; isQuestion: boolean };

export type ParsedMessage = Segment & {
  /** The original message; `text` leaves out filler and spells out abbreviations. */
  originalText: string;
  language: string;
  /** The dialogue act that it begins with, such as a yes, and the text after it. */
  act: ReturnType<typeof findDialogueAct>;
  segments: readonly Segment[];
};

/** Memoized, because a message is parsed before the conversation is opened and again by the turn. */
export const parseMessage = memoize((originalText: string) => originalText, parseMessageUncached);

function parseMessageUncached(originalText: string): ParsedMessage {
  const text = normalizeMessage(originalText);
  return {
    ...createSegment(text),
    originalText,
    language: detectLanguage(originalText),
    act: findDialogueAct(text),
    segments: splitIntoClauses(text).map(createSegment),
  };
}

const createSegment = (text: string): Segment => ({ text, isQuestion: isQuestion(text) });

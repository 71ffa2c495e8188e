// A customer's message, read once before anything is decided about it. What its words name is in parsed-text.ts.
import { memoize } from '../../kernel/memoize.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { detectLanguage } from '../../nlu/language.ts';
import { clausesOf, isQuestion, plainText } from './clauses.ts';

/** The message, or one of its sentences and questions: each may want something else. */
type Segment = { text: string; isQuestion: boolean };

export type ParsedMessage = Segment & {
  /** As it was written; `text` is without what says nothing about the wish, and with its words spelled out. */
  written: string;
  language: string;
  /** What it begins with, such as a yes, and what is left of it then. */
  act: ReturnType<typeof findDialogueAct>;
  segments: readonly Segment[];
};

/** It is read ahead before the conversation is opened, and again by the turn. */
export const parseMessage = memoize((written: string) => written, parse);

function parse(written: string): ParsedMessage {
  const text = plainText(written);
  return {
    ...segmentOf(text),
    written,
    language: detectLanguage(written),
    act: findDialogueAct(text),
    segments: clausesOf(text).map(segmentOf),
  };
}

const segmentOf = (text: string): Segment => ({ text, isQuestion: isQuestion(text) });

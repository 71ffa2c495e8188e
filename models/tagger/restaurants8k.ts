import { existsSync, readFileSync } from 'node:fs';
import type { TaggedMessage } from '../../src/nlu/tagger/tagger.ts';

/** The public data set is stored next to the checkout and is not part of it. */
export const RESTAURANTS8K_FILE = new URL('../../../shared/data/restaurants8k/train.json', import.meta.url);

type Slot = TaggedMessage['spans'][number]['slot'];
type LabelledMessage = {
  readonly userInput: { readonly text: string };
  readonly context?: { readonly requestedSlots?: readonly Slot[] };
  readonly labels?: readonly {
    readonly slot: Slot;
    readonly valueSpan: { readonly startIndex?: number; readonly endIndex: number };
  }[];
};

/** Messages to restaurant booking lines with labelled slots; undefined if the file is missing. */
export function readRestaurants8k(): TaggedMessage[] | undefined {
  if (!existsSync(RESTAURANTS8K_FILE)) return undefined;
  const labelledMessages = JSON.parse(readFileSync(RESTAURANTS8K_FILE, 'utf8')) as readonly LabelledMessage[];
  return labelledMessages.map(({ userInput, context, labels = [] }) => ({
    text: userInput.text,
    requestedSlots: context?.requestedSlots ?? [],
    spans: labels.map(({ slot, valueSpan: { startIndex = 0, endIndex } }) => ({
      slot,
      start: startIndex,
      end: endIndex,
    })),
  }));
}

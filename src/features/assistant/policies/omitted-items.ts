// Lists what the last reply left out: "what are the other six?" after "… and 6 more".
import { findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import { createEmptySlots } from '../dialogue-state.ts';
import { CONFIDENT } from '../thresholds.ts';
import type { Policy } from './policy.ts';

/** More than anybody reads at once. */
const MAX_LISTED_ITEMS = 20;

export const omittedItemsPolicy: Policy = {
  name: 'rest',
  async handle({ nlu }, turn, state) {
    const { itemsLeftOutBefore, format, text } = turn;
    const acceptsOffer = state.offer !== undefined && ['yes', 'continue'].includes(findDialogueAct(text)?.act ?? '');
    if (itemsLeftOutBefore.length === 0 || acceptsOffer || !(await nlu.asksForRest(text))) return undefined;
    const listedItems = itemsLeftOutBefore.slice(0, MAX_LISTED_ITEMS);
    const remainingItems = itemsLeftOutBefore.slice(MAX_LISTED_ITEMS);
    if (remainingItems.length > 0) format.rememberOmitted?.(remainingItems);
    const items =
      remainingItems.length > 0
        ? [...listedItems, format.text('{count} more', { count: remainingItems.length })]
        : listedItems;
    const names = items.some((item) => item.includes(',')) ? items.join('; ') : format.list(items);
    const part = { text: format.text('The others: {names}.', { names }) };
    return { part, intent: state.topic?.intent ?? 'unknown', confidence: CONFIDENT, slots: createEmptySlots(), state };
  },
};

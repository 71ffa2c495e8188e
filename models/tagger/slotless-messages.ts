import { listTrainingExamples } from '../../src/features/assistant/training-data.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import type { TaggedMessage } from '../../src/nlu/tagger/tagger.ts';

/** Slots that the assistant had requested when the customer said something unrelated. */
const REQUESTED_SLOTS: readonly TaggedMessage['requestedSlots'][] = [
  [],
  ['first_name', 'last_name'],
  ['people'],
  ['date'],
  ['first_name', 'last_name'],
  ['time'],
  [],
];

/** Messages with numbers, days or names would need labels. */
const SLOT_HINT_PATTERN = new RegExp(
  [
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|couple|just me|myself|people|persons?|adults?)\b/,
    /\b(?:kids|children|friends?|wife|husband|mum|mom|dad|today|tonight|tomorrow|weekend|week|month|morning)\b/,
    /\b(?:noon|midday|afternoon|evening|night|lunch|now|hours?|minutes|mins|christmas|easter)\b/,
    /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july)\b/,
    /\b(?:august|september|october|november|december|names?|surname|under|this is|i['’]?m \w+, hi|booking for)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Messages from the intent training data that contain no slot values, as negative examples. */
export async function createSlotlessMessages(): Promise<TaggedMessage[]> {
  const industries = await loadIndustries();
  const texts = [undefined, ...industries].flatMap((industry) =>
    listTrainingExamples(industry).map(({ text }) => text),
  );
  const slotlessTexts = [...new Set(texts)].filter((text) => !SLOT_HINT_PATTERN.test(text));
  return slotlessTexts.map((text, i) => ({
    text,
    spans: [],
    requestedSlots: REQUESTED_SLOTS[i % REQUESTED_SLOTS.length],
  }));
}

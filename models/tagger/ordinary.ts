import { trainingExamplesFor } from '../../src/features/assistant/training-data.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import type { TaggedMessage } from '../../src/nlu/tagger/tagger.ts';

/** What was being asked for when a customer said something else. */
const ASKED: readonly TaggedMessage['asked'][] = [
  [],
  ['first_name', 'last_name'],
  ['people'],
  ['date'],
  ['first_name', 'last_name'],
  ['time'],
  [],
];

/** Numbers, days and names would need to be marked. */
const MAY_TELL = new RegExp(
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

/** What customers of every kind of business say, that tells neither who they are nor when they come. */
export async function ordinaryMessages(): Promise<TaggedMessage[]> {
  const industries = await loadIndustries();
  const said = [undefined, ...industries].flatMap((industry) => trainingExamplesFor(industry).map(({ text }) => text));
  const ordinary = [...new Set(said)].filter((text) => !MAY_TELL.test(text));
  return ordinary.map((text, i) => ({ text, spans: [], asked: ASKED[i % ASKED.length] }));
}

// Typical questions of customers: those of every business, and those in the industry's own folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPhrases } from '../../src/capability/dialogue.ts';
import type { AnyIndustry } from '../../src/capability/industry.ts';

const COMMON_QUESTIONS = `
hi
What are your opening hours?
Are you open on Sunday?
are you open right now
when do you close tonight
Are you open on Christmas Day?
What is your phone number?
how can I reach you by email
Where are you located?
What's your address?
Do you have a website?
Is there parking nearby?
Is it wheelchair accessible?
Can I pay by card?
Do you have gift cards?
What is your cancellation policy?
Do I have to pay a deposit?
What if I'm running 15 minutes late?
Tell me about your business
What services do you offer?
How much does it cost?
Can I bring my kids?
Can I bring my dog?
can I talk to a real person
thanks, bye
`;

/** An industry without a `questions.txt` is asked the examples of its capabilities. */
export function createQuestions({ name, capabilities }: AnyIndustry, industryFolders: readonly string[]): string[] {
  const questionsFolder = industryFolders
    .map((industryFolder) => join(industryFolder, name))
    .find((industryFolder) => existsSync(join(industryFolder, 'questions.txt')));
  const questions = questionsFolder
    ? readPhrases(questionsFolder, 'questions')
    : capabilities.flatMap(({ dialogue }) => dialogue.examples.slice(0, MAX_EXAMPLES));
  return [...COMMON_QUESTIONS.trim().split('\n'), ...questions];
}
const MAX_EXAMPLES = 20;

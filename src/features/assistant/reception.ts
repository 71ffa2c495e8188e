import type { Status } from './status.ts';

export type Heard = { message: string; businessName: string; unsureBefore: boolean };
export type Reply = { text: string; intent: string; confidence: number; status: Status; suggestions: string[] };

type Rule = { intent: string; pattern: RegExp; say(business: string): string; status?: Status; suggestions?: string[] };

const HELP = 'Talk to a person';

/** What can be said without knowing anything of the business. First match wins. */
const RULES: Rule[] = [
  {
    intent: 'general.human',
    pattern: /\b(human|real person|a person|someone|agent|representative|manager|staff|operator)\b/i,
    say: (business) => `Of course. I’ve let the team at ${business} know, and someone will write to you here.`,
    status: 'handoff',
  },
  {
    intent: 'general.identity',
    pattern: /\b(who|what) are you\b|\bare you (a |an )?(bot|robot|human|ai|machine|real)\b/i,
    say: (business) =>
      `I’m the assistant at the front desk of ${business}, a computer program. I can pass you on to a person whenever you like.`,
    suggestions: [HELP],
  },
  {
    intent: 'general.thanks',
    pattern: /^\W*(thanks|thank you|thx|ty|cheers|much appreciated)\b/i,
    say: () => 'You’re very welcome! Is there anything else I can do for you?',
  },
  {
    intent: 'general.goodbye',
    pattern: /^\W*(bye|goodbye|good night|see you|see ya|cya)\b/i,
    say: (business) => `Goodbye, and thank you for writing to ${business}.`,
  },
  {
    intent: 'general.greeting',
    pattern:
      /^\W*(hi|hello|hey|howdy|good (morning|afternoon|evening|day)|greetings|yo)\b\W*(there|all|everyone)?\W*$/i,
    say: (business) => `Hello, and welcome to ${business}! What can I do for you?`,
  },
];

/** Answers what it understands, says so when it does not, and the second time in a row passes the customer on. */
export function answer({ message, businessName, unsureBefore }: Heard): Reply {
  const rule = RULES.find(({ pattern }) => pattern.test(message));
  if (rule) {
    const { intent, say, status = 'open', suggestions = [] } = rule;
    return { text: say(businessName), intent, confidence: 1, status, suggestions };
  }
  if (unsureBefore) {
    const text = `I’m sorry, I can’t answer that myself. I’ve passed your question to the team at ${businessName}, and someone will write to you here.`;
    return { text, intent: 'unknown', confidence: 0, status: 'handoff', suggestions: [] };
  }
  const text =
    'I’m sorry, I don’t have an answer to that. Could you put it another way, or shall I pass you on to a person?';
  return { text, intent: 'unknown', confidence: 0, status: 'open', suggestions: [HELP] };
}

// A simulated customer who answers the assistant's questions from the facts of a case.

export type Facts = Readonly<Record<string, string>>;

/** How to recognize what a question asks for. The fact of the same name answers it. */
const FACT_QUESTIONS: readonly (readonly [fact: string, RegExp])[] = [
  ['name', /\bname\b/i],
  ['dob', /date of birth|birth ?date|birthday|\bdob\b/i],
  ['phone', /phone|contact|reach you|best number|\bnumber\b|email/i],
  ['partySize', /how many|party size|number of (guests|people)|people will|guests/i],
  [
    'service',
    /(which|what) (service|treatment)|which (visit|type)|what (kind of|type of|would you like (to book|done))/i,
  ],
  ['medication', /(which|what) (medication|prescription|medicine)|name of the (medication|medicine)/i],
  ['pharmacy', /pharmacy/i],
  [
    'staff',
    joinPatterns(
      'stylist|barber|therapist|provider|doctor|dentist',
      'hygienist|trainer|anyone in particular|preference|who would you',
    ),
  ],
  ['area', /indoors?|outdoors?|outside|patio|terrace|which area|where would you like to sit/i],
  ['isNew', /new patient|been (here|with us|to us) before|first (visit|time)/i],
  ['class', /which class|what class/i],
  ['code', /confirmation (code|number)|booking (code|reference)|reference/i],
  ['order', /order (number|#)|your order/i],
  ['payer', /insurance (company|provider|carrier)|which insurance|who is your insur/i],
  ['plan', /which (plan|membership)|what (plan|membership)/i],
  [
    'when',
    joinPatterns(
      '(what|which|another|preferred) (day|time)|(what|which) date|when\\b',
      'other times?|works? (best )?for you',
    ),
  ],
  ['reason', /reason for|what brings|symptom/i],
];

const QUESTION_PATTERN = /\?|please|could you|tell me|let me know|may i|i('ll| will) need/i;

const CONFIRMATION_PATTERN = joinPatterns(
  'confirm|shall i|should i|go ahead|is that (right|correct|ok)|look (right|good|correct)|sound (right|good)|book it',
  'would you like me to|want me to|do you want to (book|go)|okay\\?|correct\\?|right\\?|proceed',
);

/** How often a customer gives the same answer. */
const MAX_REPEATS = 2;

/** Returns the customer's answer to a reply, or undefined if it asks nothing that the facts can answer. */
export function createCustomer(facts: Facts): (reply: string) => string | undefined {
  const answerCounts = new Map<string, number>();
  const countAnswers = (fact: string) => answerCounts.get(fact) ?? 0;

  return (reply) => {
    const questions = findQuestions(reply);
    if (!questions) return undefined;
    const askedFacts = FACT_QUESTIONS.filter(
      ([fact, pattern]) => pattern.test(questions) && facts[fact] && countAnswers(fact) < MAX_REPEATS,
    );
    for (const [fact] of askedFacts) answerCounts.set(fact, countAnswers(fact) + 1);
    if (askedFacts.length > 0) return askedFacts.map(([fact]) => facts[fact]).join(', ');
    return CONFIRMATION_PATTERN.test(questions) ? (facts.yes ?? 'Yes please') : undefined;
  };
}

const findQuestions = (reply: string) =>
  reply
    .split(/(?<=[.?!\n])\s+/)
    .filter((sentence) => QUESTION_PATTERN.test(sentence))
    .join(' ');

function joinPatterns(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'i');
}

// Turns the facts of the business document into the questions of a checkup.
import type { Checkup } from '../../capability/checkup.ts';
import { getCustomerPolicies } from '../../capability/deposits.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { withEmergencyNumber } from '../../guardrails/emergency-numbers.ts';
import { must } from '../../kernel/must.ts';
import { findWeeklyPeriodsOn } from '../../scheduling/hours.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import { DAY_MS, mustParseDay, NOON_MINUTES, WEEKDAYS, weekdayOf } from '../../scheduling/zone.ts';

export type Question = Checkup & { industry: string };

/** A date further ahead could be mistaken for the same date this year. */
const MAX_DAYS_AHEAD = 300;

export function createQuestions(business: Business, industries: readonly AnyIndustry[], now: Date): Question[] {
  const format = formatterFor(business);
  const mainIndustry = business.industry ?? '';
  const common = [
    ...createHoursQuestions(business, format, now),
    ...createClosureQuestions(business, format, now),
    ...createContactQuestions(business),
    ...createServiceQuestions(business, format),
    ...createFaqQuestions(business),
    ...createPolicyQuestions(business),
  ].map((question) => ({ ...question, industry: mainIndustry }));
  const industryQuestions = industries
    .filter(({ name }) => business.industries.includes(name) && business[name])
    .flatMap(({ name, checkups }) =>
      (checkups?.(business, format) ?? []).map((question) => ({
        ...question,
        id: `${name}/${question.id}`,
        industry: name,
      })),
    );
  return [...common, ...industryQuestions];
}

const WEEKDAY_PLURALS = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
};

function createHoursQuestions(business: Business, format: Formatter, now: Date): Checkup[] {
  if (!WEEKDAYS.some((day) => business.hours[day]?.length)) return [];
  const { zone, hours } = rulesOf(business);
  const { day: today } = zone.localAt(now.getTime());
  return Array.from({ length: 7 }, (_, dayOffset) => today + dayOffset).map((day) => {
    const weekday = weekdayOf(day);
    const periods = findWeeklyPeriodsOn(hours, day, zone);
    const times = periods.flatMap(({ start, end }) => [
      format.clock(new Date(start)),
      end - start >= DAY_MS ? 'midnight' : format.clock(new Date(end)),
    ]);
    const ask = `When are you open on ${WEEKDAY_PLURALS[weekday]}?`;
    return {
      id: `hours/${weekday}`,
      topic: 'hours',
      ask,
      mustMention: times.length ? times : ['closed'],
      pointer: '/hours',
    };
  });
}

function createClosureQuestions(business: Business, format: Formatter, now: Date): Checkup[] {
  const { zone } = rulesOf(business);
  const { day: today } = zone.localAt(now.getTime());
  return business.closures.flatMap(({ from }, index) => {
    const day = mustParseDay(from);
    if (day <= today || day > today + MAX_DAYS_AHEAD) return [];
    // Noon falls on the same date in most time zones.
    const ask = `Are you open on ${format.day(new Date(zone.epochAt(day, NOON_MINUTES)))}?`;
    return [{ id: `closures/${from}`, topic: 'closures', ask, mustMention: ['closed'], pointer: `/closures/${index}` }];
  });
}

function createContactQuestions({ contact: { phone, email, address } }: Business): Checkup[] {
  const mainContact = phone ?? email;
  const pointer = '/contact';
  return [
    ...(mainContact
      ? [{ id: 'contact/reach', topic: 'contact', ask: 'How can I reach you?', mustMention: [mainContact], pointer }]
      : []),
    ...(address
      ? [{ id: 'contact/address', topic: 'contact', ask: 'Where are you?', mustMention: [address], pointer }]
      : []),
  ];
}

function createServiceQuestions(business: Business, format: Formatter): Checkup[] {
  return business.services.flatMap(({ name, price, sample }, index) =>
    // The assistant never mentions sample services, not even in the sandbox.
    sample || price === undefined
      ? []
      : [
          {
            id: `services/${name}`,
            topic: 'prices',
            ask: `How much is ${name}?`,
            mustMention: [format.money(price)],
            pointer: `/services/${index}`,
          },
        ],
  );
}

/** Asks each FAQ in the owner's words and in a customer's paraphrase. */
function createFaqQuestions(business: Business): Checkup[] {
  return business.faqs.flatMap(({ question, answer }, index) => {
    const expectedAnswer = withEmergencyNumber(answer, countryOf(business));
    const sharedFields = { topic: 'faqs', mustMention: [expectedAnswer], pointer: `/faqs/${index}` };
    return [
      { id: `faqs/${question}`, ask: question, ...sharedFields },
      { id: `faqs/${question}/reworded`, ask: reword(question), ...sharedFields },
    ];
  });
}

function reword(question: string): string {
  const statement = question.trim().replace(/[?.!\s]+$/, '');
  // An ordinary first word becomes lower case; an acronym keeps its capitals.
  const embeddedQuestion = /^\p{Lu}(?=[\p{Ll}\s'’])/u.test(statement)
    ? statement.charAt(0).toLowerCase() + statement.slice(1)
    : statement;
  return `Hi, I was wondering, ${embeddedQuestion}`;
}

const POLICY_QUESTIONS = {
  cancellation: 'What is your cancellation policy?',
  deposit: 'Do I have to pay a deposit?',
  lateArrival: 'What happens if I arrive late?',
  returns: 'What is your return policy?',
};

function createPolicyQuestions(business: Business): Checkup[] {
  const policies = getCustomerPolicies(business, formatterFor(business));
  return (Object.keys(POLICY_QUESTIONS) as (keyof typeof POLICY_QUESTIONS)[]).flatMap((name) => {
    const text = policies[name];
    return text
      ? [
          {
            id: `policies/${name}`,
            topic: 'policies',
            ask: POLICY_QUESTIONS[name],
            mustMention: [text],
            pointer: '/policies',
          },
        ]
      : [];
  });
}

/** Questions that are new, or whose expected answer is different after the change. */
export function findChangedQuestions(before: readonly Question[], after: readonly Question[]): Question[] {
  const previousById = new Map(before.map((question) => [question.id, JSON.stringify(question)]));
  return after.filter((question) => previousById.get(question.id) !== JSON.stringify(question));
}

/**
 * Selects at most `limit` questions: first the `required` ones, then an equal share from each topic, spread evenly over
 * it, so that a long menu leaves room for other topics.
 */
export function selectQuestions(
  questions: readonly Question[],
  maxQuestions: number,
  requiredQuestions: readonly Question[] = [],
): Question[] {
  const selected = new Set(requiredQuestions.slice(0, maxQuestions));
  const otherQuestions = questions.filter((question) => !selected.has(question));
  const topics = [...Map.groupBy(otherQuestions, ({ topic }) => topic).values()].sort((a, b) => a.length - b.length);
  let remainingCount = maxQuestions - selected.size;
  for (const [index, topic] of topics.entries()) {
    const share = Math.min(topic.length, Math.floor(remainingCount / (topics.length - index)));
    remainingCount -= share;
    for (let nth = 0; nth < share; nth++)
      selected.add(must(topic[Math.floor((nth * topic.length) / share)], 'a question'));
  }
  return questions.filter((question) => selected.has(question));
}

/** Takes one question of each topic in turn, so that every topic is covered even if time runs out. */
export function interleaveTopics(questions: readonly Question[]): Question[] {
  const topics = [...Map.groupBy(questions, ({ topic }) => topic).values()];
  const longest = Math.max(0, ...topics.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => topics.flatMap((topic) => topic[nth] ?? [])).flat();
}

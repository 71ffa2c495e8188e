// What is asked in a checkup: the document's own facts, turned into questions.
import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { periodsOn } from '../../scheduling/hours.ts';
import { DAY, mustReadDay, WEEKDAYS, weekdayOf } from '../../scheduling/zone.ts';

/** A question, and the industry in which it is asked. */
export type Question = Checkup & { industry: string };

/** A day further away could be understood as this year's. */
const MOST_DAYS_AHEAD = 300;

export function questionsFor(business: Business, industries: readonly AnyIndustry[], now: Date): Question[] {
  const say = formatterFor(business);
  const main = business.industry ?? '';
  const common = [
    ...weekly(business, say, now),
    ...closures(business, say, now),
    ...contact(business),
    ...services(business, say),
    ...faqs(business),
    ...policies(business),
  ].map((question) => ({ ...question, industry: main }));
  const own = industries
    .filter(({ name }) => business.industries.includes(name) && business[name])
    .flatMap(({ name, checkups }) =>
      (checkups?.(business, say) ?? []).map((each) => ({ ...each, id: `${name}/${each.id}`, industry: name })),
    );
  return [...common, ...own];
}

const NAMES = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
};

function weekly(business: Business, say: Formatter, now: Date): Checkup[] {
  if (!WEEKDAYS.some((day) => business.hours[day]?.length)) return [];
  const { zone, hours } = rulesOf(business);
  const { day: today } = zone.localAt(now.getTime());
  return Array.from({ length: 7 }, (_, ahead) => today + ahead).map((day) => {
    const weekday = weekdayOf(day);
    const periods = periodsOn(hours, day, zone);
    const times = periods.flatMap(({ start, end }) => [
      say.clock(new Date(start)),
      end - start >= DAY ? 'midnight' : say.clock(new Date(end)),
    ]);
    const ask = `When are you open on ${NAMES[weekday]}?`;
    return { id: `hours/${weekday}`, topic: 'hours', ask, says: times.length ? times : ['closed'], at: '/hours' };
  });
}

function closures(business: Business, say: Formatter, now: Date): Checkup[] {
  const { zone } = rulesOf(business);
  const { day: today } = zone.localAt(now.getTime());
  return business.closures.flatMap(({ from }, index) => {
    const day = mustReadDay(from);
    if (day <= today || day > today + MOST_DAYS_AHEAD) return [];
    // Noon, so that it is that day wherever one stands.
    const ask = `Are you open on ${say.day(new Date(zone.epochAt(day, 720)))}?`;
    return [{ id: `closures/${from}`, topic: 'closures', ask, says: ['closed'], at: `/closures/${index}` }];
  });
}

function contact({ contact: { phone, email, address } }: Business): Checkup[] {
  const reach = phone ?? email;
  const at = '/contact';
  return [
    ...(reach ? [{ id: 'contact/reach', topic: 'contact', ask: 'How can I reach you?', says: [reach], at }] : []),
    ...(address ? [{ id: 'contact/address', topic: 'contact', ask: 'Where are you?', says: [address], at }] : []),
  ];
}

function services(business: Business, say: Formatter): Checkup[] {
  return business.services.flatMap(({ name, price, sample }, index) =>
    // The assistant does not speak of sample services, not even in the sandbox.
    sample || price === undefined
      ? []
      : [
          {
            id: `services/${name}`,
            topic: 'prices',
            ask: `How much is ${name}?`,
            says: [say.money(price)],
            at: `/services/${index}`,
          },
        ],
  );
}

/** In the owner's own words, and as somebody might put it who does not know them. */
function faqs(business: Business): Checkup[] {
  return business.faqs.flatMap(({ question, answer }, index) => {
    const shared = { topic: 'faqs', says: [answer], at: `/faqs/${index}` };
    return [
      { id: `faqs/${question}`, ask: question, ...shared },
      { id: `faqs/${question}/reworded`, ask: reworded(question), ...shared },
    ];
  });
}

function reworded(question: string): string {
  const bare = question.trim().replace(/[?.!\s]+$/, '');
  // A name keeps its capital, an ordinary first word does not.
  const first = /^\p{Lu}(?=[\p{Ll}\s'’])/u.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
  return `Hi, I was wondering, ${first}`;
}

const POLICIES = {
  cancellation: 'What is your cancellation policy?',
  deposit: 'Do I have to pay a deposit?',
  lateArrival: 'What happens if I arrive late?',
  returns: 'What is your return policy?',
};

function policies(business: Business): Checkup[] {
  return (Object.keys(POLICIES) as (keyof typeof POLICIES)[]).flatMap((name) => {
    const text = business.policies[name];
    return text
      ? [{ id: `policies/${name}`, topic: 'policies', ask: POLICIES[name], says: [text], at: '/policies' }]
      : [];
  });
}

/** What the change of a document is about: questions that are new, or whose right answer is another. */
export function affected(before: readonly Question[], after: readonly Question[]): Question[] {
  const was = new Map(before.map((question) => [question.id, JSON.stringify(question)]));
  return after.filter((question) => was.get(question.id) !== JSON.stringify(question));
}

/** At most so many: from each topic its share, spread over all of it, so that a long menu leaves room for the hours. */
export function chosen(questions: readonly Question[], most: number, first: readonly Question[] = []): Question[] {
  const kept = new Set(first.slice(0, most));
  const rest = questions.filter((question) => !kept.has(question));
  const topics = [...Map.groupBy(rest, ({ topic }) => topic).values()].sort((a, b) => a.length - b.length);
  let left = most - kept.size;
  for (const [index, topic] of topics.entries()) {
    const share = Math.min(topic.length, Math.floor(left / (topics.length - index)));
    left -= share;
    for (let nth = 0; nth < share; nth++) kept.add(must(topic[Math.floor((nth * topic.length) / share)], 'a question'));
  }
  return questions.filter((question) => kept.has(question));
}

/** One of each topic after the other, so that whoever must stop has asked about everything. */
export function inTurn(questions: readonly Question[]): Question[] {
  const topics = [...Map.groupBy(questions, ({ topic }) => topic).values()];
  const longest = Math.max(0, ...topics.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => topics.flatMap((topic) => topic[nth] ?? [])).flat();
}

import { pick } from '../random.ts';
import type { Slot } from './labels.ts';
import type { TaggedMessage } from './trainer.ts';

export type NamePool = { readonly first: readonly string[]; readonly last: readonly string[] };

const NAME_SLOTS: readonly Slot[] = ['first_name', 'last_name'];

/**
 * Ways of giving one's name that are rare in recorded bookings. {first} is the customer's first name, <first> someone
 * else's. A line with a leading question mark is an answer, and only a name if the customer was asked for it.
 */
const CUSTOMER_NAME_TEMPLATES = `
it's {first}
its {first}
it is {first} {last}
it's {first} {last}
i'm {first}
im {first}
I'm {first} {last}
I am {first}
this is {first}
this is {first} {last}
hi this is {first} {last}, I need to move my appointment
hi its {first}, can i move my appointment
hey it's {first} again
Hi, I'm {first}. Do you have anything free?
im {first} {last} and my number is <phone>
I'm {first} {last} and I'd like a facial
my name's {first}
my name's {first} {last}
my names {first} {last}
name is {first} {last}
name: {first} {last}
Name {first} {last}, phone <phone>
names {first}
the name's {first} {last}
first name {first}, last name {last}
my first name is {first} and my last name is {last}
last name {last}
my last name is {last}
surname is {last}
{last} is my last name
{first} is my first name
call me {first}
my name is {first}
put me down as {first}
{first} here
hey there, {first} here
{first} {last} here
you can call me {first}
under {first} {last}, <phone>
under {last}
book it under {last}
put it under {last} please
under the name {last}
under the name of {first} {last}, <email>
? {first}
? {first}.
? {first} please
? ok {first}
? {first} {last}
{first} {last}
{first} {last}, <phone>
{first} {last} <phone>
{first} {last} <email>
{first} {last}, <phone>, <email>
{first}, <phone>
{first} <phone>
for {first}, <phone>
for {first} {last}
yes, {first} {last}
sure! {first} {last}, <phone>
sure, it's {first}
ok its {first} {last}
yeah {first} {last}
<phone>, {first} {last}
<phone> {first} {last}
my number is <phone> and the name is {first} {last}
a haircut for {first} {last}
an appointment for {first} {last} please
the booking is for my daughter {first} {last}
I have an appointment, {first} {last}
can you find my booking? {first} {last}
cancel my booking please, {first} {last}, code <code>
thanks, {first}
thank you! {first} {last}`;

/** Messages with a name, or something like one, that is not the customer's. */
const OTHER_NAME_TEMPLATES = `
can I get a haircut with <first>
a cut and colour with <first> please
is <first> working
is <first> in
is <first> free
does <first> do balayage
who is <first>
i'd like to see <first>
with <first> if possible
can dr <last> see me
can I see Dr. <last>
i want dr <last>
an appointment with Dr <last>
is dr <last> accepting patients
<first> always cuts my hair
I usually train with <first>
is <first>'s class full
I spoke to <first>
my number is <phone>
<phone>
<email>
it's <email>
my email is <email>
the code is <code>
<code>
my order is <code>
are you near <last> Street
do you stock <last> shoes
do you take <first> insurance
is the <last> room free`;

/** For family names of more than one word. */
const PARTICLES = ['de ', 'de la ', 'van ', 'von ', 'al ', 'El ', 'St. ', 'Di '];
const PREFIXES = ["O'", "D'", 'Mc'];

function familyName(names: NamePool, random: () => number): string {
  const name = pick(names.last, random);
  const chance = random();
  if (chance < 0.04) return pick(PARTICLES, random) + name;
  if (chance < 0.08) return pick(PREFIXES, random) + name;
  return chance < 0.11 ? `${name}-${pick(names.last, random)}` : name;
}

const firstName = (names: NamePool, random: () => number): string =>
  random() < 0.03 ? `${pick(names.first, random)}-${pick(names.first, random)}` : pick(names.first, random);

const PHONE_PATTERNS = [
  '000-000-0000',
  '(000) 000-0000',
  '000 000 0000',
  '0000000000',
  '00000 000000',
  '+00 000 000 0000',
  '000-0000',
];
const CODE_PATTERNS = ['XX0X0XX', 'X0X-00X', '00000', 'XXX000', '#0000'];
const fillPattern = (pattern: string, random: () => number): string =>
  pattern
    .replace(/0/g, () => String(Math.floor(random() * 10)))
    .replace(/X/g, () => pick([...'ABCDEFGHKMNPRSTWXY'], random));

const isAnswer = (line: string): boolean => line.startsWith('? ');

function fillTemplate(line: string, names: NamePool, random: () => number): TaggedMessage {
  const spans: TaggedMessage['spans'][number][] = [];
  const isAnswerLine = isAnswer(line);
  const template = isAnswerLine ? line.slice(2) : line;
  let text = '';
  for (const part of template.split(/([{<]\w+[}>])/)) {
    const kind = part.slice(1, -1);
    const start = text.length;
    if (part === '<phone>') text += fillPattern(pick(PHONE_PATTERNS, random), random);
    else if (part === '<code>') text += fillPattern(pick(CODE_PATTERNS, random), random);
    else if (part === '<email>') text += `${pick(names.first, random).toLowerCase()}@example.com`;
    else if (/^[{<]/.test(part)) text += kind === 'first' ? firstName(names, random) : familyName(names, random);
    else text += part;
    if (part.startsWith('{')) spans.push({ slot: `${kind as 'first' | 'last'}_name`, start, end: text.length });
  }
  return { text, spans, requestedSlots: isAnswerLine || random() < 0.5 ? NAME_SLOTS : [] };
}

const MESSAGES_PER_ANSWER = 40;
const MESSAGES_PER_TEMPLATE = 12;

/** Fills each template with several names, half of them in lower case; answers more often, as they give little context. */
export function generateNameMessages(names: NamePool, random: () => number): TaggedMessage[] {
  const lines = `${CUSTOMER_NAME_TEMPLATES}${OTHER_NAME_TEMPLATES}`.trim().split('\n');
  return lines.flatMap((line) =>
    Array.from({ length: isAnswer(line) ? MESSAGES_PER_ANSWER : MESSAGES_PER_TEMPLATE }, (_, i) => {
      const message = fillTemplate(line, names, random);
      return i % 2 === 0 ? message : { ...message, text: message.text.toLowerCase() };
    }),
  );
}

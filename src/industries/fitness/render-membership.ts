// How requests about memberships are read back and confirmed.
import type { CapabilityContext } from '../../capability/capability.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { done, type Outcome } from '../../capability/outcome.ts';
import { findEntry } from '../entries.ts';
import { renderPrice } from './render.ts';
import type { FitnessBusiness, Membership } from './schema.ts';

type Request = {
  type: 'inquiry' | 'join' | 'upgrade' | 'freeze' | 'cancel';
  membership?: string;
  currentMembership?: string;
  notes?: string;
  customer: { name: string };
};

/** The price of what is wanted, so that it is told before anybody agrees to it. */
export async function findPrice(
  { business }: CapabilityContext<FitnessBusiness>,
  { type, membership }: Partial<Request>,
): Promise<Outcome<object> & { called?: string }> {
  const isNew = type === 'join' || type === 'upgrade';
  const wanted = isNew && membership ? findEntry(business.fitness.memberships, membership) : undefined;
  return { ...done({}), ...(wanted ? { called: renderPrice(wanted, formatterFor(business)) } : {}) };
}

/** "Shane, shall I ask our team to sign you up for Open Gym, at €55 a month?" */
export function confirmRequest(request: Request, price: string | undefined, say: Formatter = ENGLISH): string {
  const name = firstName(request.customer.name);
  const deed = renderDeed(request, say);
  if (request.type === 'inquiry') return say.text('{name}, shall I pass your {deed} on to our team?', { name, deed });
  return price
    ? say.text('{name}, shall I ask our team to {deed}, at {price}?', { name, deed, price })
    : say.text('{name}, shall I ask our team to {deed}?', { name, deed });
}

/** Nothing is said of when it is due: that stands in no document. */
export function renderReceived(request: Request, wanted: Partial<Membership> | null, say: Formatter): string {
  const { name, price, interval } = wanted ?? {};
  const isNew = request.type === 'join' || request.type === 'upgrade';
  const costs =
    isNew && name && price !== undefined && interval
      ? say.text('{name} is {price}.', { name, price: renderPrice({ price, interval }, say) })
      : '';
  const values = { name: firstName(request.customer.name), deed: renderDeed(request, say) };
  const thanks =
    request.type === 'inquiry'
      ? say.text('Thank you, {name}. Your request is with our team: a {deed}.', values)
      : say.text('Thank you, {name}. Your request is with our team: to {deed}.', values);
  return [thanks, costs, say.text('We will get back to you soon.')].filter(Boolean).join(' ');
}

/** What shall be done, as it stands after "to" or "your". */
function renderDeed({ type, membership, currentMembership, notes }: Request, say: Formatter): string {
  const own = currentMembership ?? membership;
  const name = own && called(own, say);
  const held = currentMembership && called(currentMembership, say);
  // Notes may hold anything; how long it shall be is repeated.
  const pause = notes && pauseIn(notes) === notes ? ` ${notes}` : '';
  switch (type) {
    case 'inquiry':
      return membership
        ? say.text('question about {name}', { name: membership })
        : say.text('question about our memberships');
    case 'join':
      return membership
        ? say.text('sign you up for the {name}', { name: called(membership, say) })
        : say.text('sign you up for a membership');
    case 'upgrade':
      if (!membership)
        return held ? say.text('change your {name}', { name: held }) : say.text('change your membership');
      return held
        ? say.text('change your {name} to {membership}', { name: held, membership })
        : say.text('change your membership to {membership}', { membership });
    case 'freeze':
      return `${name ? say.text('pause your {name}', { name }) : say.text('pause your membership')}${pause}`;
    case 'cancel':
      return name ? say.text('end your {name}', { name }) : say.text('end your membership');
  }
}

/** "the Open Gym membership", but "the Day Pass" */
const called = (name: string, say: Formatter) =>
  say.language === 'en' && /\b(?:membership|pass|pack|plan)$/i.test(name)
    ? name
    : say.text('{name} membership', { name });

/** "Dr. Kerr" is no first name. */
function firstName(name: string): string {
  const [first = '', ...more] = name.trim().split(/\s+/);
  return more.length > 0 && !/^(?:dr|mr|mrs|ms|miss|prof)\b/i.test(first) ? first : name.trim();
}

const COUNT = String.raw`(?:an?|one|two|three|four|five|six|\d{1,2}|a (?:couple|few)(?: of)?|the (?:whole|next))`;
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const DATE = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )`;
const PAUSE = new RegExp(
  [
    String.raw`\bfor (?:about |around |the next |at least )?${COUNT} (?:days?|weeks?|months?|years?|summer|winter)\b`,
    String.raw`\bfor (?:the whole of |all of )?(?:${MONTH}|the (?:summer|winter))\b`,
    String.raw`\b(?:until|till) (?:the )?(?:(?:end|start|middle|beginning) of )?${DATE}?${MONTH}\b`,
    String.raw`\bfrom (?:the )?${DATE}${MONTH}\b`,
  ].join('|'),
  'gi',
);
/** "I've been a member for three years" is no pause. */
const SINCE = /\b(?:been|member|with you|paid|paying|had)\b[^,.;]{0,25}$/i;

/** How long a pause shall be, in the customer's own words. */
export function pauseIn(text: string): string | undefined {
  const said = [...text.matchAll(PAUSE)].filter(({ index }) => !SINCE.test(text.slice(0, index)));
  return said.length > 0 ? said.map(([words]) => words.toLowerCase()).join(', ') : undefined;
}

// Renders membership requests for confirmation.
import type { CapabilityContext } from '../../capability/capability.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Outcome, succeed } from '../../capability/outcome.ts';
import { findEntry } from '../entries.ts';
import { renderPrice } from './render.ts';
import type { FitnessBusiness, Membership } from './schema.ts';

type MembershipRequest = {
  type: 'inquiry' | 'join' | 'upgrade' | 'freeze' | 'cancel';
  membership?: string;
  currentMembership?: string;
  notes?: string;
  customer: { name: string };
};

/** Who asks for a membership without saying more wants to join. The price is shown before the customer confirms. */
export async function resolveMembership(
  { business }: CapabilityContext<FitnessBusiness>,
  request: Partial<MembershipRequest>,
): Promise<Outcome<{ type?: 'join' }> & { displayName?: string; notice?: string }> {
  const format = formatterFor(business);
  const { membership, type = membership ? 'join' : undefined } = request;
  const isPurchase = type === 'join' || type === 'upgrade';
  const requestedMembership =
    isPurchase && membership ? findEntry(business.fitness.memberships, membership) : undefined;
  return {
    ...succeed(type === 'join' ? { type } : {}),
    ...(requestedMembership ? { displayName: renderPrice(requestedMembership, format) } : {}),
    ...(type && type !== 'inquiry'
      ? { notice: format.text('I can ask our team to {deed}.', { deed: renderAction({ ...request, type }, format) }) }
      : {}),
  };
}

/** "Shane, should I ask our team to sign you up for Open Gym, at €55 a month?" */
export function confirmRequest(
  request: MembershipRequest,
  price: string | undefined,
  format: Formatter = ENGLISH,
): string {
  const name = extractFirstName(request.customer.name);
  const action = renderAction(request, format);
  if (request.type === 'inquiry')
    return format.text('{name}, should I pass your {deed} on to our team?', { name, deed: action });
  return price
    ? format.text('{name}, should I ask our team to {deed}, at {price}?', { name, deed: action, price })
    : format.text('{name}, should I ask our team to {deed}?', { name, deed: action });
}

/** Does not say when payment is due, because the document does not. */
export function renderRequestReceived(
  request: MembershipRequest,
  requestedMembership: Partial<Membership> | null,
  format: Formatter,
): string {
  const { name, price, interval } = requestedMembership ?? {};
  const isPurchase = request.type === 'join' || request.type === 'upgrade';
  const priceText =
    isPurchase && name && price !== undefined && interval
      ? format.text('{name} is {price}.', { name, price: renderPrice({ price, interval }, format) })
      : '';
  const values = { name: extractFirstName(request.customer.name), deed: renderAction(request, format) };
  const thanksText =
    request.type === 'inquiry'
      ? format.text('Thank you, {name}. Your {deed} is with our team.', values)
      : format.text("Thank you, {name}. I've asked our team to {deed}.", values);
  return [thanksText, priceText, format.text("We'll get back to you soon.")].filter(Boolean).join(' ');
}

/** The requested action, worded to follow "to" or "your". */
function renderAction(
  { type, membership, currentMembership, notes }: Omit<MembershipRequest, 'customer'>,
  format: Formatter,
): string {
  const membershipName = currentMembership ?? membership;
  const name = membershipName && withMembership(membershipName, format);
  const currentName = currentMembership && withMembership(currentMembership, format);
  // Notes are free text; only a duration is repeated to the customer.
  const pauseText = notes && findPauseDuration(notes) === notes ? ` ${notes}` : '';
  switch (type) {
    case 'inquiry':
      return membership
        ? format.text('question about {name}', { name: membership })
        : format.text('question about our memberships');
    case 'join':
      return membership
        ? format.text('sign you up for the {name}', { name: withMembership(membership, format) })
        : format.text('sign you up for a membership');
    case 'upgrade':
      if (!membership)
        return currentName
          ? format.text('change your {name}', { name: currentName })
          : format.text('change your membership');
      return currentName
        ? format.text('change your {name} to {membership}', { name: currentName, membership })
        : format.text('change your membership to {membership}', { membership });
    case 'freeze':
      return `${name ? format.text('pause your {name}', { name }) : format.text('pause your membership')}${pauseText}`;
    case 'cancel':
      return name ? format.text('end your {name}', { name }) : format.text('end your membership');
  }
}

/** "the Open Gym membership", but "the Day Pass" */
const withMembership = (name: string, format: Formatter) =>
  format.language === 'en' && /\b(?:membership|pass|pack|plan)$/i.test(name)
    ? name
    : format.text('{name} membership', { name });

/** Keeps the full name after a title: "Dr. Kerr". */
function extractFirstName(name: string): string {
  const [first = '', ...otherNames] = name.trim().split(/\s+/);
  return otherNames.length > 0 && !/^(?:dr|mr|mrs|ms|miss|prof)\b/i.test(first) ? first : name.trim();
}

const QUANTITY_PATTERN = String.raw`(?:an?|one|two|three|four|five|six|\d{1,2}|a (?:couple|few)(?: of)?|the (?:whole|next))`;
const MONTH_PATTERN = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const DATE_PATTERN = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )`;
const PAUSE_DURATION_PATTERN = new RegExp(
  [
    String.raw`\bfor (?:about |around |the next |at least )?${QUANTITY_PATTERN} (?:days?|weeks?|months?|years?|summer|winter)\b`,
    String.raw`\bfor (?:the whole of |all of )?(?:${MONTH_PATTERN}|the (?:summer|winter))\b`,
    String.raw`\b(?:until|till) (?:the )?(?:(?:end|start|middle|beginning) of )?${DATE_PATTERN}?${MONTH_PATTERN}\b`,
    String.raw`\bfrom (?:the )?${DATE_PATTERN}${MONTH_PATTERN}\b`,
  ].join('|'),
  'gi',
);
/** A past duration is not a pause: "I've been a member for three years". */
const PAST_DURATION_PATTERN = /\b(?:been|member|with you|paid|paying|had)\b[^,.;]{0,25}$/i;

/** The duration of the pause, in the customer's words. */
export function findPauseDuration(text: string): string | undefined {
  const durations = [...text.matchAll(PAUSE_DURATION_PATTERN)].filter(
    ({ index }) => !PAST_DURATION_PATTERN.test(text.slice(0, index)),
  );
  return durations.length > 0 ? durations.map(([words]) => words.toLowerCase()).join(', ') : undefined;
}

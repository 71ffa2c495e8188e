// The output guard of every reply: a claim that something was done must be backed by a receipt. The drafts of language
// models are checked sentence by sentence in llm/guard before they come here.
import { getCustomerPolicies } from '../../capability/deposits.ts';
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { message } from '../../messages/catalogue.ts';
import type { Receipt } from './reply.ts';
import { type KnownContacts, withoutUnknownContacts } from './unknown-contacts.ts';

/** Claims of completed actions: "you're booked", "I've canceled it", "your table is reserved". */
const COMPLETION_CLAIM_PATTERN = new RegExp(
  [
    String.raw`\b(?:you['’]?re|you are|i['’]?ve|i have|we['’]?ve|we have|it['’]?s|it is|that['’]?s|has been|have been|your [\w'’ ]{1,40} (?:is|are))\s+(?:now |all |just |already )*(?:booked|reserved|confirmed|rescheduled|moved|cancell?ed|submitted|requested|passed on (?:the|your) request|set\b|signed up|with our team|on the wait(?:ing )?list)`,
    String.raw`\b(?:is|are)\s+(?:now )?(?:cancell?ed|rescheduled|moved)\b`,
    String.raw`\byou['’]?re in(?=[^\w\s]|$| for\b)`,
  ].join('|'),
  'i',
);

/** Further ways in which language models claim that something was done. */
const MODEL_COMPLETION_CLAIM_PATTERN =
  /\b(?:i|we)(?:['’]ve| have)? (?:just |already )*(?:gone ahead|went ahead|made (?:the|your) (?:booking|reservation|appointment))\b|\bconsider it done\b|\b(?:i|we) can confirm\b|\b(?:all (?:set|sorted|arranged)|on (?:the|our) waiting ?list)\b|^\W*(?:booked|reserved|confirmed|cancell?ed|done|sorted)\b\s*[!.,]/i;
/** Words that turn a claim into a denial, a question or a condition: "can be moved", "is not booked", "once it is confirmed". */
const NEGATED_OR_CONDITIONAL_PATTERN =
  /\b(?:not|never|nothing|fully|cannot|once|if|unless|until|whe[nt]\w*|before|as soon as|in case|can(?! confirm)|could|would|shall|may)\b|n['’]t\b/i;

/** Whether a sentence certainly claims that something was done for this customer. */
export function claimsCompletedAction(sentence: string): boolean {
  const clauses = sentence.split(/[,;:–—!.](?:\s+|$)/).filter(Boolean);
  const questionClause = /\?\W*$/.test(sentence) ? clauses.at(-1) : undefined;
  return clauses.some(
    (clause) =>
      clause !== questionClause &&
      !NEGATED_OR_CONDITIONAL_PATTERN.test(clause) &&
      (COMPLETION_CLAIM_PATTERN.test(clause) || MODEL_COMPLETION_CLAIM_PATTERN.test(`${clause}.`)),
  );
}

/** What is held until its deposit is paid is not booked. */
const HELD_RECEIPT_TYPE = 'booking.held';

export const UNBACKED_CLAIM_REPLY = message(
  "I couldn't do that just now, so nothing has changed. Could you tell me again what you'd like?",
);

/** The reply where the guard has removed every sentence. */
const NOTHING_LEFT_REPLY = message(
  "I'm sorry, I can't tell you that here, but I can pass your question on to our team.",
);

/**
 * Replaces a claim without a receipt by a true statement, and removes sentences with unknown addresses or phone numbers
 * and requests for card data.
 */
export function guardOutput(
  text: string,
  receipts: readonly Receipt[],
  knownContacts: KnownContacts,
  onViolation: () => void,
): string {
  if (
    !receipts.some(({ type }) => type !== HELD_RECEIPT_TYPE) &&
    COMPLETION_CLAIM_PATTERN.test(text) &&
    COMPLETION_CLAIM_PATTERN.test(withoutBusinessTexts(text, knownContacts.business))
  ) {
    onViolation();
    return formatterFor(knownContacts.business).text(UNBACKED_CLAIM_REPLY);
  }
  const checkedText = withoutUnknownContacts(text, knownContacts);
  if (checkedText !== text) onViolation();
  return checkedText || (text && formatterFor(knownContacts.business).text(NOTHING_LEFT_REPLY));
}

/** Sentences the business wrote itself are not claims about this customer: "once your table is reserved, …". */
function withoutBusinessTexts(text: string, business: Business): string {
  const { faqs, services, description, greeting, handoff } = business;
  const policies = getCustomerPolicies(business, formatterFor(business));
  const businessTexts = [
    ...faqs.map(({ answer }) => answer),
    ...Object.values(policies),
    ...services.map((service) => service.description),
    description,
    greeting,
    handoff.message,
  ];
  return businessTexts.reduce<string>(
    (remainingText, businessText) =>
      businessText?.trim() ? remainingText.replaceAll(businessText.trim(), ' ') : remainingText,
    text,
  );
}

// The one door that every reply goes through: what it claims must have happened.
import type { Business } from '../../capability/document.ts';
import type { Receipt } from './reply.ts';

/** What was done, said as a fact: "you're booked", "I've cancelled it", "your table is reserved". */
const CLAIMS = new RegExp(
  [
    String.raw`\b(?:you(?:'|’)?re|you are|i(?:'|’)?ve|i have|we(?:'|’)?ve|we have|it(?:'|’)?s|it is|that(?:'|’)?s|has been|have been|your [\w'’ ]{1,40} (?:is|are))\s+(?:now |all |just |already )*(?:booked|reserved|confirmed|rescheduled|moved|cancell?ed|submitted|requested|passed on (?:the|your) request|set\b|signed up|with our team|on the waiting list)`,
    String.raw`\b(?:is|are)\s+(?:now )?(?:cancell?ed|rescheduled|moved)\b`,
    String.raw`\byou(?:'|’)?re in\b`,
  ].join('|'),
  'i',
);

const HELD_BACK =
  'I could not complete that just now, so nothing has changed. Could you tell me once more what you would like?';

/** A claim without a receipt is never sent: it is replaced by what is true. */
export function vouched(text: string, receipts: readonly Receipt[], business: Business, onLie: () => void): string {
  if (receipts.length > 0 || !CLAIMS.test(text) || !CLAIMS.test(withoutOwnWords(text, business))) return text;
  onLie();
  return HELD_BACK;
}

/** What the business itself has written speaks of no deed: "once your table is reserved, …". */
function withoutOwnWords(text: string, { faqs, policies, services, description, greeting, handoff }: Business): string {
  const own = [
    ...faqs.map(({ answer }) => answer),
    ...Object.values(policies),
    ...services.map((service) => service.description),
    ...[description, greeting, handoff.message],
  ];
  return own.reduce<string>((rest, words) => (words?.trim() ? rest.replaceAll(words.trim(), ' ') : rest), text);
}

// The one door that every reply goes through: what it claims must have happened.
import type { Business } from '../../capability/document.ts';
import { sayFor } from '../../capability/say.ts';
import { message } from '../../messages/catalogue.ts';
import { type Known, withoutForeign } from './foreign.ts';
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

/** A model's ways to say that it is done, beside those of a receipt. */
const DONE =
  /\b(?:i|we)(?:['’]ve| have)? (?:just |already )*(?:gone ahead|went ahead|made (?:the|your) (?:booking|reservation|appointment))\b|\bconsider it done\b|\bcan confirm\b|\b(?:all (?:set|sorted|arranged)|on (?:the|our) waiting ?list)\b|^\W*(?:booked|reserved|confirmed|cancell?ed|done|sorted)\b\s*[!.,]/i;
/** Denied, asked, or still to come: "can be moved", "is not booked", "once it is confirmed". */
const NOT_DONE =
  /\b(?:not|never|nothing|fully|cannot|once|if|unless|until|whether|before|as soon as|in case|can(?! confirm)|could|would|shall|may)\b|n['’]t\b/i;

/** Whether a sentence certainly says that something was done for this customer. */
export function claimsDeed(sentence: string): boolean {
  const clauses = sentence.split(/[,;:–—!.](?:\s+|$)/).filter(Boolean);
  const asked = /\?\W*$/.test(sentence) ? clauses.at(-1) : undefined;
  return clauses.some(
    (clause) => clause !== asked && !NOT_DONE.test(clause) && (CLAIMS.test(clause) || DONE.test(`${clause}.`)),
  );
}

export const HELD_BACK = message(
  'I could not complete that just now, so nothing has changed. Could you tell me once more what you would like?',
);

/** Where nothing else is left of an answer. */
const NOT_TOLD = message("I'm sorry, I can't tell you that here, but I can pass your question on to our team.");

/**
 * A claim without a receipt is never sent: it is replaced by what is true. Nor is an address or a number that nobody
 * knows here, nor a question for card data: such sentences are left out.
 */
export function vouched(text: string, receipts: readonly Receipt[], known: Known, onLie: () => void): string {
  if (receipts.length === 0 && CLAIMS.test(text) && CLAIMS.test(withoutOwnWords(text, known.business))) {
    onLie();
    return sayFor(known.business).text(HELD_BACK);
  }
  const told = withoutForeign(text, known);
  if (told !== text) onLie();
  return told || (text && sayFor(known.business).text(NOT_TOLD));
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

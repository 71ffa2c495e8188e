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

/** Deeds in whatever words a model finds for them. */
const DEEDS = [
  'booked|reserved|confirmed|(?:re)?scheduled|moved|changed|updated|cancell?ed|submitted|requested|placed|processed',
  'refunded|arranged|secured|registered|enrolled|signed (?:you )?up|sent (?:it|your|the)|added you|gone ahead',
  'put (?:you|it|that) (?:down|in|through)|passed (?:it|that|your [\\w ]{1,30}) on|all (?:set|done|sorted)|done|sorted',
  'taken care of|on (?:the|our) waiting ?list|(?:code|number|reference) is|see you|consider it|made (?:you|your|the|a)',
].join('|');
const SAID_AS_DONE = new RegExp(`\\b(?:${DEEDS})\\b`, 'i');
/** Denied, or still to come: "can be moved", "is not booked", "once it is confirmed". */
const NOT_DONE = new RegExp(
  `\\b(?:be|being|get|not|never|nothing|fully|cannot|\\w+n['’]t)\\s+(?:[\\w'’]+\\s+){0,2}(?:${DEEDS})\\b|^\\W*(?:once|if|unless|until|whether|before|as soon as|in case)\\b`,
  'i',
);

/** Whether a sentence of a model says that something was done. Rather a sentence too many than one too few. */
export function claimsDeed(sentence: string): boolean {
  if (CLAIMS.test(sentence)) return true;
  const clauses = sentence.split(/[,;:–—!.]\s*/).filter(Boolean);
  const asked = /\?\W*$/.test(sentence) ? clauses.at(-1) : undefined;
  return clauses.some((clause) => clause !== asked && SAID_AS_DONE.test(clause) && !NOT_DONE.test(clause));
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

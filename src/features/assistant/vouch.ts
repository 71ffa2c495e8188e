// The one door that every reply goes through: what it claims must have happened.
import type { Receipt } from './reply.ts';

/** What was done, said as a fact: "you're booked", "I've cancelled it", "your table is reserved". */
const CLAIMS =
  /\b(?:you(?:'|’)?re|you are|i(?:'|’)?ve|i have|we(?:'|’)?ve|we have|it(?:'|’)?s|it is|that(?:'|’)?s|has been|have been|is now|are now|your [\w'’ ]{1,40} (?:is|are))\s+(?:now |all |just |already )*(?:booked|reserved|confirmed|rescheduled|moved|cancell?ed|submitted|requested|passed on (?:the|your) request|set\b|signed up|in the class|on the waiting list)/i;

export const claimsSomething = (text: string) => CLAIMS.test(text);

/** A claim without a receipt is never sent: it is replaced by what is true. */
export function vouched(text: string, receipts: readonly Receipt[], onLie: () => void): string {
  if (receipts.length > 0 || !claimsSomething(text)) return text;
  onLie();
  return 'I could not complete that just now, so nothing has changed. Could you tell me once more what you would like?';
}

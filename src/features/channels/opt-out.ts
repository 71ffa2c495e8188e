// The keywords by which customers stop and resume messages, as the mobile networks define them.
import type { Channel } from './channel.ts';

/** Clear anywhere. */
const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'optout']);
/** The mobile networks stop messages on these too. Elsewhere they are words like others: what is canceled is a booking. */
const STOP_BY_NETWORK = new Set(['cancel', 'end', 'quit', 'revoke']);
const START = new Set(['start', 'unstop']);
const HELP = new Set(['help', 'info']);

export type Keyword = 'stop' | 'start' | 'help';

/**
 * Only a message that consists of the keyword counts: "cancel my booking" is a request. A customer who has stopped them can
 * also resume messages with "yes", which otherwise is an answer.
 */
export function readKeyword(message: string, optOut: Channel['optOut'], isOptedOut: boolean): Keyword | undefined {
  if (!optOut) return undefined;
  const word = wordOf(message);
  const byNetwork = optOut === 'network';
  if (STOP.has(word) || (byNetwork && STOP_BY_NETWORK.has(word))) return 'stop';
  // A Telegram chat begins with /start, so it is a keyword only for those who have stopped.
  if (isOptedOut && (START.has(word) || (byNetwork && word === 'yes'))) return 'start';
  if (byNetwork && START.has(word)) return 'start';
  return byNetwork && HELP.has(word) ? 'help' : undefined;
}

const wordOf = (message: string): string =>
  message
    .trim()
    .toLowerCase()
    .replace(/[.!/\s-]/g, '');

/** The network takes it as the end of all messages, but a customer with a booking probably means that. */
export const mayMeanBooking = (message: string): boolean => wordOf(message) === 'cancel';

// The keywords by which customers stop and resume messages, as the mobile networks define them.
import type { Channel } from './channel.ts';

/** Unambiguous on every channel. */
const STOP_WORDS = new Set(['stop', 'stopall', 'unsubscribe', 'optout']);
/** On a mobile network these stop messages too. Elsewhere they are ordinary words: "cancel" is about a booking. */
const NETWORK_STOP_WORDS = new Set(['cancel', 'end', 'quit', 'revoke']);
const START_WORDS = new Set(['start', 'unstop']);
const HELP_WORDS = new Set(['help', 'info']);

export type Keyword = 'stop' | 'start' | 'help';

/**
 * Only a message that consists of the keyword counts: "cancel my booking" is a request. A customer who has stopped them can
 * also resume messages with "yes", which otherwise answers a question.
 */
export function readKeyword(message: string, optOut: Channel['optOut'], isOptedOut: boolean): Keyword | undefined {
  if (!optOut) return undefined;
  const word = normalizeWord(message);
  const isNetworkOptOut = optOut === 'network';
  if (STOP_WORDS.has(word) || (isNetworkOptOut && NETWORK_STOP_WORDS.has(word))) return 'stop';
  // A Telegram chat begins with /start, so it is a keyword only for those who have stopped.
  if (isOptedOut && (START_WORDS.has(word) || (isNetworkOptOut && word === 'yes'))) return 'start';
  if (isNetworkOptOut && START_WORDS.has(word)) return 'start';
  return isNetworkOptOut && HELP_WORDS.has(word) ? 'help' : undefined;
}

const normalizeWord = (message: string): string =>
  message
    .trim()
    .toLowerCase()
    .replace(/[.!/\s-]/g, '');

/** The network takes it as the end of all messages, but a customer with a booking probably means that. */
export const mayMeanBooking = (message: string): boolean => normalizeWord(message) === 'cancel';

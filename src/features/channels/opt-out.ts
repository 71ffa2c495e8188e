// The keywords by which customers stop and resume text messages, as the mobile networks define them.

const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke']);
const START = new Set(['start', 'unstop']);

/**
 * Only a message that consists of the keyword counts: "cancel my booking" is a request. A customer who has stopped them can
 * also resume messages with "yes", which otherwise is an answer.
 */
export function readKeyword(message: string, isOptedOut: boolean): 'stop' | 'start' | undefined {
  const word = message
    .trim()
    .toLowerCase()
    .replace(/[.!\s-]/g, '');
  if (STOP.has(word)) return 'stop';
  return START.has(word) || (isOptedOut && word === 'yes') ? 'start' : undefined;
}

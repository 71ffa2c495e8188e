// The keywords by which customers stop and resume text messages, as the mobile networks define them.

const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke']);
const START = new Set(['start', 'unstop']);

/** Only a message that consists of the keyword counts: "cancel my booking" is a request. */
export function readKeyword(message: string): 'stop' | 'start' | undefined {
  const word = message
    .trim()
    .toLowerCase()
    .replace(/[.!\s-]/g, '');
  return STOP.has(word) ? 'stop' : START.has(word) ? 'start' : undefined;
}

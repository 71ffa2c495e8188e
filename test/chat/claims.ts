// Finds the actions that a reply claims to have done, independently of how the assistant words its replies.

/** An action, how a reply may claim it, and the receipt types that prove it. */
type ClaimPattern = { action: string; wording: RegExp; proof: RegExp };
type Claim = { action: string; sentence: string; proof: RegExp };

const CLAIM_PATTERNS: readonly ClaimPattern[] = [
  {
    action: 'booked',
    wording: joinPatterns(
      '(?<!already |fully )booked|reserved|scheduled|signed (you )?up|enrolled|registered|added you|saved you',
      '(put|got|have) (you|it|that) (down|in)|you.?(re| are) (now )?in\\b|see you (then|there)|is yours|your code is',
      '(you.?(re| are)|put you) (now )?on (the|our) wait(ing )?list',
    ),
    proof: /^booking\.(created|rescheduled|updated)$/,
  },
  {
    action: 'moved',
    wording: joinPatterns(
      'moved|rescheduled|changed|updated|pushed back|brought forward|swapped|shifted|is now (at|on)',
    ),
    proof: /^booking\.(rescheduled|updated)$/,
  },
  {
    action: 'cancelled',
    wording: joinPatterns('(?<!already |that is )cancell?ed|called off|taken (you|it) (off|out)|released|withdrawn'),
    proof: /^(booking\.cancelled|membership\.requested)$/,
  },
  {
    action: 'requested',
    wording: joinPatterns(
      'requested|submitted|ordered|placed|(request|return|refill) is (in|with|on|under)|sent (it|the|your)',
      'passed (on )?(the|your) request|passed (the|your) request on',
    ),
    proof: /\.requested$/,
  },
  {
    action: 'done',
    wording: joinPatterns('confirmed|all (set|done|sorted|arranged)|^done|went through|taken care of'),
    proof: /./,
  },
];

/** Words before an action that make it an offer, a condition, a denial or a plan rather than a claim. */
const NOT_DONE_PATTERN = joinPatterns(
  'if|once|unless|until|whether|would|could|can|cannot|may|might|must|should|shall|needs? to|to be|will be',
  'not|nothing|never|no|before|order \\S+ has',
);

/** The actions that a reply claims, each with what could prove it. Quotes of the business's own texts are not claims. */
export function findClaims(reply: string, quotedTexts: readonly string[] = []): Claim[] {
  const textWithoutQuotes = quotedTexts.reduce((text, quotedText) => text.replaceAll(quotedText, ' '), reply);
  return textWithoutQuotes
    .split(/(?<=[.?!;:\n])\s+/)
    .filter((sentence) => !/\?\s*$/.test(sentence))
    .flatMap((sentence) =>
      CLAIM_PATTERNS.filter(({ wording }) => isClaimed(sentence, wording)).map(({ action, proof }) => ({
        action,
        sentence,
        proof,
      })),
    );
}

function isClaimed(sentence: string, wording: RegExp): boolean {
  const match = wording.exec(sentence);
  return (
    match !== null &&
    !/n['’]t\b/i.test(sentence.slice(0, match.index)) &&
    !NOT_DONE_PATTERN.test(sentence.slice(0, match.index))
  );
}

function joinPatterns(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\w])(${patterns.join('|')})(?![\\w])`, 'i');
}

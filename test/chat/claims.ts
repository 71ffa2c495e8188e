// What a reply says has been done, read without any knowledge of how the assistant words it.

/** A deed in words, and the receipts that can prove it. */
type Deed = { deed: string; said: RegExp; proof: RegExp };
type Claim = { deed: string; sentence: string; proof: RegExp };

const DEEDS: readonly Deed[] = [
  {
    deed: 'booked',
    said: oneOf(
      '(?<!already |fully )booked|reserved|scheduled|signed (you )?up|enrolled|registered|added you|saved you',
      '(put|got|have) (you|it|that) (down|in)|you.?(re| are) (now )?in\\b|see you (then|there)|is yours|your code is',
      '(you.?(re| are)|put you) (now )?on (the|our) waiting ?list',
    ),
    proof: /^booking\.(created|rescheduled|updated)$/,
  },
  {
    deed: 'moved',
    said: oneOf('moved|rescheduled|changed|updated|pushed back|brought forward|swapped|shifted|is now (at|on)'),
    proof: /^booking\.(rescheduled|updated)$/,
  },
  {
    deed: 'cancelled',
    said: oneOf('(?<!already |that is )cancell?ed|called off|taken (you|it) (off|out)|released|withdrawn'),
    proof: /^(booking\.cancelled|membership\.requested)$/,
  },
  {
    deed: 'requested',
    said: oneOf(
      'requested|submitted|ordered|placed|(request|return|refill) is (in|with|on|under)|sent (it|the|your)',
      'passed (on )?(the|your) request|passed (the|your) request on',
    ),
    proof: /\.requested$/,
  },
  {
    deed: 'done',
    said: oneOf('confirmed|all (set|done|sorted|arranged)|^done|went through|taken care of'),
    proof: /./,
  },
];

/** Before a deed: offered, conditional, denied, or still to come. */
const NOT_YET = oneOf(
  'if|once|unless|until|whether|would|could|can|cannot|may|might|must|should|shall|needs? to|to be|will be',
  'not|nothing|never|no|before|order \\S+ has',
);

/** The deeds that a reply claims, each with what could prove it. The business's own words, quoted, claim nothing. */
export function claimsIn(reply: string, quoted: readonly string[] = []): Claim[] {
  const own = quoted.reduce((text, words) => text.replaceAll(words, ' '), reply);
  return own
    .split(/(?<=[.?!;:\n])\s+/)
    .filter((sentence) => !/\?\s*$/.test(sentence))
    .flatMap((sentence) =>
      DEEDS.filter(({ said }) => isSaidAsDone(sentence, said)).map(({ deed, proof }) => ({ deed, sentence, proof })),
    );
}

function isSaidAsDone(sentence: string, said: RegExp): boolean {
  const found = said.exec(sentence);
  return (
    found !== null && !/n['’]t\b/i.test(sentence.slice(0, found.index)) && !NOT_YET.test(sentence.slice(0, found.index))
  );
}

function oneOf(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\w])(${patterns.join('|')})(?![\\w])`, 'i');
}

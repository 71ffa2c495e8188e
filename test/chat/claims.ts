// What a reply says has been done, read without any knowledge of how the assistant words it.

/** A deed in words, and the receipts that can prove it. */
type Deed = { deed: string; said: RegExp; proof: RegExp };

const DEEDS: readonly Deed[] = [
  {
    deed: 'booked',
    said: /\b(booked|reserved|scheduled|signed (you )?up|enrolled|put (you|it|that) (down|in)|saved (you|your)|you.?re (now )?in\b|got you (down|in)|see you (then|there)|is yours|(your|the) code is)\b/i,
    proof: /^booking\.(created|rescheduled|updated)$/,
  },
  {
    deed: 'moved',
    said: /\b(moved|rescheduled|changed|updated|pushed back|brought forward|swapped|shifted)\b/i,
    proof: /^booking\.(rescheduled|updated)$/,
  },
  {
    deed: 'cancelled',
    said: /\b(cancell?ed|called off|taken (you )?off|released)\b/i,
    proof: /^(booking\.cancelled|membership\.requested)$/,
  },
  {
    deed: 'requested',
    said: /\b(requested|submitted|placed|ordered|passed (on )?(the|your) request|(request|return|refill) is (in|with|on)|sent (it|the|your)|noted (it|that|down))\b/i,
    proof: /\.requested$/,
  },
  { deed: 'waiting', said: /\b(you are|you.?re|put you|added you|now) on (the|our) waiting ?list\b/i, proof: /^booking\./ },
  { deed: 'done', said: /\b(confirmed|all (set|done|sorted|arranged)|^done|taken care of|went through)\b/i, proof: /./ },
];

/** Asked, offered, conditional, denied, or still to come: said, but not as done. */
const NOT_YET =
  /\?\s*$|\b(if|once|unless|until|whether|would|could|can|cannot|may|might|must|should|shall|needs? to|to be|will be|not|nothing|never|fully booked)\b|n['’]t\b/i;

/** The sentences of a reply that claim a deed, each with what could prove it; words of the business itself are none. */
export function claimsIn(reply: string, quoted: readonly string[] = []): { sentence: string; deed: string; proof: RegExp }[] {
  const own = quoted.reduce((text, words) => text.replaceAll(words, ' '), reply);
  return sentencesOf(own)
    .filter((sentence) => !NOT_YET.test(sentence))
    .flatMap((sentence) =>
      DEEDS.filter(({ said }) => said.test(sentence)).map(({ deed, proof }) => ({ sentence, deed, proof })),
    );
}

const sentencesOf = (text: string) => text.split(/(?<=[.?!;\n])\s+/).map((sentence) => sentence.trim());

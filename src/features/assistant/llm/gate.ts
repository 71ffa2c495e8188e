// What a model says goes out sentence by sentence, and only what may be said.

import type { Business } from '../../../capability/document.ts';
import type { Judged } from '../../../capability/industry.ts';
import { toStorable } from '../../../kernel/text.ts';
import { detectLanguage } from '../../../understanding/language.ts';
import { isForeign, type Known } from '../foreign.ts';
import { kindlyIn } from '../languages.ts';
import { unfitIn } from '../needs.ts';
import { claimsDeed } from '../vouch.ts';

/** A sentence must not go out: the answer ends before it. */
export class Held extends Error {
  override readonly name = 'Held';
}

/** Amounts to take are for the practice to say, and what is safe to eat is told from the records alone. */
const DOSE = /\b\d+([.,]\d+)?\s?(mg|mcg|µg|ml|milligrams?|tablets?|pills?|capsules?|puffs?|drops)\b/i;
const ASSURES =
  /\b(safe|suitable|free|no|not|without|contains?|doesn['’]?t|don['’]?t|zero|avoid)\b.*\b(allerg\w*|celery|crustaceans?|shellfish|eggs?|fish|gluten|wheat|lupin|milk|dairy|lactose|mollus[ck]s?|mustard|nuts?|peanuts?|almonds?|sesame|soya?|sulphites?|sulfites?|coeliac|celiac)\b|\b(gluten|dairy|nut|lactose|egg|soy|allergen)[- ]free\b/i;
/** Of a passage that the model was given. */
const MARK = /\s*\[(\d{1,2})\]/g;
const MOST_TEXT = 4_000;
const SENTENCE = /^[\s\S]*?(?:[.!?…]["'”’)\]]*(?:\s*\[\d{1,2}\])*(?=\s)|\n)\s*/;

export type Gate = {
  /** What is sure so far, whole sentences. */
  text(): string;
  /** The numbers of the passages that it rests on. */
  cited(): ReadonlySet<number>;
  hear(delta: string): void;
  end(): void;
};

export type Listened = {
  business: Business;
  isHealth: boolean;
  /** What is on offer, judged by what the customer has told. */
  judged: readonly Judged[];
  known: Known;
};

export function createGate({ business, isHealth, judged, known }: Listened, say: (text: string) => void): Gate {
  let text = '';
  let waiting = '';
  const cited = new Set<number>();
  const own = ownSentences(business);

  const pass = (sentence: string) => {
    const plain = toStorable(sentence.replaceAll(MARK, ''));
    const said = plain.trim();
    const isFree = own.has(said) || mayBeSaid(said, isHealth);
    const isOurs = unfitIn(said, judged).length === 0 && !isForeign(said, known);
    if (said && !(isFree && isOurs)) throw new Held('a sentence was held back');
    for (const [, number] of sentence.matchAll(MARK)) cited.add(Number(number));
    if (text.length + plain.length > MOST_TEXT) throw new Held('the answer is too long');
    text += text ? plain : plain.trimStart();
    say(text.trimEnd());
  };
  return {
    text: () => text.trimEnd(),
    cited: () => cited,
    hear(delta) {
      waiting += delta;
      for (let found = SENTENCE.exec(waiting); found; found = SENTENCE.exec(waiting)) {
        waiting = waiting.slice(found[0].length);
        pass(found[0]);
      }
      if (waiting.length > MOST_TEXT) throw new Held('the answer is too long');
    },
    end() {
      if (waiting.trim()) pass(waiting);
      waiting = '';
    },
  };
}

/** Nothing is done in a model's turn, so that no deed can be claimed in it. */
function mayBeSaid(sentence: string, isHealth: boolean): boolean {
  // What it says in another language cannot be checked.
  const isForeign = kindlyIn(detectLanguage(sentence)) !== undefined;
  return !isForeign && !claimsDeed(sentence) && !ASSURES.test(sentence) && !(isHealth && DOSE.test(sentence));
}

/** What the business has written itself may be repeated. */
function ownSentences({ faqs, policies, services, description }: Business): Set<string> {
  const texts = [
    ...faqs.map(({ answer }) => answer),
    ...Object.values(policies),
    ...services.map((service) => service.description),
    description,
  ];
  return new Set(texts.flatMap((words) => (words ?? '').split(/(?<=[.!?])\s+/).map((each) => each.trim())));
}

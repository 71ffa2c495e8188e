// What a message is beside what it wants: a complaint, small talk, a yes or a no to what was offered.
import { isAngry } from '../../guardrails/anger.ts';
import { isQuestion } from './clauses.ts';
import type { DialogueState } from './dialogue-state.ts';
import { CONFIDENT } from './thresholds.ts';
import type { Turn, TurnInputs } from './turn.ts';

/** What people say to be friendly, or for fun, and what no business could know. */
const SOCIAL = ['greet', 'thanks', 'praise', 'goodbye', 'joke_or_chat', 'out_of_scope'] as const;
type Social = (typeof SOCIAL)[number];

/** Something is asked for, in whatever words. */
const WISHES = ['ask', 'lookup', 'start', 'change_booking', 'cancel_booking', 'find_booking', 'handoff', 'complain'];

export type Mood = {
  /** Angry, or wronged. */
  complains: boolean;
  /** Nothing else is likelier than that somebody was wronged. */
  mayComplain: boolean;
  /** How likely it is small talk, and of which kind. */
  social: number;
  kind: Social;
  /** Nothing is asked for; and where it is long enough, something is told. */
  wantsNothing: boolean;
  tells: boolean;
  /** A yes, a no, or something else to be done: as an answer to what was offered. */
  takes: boolean;
  declines: boolean;
  starts: boolean;
};

/** By how the readers of conversations and of risks take it, and by its words. */
export async function moodOf(
  inputs: TurnInputs,
  { businessContext, text }: Turn,
  { before, task }: DialogueState,
): Promise<Mood> {
  const { nlu, risk } = inputs;
  const prediction = await nlu.predictIntent(text, businessContext, before);
  const { acts, intents } = prediction.contextual;
  const likely = (...any: readonly string[]) => any.reduce((sum, act) => sum + (acts.get(act) ?? 0), 0);
  // "Not even on Saturdays??" sounds angry, and asks something.
  const angry = risk.abusive + risk.angry * (1 - likely('ask', 'lookup'));
  // In the middle of something an answer can read like a complaint: "no, never had a reaction".
  const wronged = angry + (task ? 0 : likely('complain'));
  const entities = risk.abusive + risk.angry + likely('complain');
  const [likeliest, second] = [...acts].toSorted(([, one], [, other]) => other - one).map(([act]) => act);
  const kind = SOCIAL.reduce((best, act) => (likely(act) > likely(best) ? act : best));
  const [meant] = [...intents].toSorted(([, one], [, other]) => other - one);
  const wantsNothing = isUnlikely(likely(...WISHES));
  return {
    // "ffs, ok. when is the next class": words alone do not make a complaint.
    complains: wronged >= CONFIDENT || (entities >= HEARD && isAngry(text)),
    mayComplain: meant?.[0] === 'general.complaint',
    social: likely(...SOCIAL),
    kind: likeliest === 'praise' || second === 'praise' ? 'praise' : kind,
    wantsNothing,
    tells: wantsNothing && !isQuestion(text) && text.trim().split(/\s+/).length > FEW,
    takes: !isUnlikely(likely('confirm')),
    declines: !isUnlikely(likely('deny', 'abandon')),
    starts: !isUnlikely(likely('start')),
  };
}

/** Angry words count where the readers hear any anger in them at all. */
const HEARD = 0.05;
/** Fewer words tell no story. */
const FEW = 3;

const isUnlikely = (probability: number) => probability < 1 - probability;

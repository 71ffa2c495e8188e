// A message that continues nothing: each thing that it wants is answered, what is to be done comes last.
import { withOne } from '../context.ts';
import { isGeneral } from '../general.ts';
import { SURELY } from '../likely.ts';
import { type Mood, moodOf } from '../mood.ts';
import { notKnown } from '../phrases.ts';
import { type Decision, HALF, type Want, WELL } from '../rank/choose.ts';
import { joined } from '../reply.ts';
import { isOpen, rounded, serve } from '../serve.ts';
import type { State } from '../state.ts';
import type { Means, Step, Taken, Turn } from '../turn.ts';
import { sayFriendly } from '../unsure.ts';
import { isDeed, wantsOf } from '../wants.ts';
import type { Policy } from './policy.ts';

async function answerAll(means: Means, turn: Turn, state: State): Promise<Taken> {
  const wants = await wantsOf(means, turn, state);
  const mood = await moodOf(means, turn, state);
  const chat = wants.length === 1 ? chatted(turn, state, wants[0]!, mood) : undefined;
  if (chat) return chat;
  const isLetter = wants.length >= LETTER;
  const isLeft = ({ decision }: Want) =>
    wants.length > 1 && ((isOpen(decision) && !decision.facility) || (isLetter && isGuess(decision)));
  const left = wants.filter(isLeft).map(({ decision }) => decision.text);
  const steps: (Step & { want: Want })[] = [];
  const deed = wants.findLast((want) => isDeed(want, turn));
  for (const want of wants) {
    // What only people can do is offered to be passed on where nothing else is proposed.
    const decision = deed && want !== deed ? { ...want.decision, starts: 0 } : want.decision;
    const known = () => serve(means, { ...turn, text: decision.text }, { ...want, decision }, state);
    steps.push({ ...(isLeft(want) ? { part: notKnown(left) } : await known()), want });
  }
  const last = steps.findLast(({ task }) => task) ?? steps.at(-1)!;
  const others = steps.filter((step) => step !== last);
  const ordered = [...others.filter(({ want }) => !isLeft(want)), ...others.filter(({ want }) => isLeft(want)), last];
  const { decision, slots } = last.want;
  // Who works here is told whatever else was understood.
  const unsure = steps.every(({ want, part }) => isOpen(want.decision) && !part.sources?.length)
    ? (state.unsure ?? 0) + 1
    : 0;
  return {
    part: joined(
      ordered.map(({ part }) => part),
      isLetter ? '\n\n' : ' ',
    ),
    intent: decision.intent,
    confidence: rounded(decision.confidence),
    considered: decision.considered,
    slots: last.task?.slots ?? slots,
    state: { task: last.task, offer: last.offer, unsure, topic: withOne(turn, topicOf(last.want, state), last, state) },
  };
}

/** So many answers are easier to read in paragraphs. */
const LETTER = 3;

/** Among many answers one that is beside the point costs more than one that is left to the team. */
const isGuess = ({ hit, confidence, answers = 0 }: Decision) =>
  hit !== undefined && answers < (confidence >= SURELY ? HALF : WELL);

/** Small talk and answers of the house leave the topic as it was. */
function topicOf({ decision, slots }: Want, { topic }: State): State['topic'] {
  if (isOpen(decision) || decision.intent === 'faq') return topic;
  if (isGeneral(decision.intent) && decision.intent !== 'general.hours') return topic;
  return { intent: decision.intent, slots };
}

/** Small talk is answered in kind, leaves all as it was, and is nothing that was not understood. */
function chatted({ desk }: Turn, state: State, { decision, slots }: Want, mood: Mood): Taken | undefined {
  if (decision.facility || (!isOpen(decision) && decision.intent !== 'faq')) return undefined;
  const part = sayFriendly(desk, decision, mood, isOpen(decision));
  const intent = mood.kind === 'praise' ? 'general.thanks' : 'unknown';
  return (
    part && {
      part,
      intent,
      confidence: rounded(decision.confidence),
      considered: decision.considered,
      slots,
      state: { ...state, offer: undefined },
    }
  );
}

export const answer = { name: 'answer', act: answerAll } satisfies Policy;

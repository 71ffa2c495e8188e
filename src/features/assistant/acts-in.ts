import { says } from './rank/cues.ts';
import type { State } from './state.ts';
import type { Means, Turn } from './turn.ts';

/** What the message does, as the reader of the conversation sees it. */
export async function actsIn({ understanding }: Means, { desk, text }: Turn, { before }: State) {
  const { acts, intents } = (await understanding.understand(text, desk, before)).inContext;
  const likely = (act: string) => acts.get(act) ?? 0;
  const asksWhatWeAre = (intents.get('general.identity') ?? 0) >= LIKELY;
  return {
    asks: likely('ask') + likely('lookup') >= LIKELY,
    drops: likely('abandon') >= LIKELY,
    cancels: likely('abandon') + likely('cancel_booking') >= LIKELY,
    starts: likely('start') >= LIKELY,
    fills: likely('fill') >= LIKELY,
    // A plain word for it makes up for what else the message says.
    wantsPerson: !asksWhatWeAre && likely('handoff') >= (says('person', text) ? LEAST : CERTAINLY),
  };
}

const LIKELY = 0.5;
const CERTAINLY = 0.7;
const LEAST = 1 - CERTAINLY;

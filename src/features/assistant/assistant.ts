// The embedded assistant: one message in, one reply out, and what is remembered.
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { sayFor } from '../../capability/say.ts';
import { recordedIn } from '../../kernel/events.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';
import { detectLanguage } from '../../understanding/language.ts';
import type { Desk } from './general.ts';
import { kindlyIn } from './languages.ts';
import { PERSON } from './phrases.ts';
import { takeTurn } from './policy.ts';
import type { Receipt, Reply } from './reply.ts';
import { findDanger } from './safety/danger.ts';
import { answerDanger } from './safety/replies.ts';
import type { Policy } from './serve.ts';
import { noSlots, type State } from './state.ts';
import type { Turn } from './turn.ts';
import { createUnderstanding } from './understand.ts';
import { vouched } from './vouch.ts';

export type Asked = {
  message: string;
  /** In which industry the conversation is. */
  industry: AnyIndustry | undefined;
  businessName: string;
  customer: { name?: string; phone?: string; email?: string };
  state: State;
};

export type Assistant = {
  prepare(message: string): Promise<void>;
  reply(ctx: CapabilityContext<Business>, asked: Asked): Promise<{ reply: Reply; state: State }>;
};

/** Events that are something done for the customer. */
const DONE = /^(booking|prescription|membership|return|waitlist)\./;

export function createAssistant({ encoder }: { encoder: Encoder }): Assistant {
  const understanding = createUnderstanding(encoder);
  return {
    prepare: (message) => understanding.prepare(message),
    async reply(ctx, asked) {
      const { message, industry, businessName, state } = asked;
      const turns = state.turns ?? 0;
      const desk: Desk = { business: ctx.business, businessName, industry, now: ctx.now, turn: turns };
      const guarded = guard(desk, message);
      if (guarded) return { reply: guarded, state: { ...state, turns: turns + 1 } };
      const turn: Turn = {
        ctx,
        desk,
        say: sayFor(ctx.business),
        capabilities: new Map(industry?.capabilities.map((each) => [each.name, each]) ?? []),
        text: message,
      };
      const before = recordedIn(ctx.db).length;
      const policy: Policy = { understanding, customer: asked.customer };
      const { part, intent, confidence, slots, receipt, ...next } = await takeTurn(policy, turn, state);
      const receipts = [...receiptsOf(recordedIn(ctx.db).slice(before)), ...(receipt ? [receipt] : [])];
      const text = vouched(part.text, receipts, () =>
        ctx.log.error({ intent }, 'a claim without a receipt was held back'),
      );
      const { suggestions = [], sources = [] } = part;
      const status = part.handoff ? 'handoff' : 'open';
      const reply: Reply = { text, intent, confidence, status, suggestions, sources, receipts, slots };
      const booked = state.booked || receipts.some(({ type }) => type === 'booking.created');
      return { reply, state: { ...next.state, turns: turns + 1, ...(booked ? { booked } : {}) } };
    },
  };
}

/** What comes before any model: danger, and languages that nobody here speaks. */
function guard(desk: Desk, message: string): Reply | undefined {
  const { business, businessName, industry } = desk;
  const about = { industry: industry?.name ?? '' };
  const said = (text: string, intent: string, more: Partial<Reply> = {}): Reply => {
    const slots: Slots = noSlots();
    return { text, intent, confidence: 1, status: 'open', suggestions: [], sources: [], receipts: [], slots, ...more };
  };
  const danger = findDanger(message, about);
  if (danger) {
    const health = industry?.capabilities.some((capability) => capability.health) ?? false;
    const { phone } = business.contact;
    const formal = business.tone === 'formal';
    const answer = answerDanger(danger, {
      businessName,
      country: countryOf(business),
      formal,
      health,
      ...(phone ? { phone } : {}),
    });
    return said(answer.text, answer.intent, {
      status: answer.handoff ? 'handoff' : 'open',
      suggestions: answer.suggestions,
    });
  }
  const kindly = kindlyIn(detectLanguage(message));
  return kindly
    ? said(kindly.replaceAll('{business}', businessName), 'unknown', { confidence: 0, suggestions: [PERSON] })
    : undefined;
}

function receiptsOf(happened: readonly { type: string; data: Record<string, unknown> }[]): Receipt[] {
  return happened
    .filter(({ type }) => DONE.test(type))
    .map(({ type, data }) => ({
      type,
      id: String(data.id),
      ...(typeof data.code === 'string' ? { code: data.code } : {}),
    }));
}

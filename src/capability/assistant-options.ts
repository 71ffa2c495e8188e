import { type Static, Type } from 'typebox';
import { ENGINES } from '../kernel/config.ts';
import { OneOf, Strict } from '../kernel/http/schema.ts';

const Cents = Type.Integer({ minimum: 0, maximum: 100_000_000 });

/** Which engine answers customers, and its budget. Every field is optional and defaults to the operator's setting. */
export const AssistantOptions = Strict(
  {
    engine: Type.Optional(
      OneOf(ENGINES, { description: '`auto`: a language model answers what the embedded assistant is not sure of' }),
    ),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\w.:/@-]+$' })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    budget: Type.Optional(
      Strict({
        conversationCents: Type.Optional(Cents),
        monthCents: Type.Optional(Cents),
      }),
    ),
    healthData: Type.Optional(
      Type.Boolean({
        description: 'Conversations about health may go to a model, where the operator’s agreement allows',
      }),
    ),
  },
  { title: 'Assistant', description: 'Budgets in US cents: spent, the embedded assistant answers alone' },
);

export type AssistantOptions = Static<typeof AssistantOptions>;

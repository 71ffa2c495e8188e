import { type Static, Type } from 'typebox';
import {
  type Business,
  DAYS,
  IntegerBetween,
  Money,
  Name,
  sampleField,
  Text,
  TimeOff,
  WeeklyHours,
} from '../../capability/document.ts';
import { OneOf, Strict } from '../../kernel/http/schema.ts';
import { GeneratedId, WithDefault } from '../entries.ts';

const Class = Strict({
  id: GeneratedId,
  name: Name,
  description: Type.Optional(Text),
  instructor: Type.Optional(Name),
  level: Type.Optional(Name),
  durationMinutes: IntegerBetween(5, 480),
  capacity: Type.Integer({ minimum: 1, maximum: 1_000 }),
  price: Type.Optional(Money),
  weekly: WithDefault(
    Type.Array(
      Strict({
        day: OneOf(DAYS),
        time: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['18:00'] }),
      }),
      { maxItems: 50 },
    ),
    [],
  ),
  ...sampleField,
});

export const INTERVALS = ['week', 'month', 'year', 'once'] as const;

const Membership = Strict({
  id: GeneratedId,
  name: Name,
  description: Type.Optional(Text),
  price: Money,
  interval: WithDefault(OneOf(INTERVALS), 'month'),
  perks: WithDefault(Type.Array(Name, { maxItems: 50 }), []),
  ...sampleField,
});

const Trainer = Strict({
  id: GeneratedId,
  name: Name,
  description: Type.Optional(Text),
  specialties: WithDefault(Type.Array(Name, { maxItems: 50 }), []),
  price: Type.Optional({ ...Money, description: 'Per hour' }),
  hours: Type.Optional(WeeklyHours),
  timeOff: Type.Optional(Type.Array(TimeOff, { maxItems: 200 })),
  ...sampleField,
});

export const Fitness = Strict(
  {
    classes: WithDefault(Type.Array(Class, { maxItems: 300 }), []),
    memberships: WithDefault(Type.Array(Membership, { maxItems: 100 }), []),
    trainers: WithDefault(Type.Array(Trainer, { maxItems: 200 }), []),
  },
  { title: 'Fitness' },
);

export type Class = Static<typeof Class>;
export type Membership = Static<typeof Membership>;
export type Fitness = Static<typeof Fitness>;
export type FitnessBusiness = Business & { fitness: Fitness };

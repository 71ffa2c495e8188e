import { type Static, Type } from 'typebox';
import {
  type Business,
  IntegerBetween,
  Money,
  Name,
  referenceTo,
  sampleField,
  Text,
  TimeOff,
  WeeklyHours,
} from '../../capability/document.ts';
import { Strict } from '../../kernel/http/schema.ts';
import { GeneratedId, WithDefault } from '../entries.ts';

export const Service = Strict({
  id: GeneratedId,
  name: Name,
  description: Type.Optional(Text),
  category: Type.Optional(Name),
  price: Type.Optional(Money),
  durationMinutes: IntegerBetween(5, 720),
  bufferMinutes: WithDefault(IntegerBetween(0, 240), 0),
  bufferBeforeMinutes: Type.Optional(IntegerBetween(0, 240)),
  ...sampleField,
});

const Stylist = Strict({
  id: GeneratedId,
  name: Name,
  description: Type.Optional(Text),
  services: Type.Optional(
    Type.Array(Name, {
      maxItems: 500,
      description: 'IDs or names; left out: all of them',
      ...referenceTo('salon.services'),
    }),
  ),
  hours: Type.Optional(WeeklyHours),
  timeOff: Type.Optional(Type.Array(TimeOff, { maxItems: 200 })),
  ...sampleField,
});

export const Salon = Strict(
  {
    services: WithDefault(Type.Array(Service, { maxItems: 500 }), []),
    stylists: WithDefault(Type.Array(Stylist, { maxItems: 200 }), []),
  },
  { title: 'Salon' },
);

export type Service = Static<typeof Service>;
export type Salon = Static<typeof Salon>;
export type SalonBusiness = Business & { salon: Salon };

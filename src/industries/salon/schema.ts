import { type Static, Type } from 'typebox';
import {
  type Business,
  idsIn,
  Minutes,
  Money,
  Name,
  sample,
  Text,
  TimeOff,
  WeeklyHours,
} from '../../capability/document.ts';
import { Strict } from '../../kernel/http/schema.ts';
import { Filled, MadeId } from '../entries.ts';

export const Service = Strict({
  id: MadeId,
  name: Name,
  description: Type.Optional(Text),
  category: Type.Optional(Name),
  price: Type.Optional(Money),
  durationMinutes: Minutes(5, 720),
  bufferMinutes: Filled(Minutes(0, 240), 0),
  bufferBeforeMinutes: Type.Optional(Minutes(0, 240)),
  ...sample,
});

const Stylist = Strict({
  id: MadeId,
  name: Name,
  description: Type.Optional(Text),
  services: Type.Optional(
    Type.Array(Name, { maxItems: 500, description: 'Ids or names; left out: all of them', ...idsIn('salon.services') }),
  ),
  hours: Type.Optional(WeeklyHours),
  timeOff: Type.Optional(Type.Array(TimeOff, { maxItems: 200 })),
  ...sample,
});

export const Salon = Strict(
  {
    services: Filled(Type.Array(Service, { maxItems: 500 }), []),
    stylists: Filled(Type.Array(Stylist, { maxItems: 200 }), []),
  },
  { title: 'Salon' },
);

export type Service = Static<typeof Service>;
export type Salon = Static<typeof Salon>;
export type SalonBusiness = Business & { salon: Salon };

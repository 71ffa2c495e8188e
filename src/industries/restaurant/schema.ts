import { type Static, Type } from 'typebox';
import {
  type Business,
  EntryId,
  IntegerBetween,
  Money,
  Name,
  referenceTo,
  sampleField,
  Text,
} from '../../capability/document.ts';
import { OneOf, Strict } from '../../kernel/http/schema.ts';
import { GeneratedId, WithDefault } from '../entries.ts';

export const DIETS = ['vegan', 'vegetarian', 'gluten_free', 'halal', 'kosher', 'dairy_free', 'nut_free'] as const;
export type Diet = (typeof DIETS)[number];

export const ALLERGENS = [
  'celery',
  'crustaceans',
  'egg',
  'fish',
  'gluten',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanut',
  'sesame',
  'soy',
  'sulphites',
] as const;
export type Allergen = (typeof ALLERGENS)[number];

const Allergens = Type.Array(OneOf(ALLERGENS), { uniqueItems: true });

export const MenuItem = Strict({
  id: GeneratedId,
  name: Name,
  description: Type.Optional(Text),
  category: Type.Optional(Name),
  price: Type.Optional(Money),
  available: WithDefault(Type.Boolean(), true),
  diets: WithDefault(Type.Array(OneOf(DIETS), { uniqueItems: true }), []),
  allergens: Type.Optional(
    Strict(
      {
        contains: Allergens,
        mayContain: WithDefault(Allergens, []),
        verifiedAt: Type.Optional(Type.String({ format: 'date' })),
      },
      { description: 'Leave blank if unchecked. We’ll never call the item safe.' },
    ),
  ),
  ...sampleField,
});

const Table = Strict({
  id: GeneratedId,
  name: Name,
  seats: Type.Integer({ minimum: 1, maximum: 200 }),
  area: Type.Optional(Name),
  ...sampleField,
});

const Turn = Strict({ upTo: Type.Integer({ minimum: 1, maximum: 999 }), minutes: IntegerBetween(15, 720) });

export const Restaurant = Strict(
  {
    menu: WithDefault(Type.Array(MenuItem, { maxItems: 1_000 }), []),
    tables: WithDefault(Type.Array(Table, { maxItems: 500 }), []),
    joins: WithDefault(
      Type.Array(Type.Array(EntryId, { minItems: 2, maxItems: 10, ...referenceTo('restaurant.tables') }), {
        maxItems: 500,
      }),
      [],
    ),
    turnMinutes: WithDefault(Type.Array(Turn, { minItems: 1, maxItems: 50 }), [
      { upTo: 2, minutes: 90 },
      { upTo: 999, minutes: 120 },
    ]),
    maxPartySize: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })),
  },
  { title: 'Restaurant' },
);

export type MenuItem = Static<typeof MenuItem>;
export type Restaurant = Static<typeof Restaurant>;
export type RestaurantBusiness = Business & { restaurant: Restaurant };

import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { allOf, phrasesIn, theOne } from '../../../capability/dialogue.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { Nullable, OneOf, Strict } from '../../../kernel/http/schema.ts';
import { listed, sourcesOf } from '../../talk.ts';
import { dietaryFacts, NOT_EVEN_TRACES, NOTICE } from '../dietary.ts';
import { dietOf } from '../heard.ts';
import { ALLERGENS, DIETS, type Diet, type RestaurantBusiness } from '../schema.ts';

const Input = Strict({
  diet: Type.Optional(Type.String({ maxLength: 50, description: `One of ${DIETS.join(', ')}` })),
  avoid: Type.Optional(
    Type.String({
      maxLength: 500,
      description: `With commas between them: ${ALLERGENS.join(', ')}`,
      examples: ['nuts,milk'],
    }),
  ),
  item: Type.Optional(Type.String({ maxLength: 200, description: 'Id or name' })),
  category: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only this part of the menu', examples: ['Mains'] }),
  ),
});

const Fact = Type.Object({
  id: Type.String(),
  name: Type.String(),
  diets: Type.Array(OneOf(DIETS)),
  contains: Nullable(Type.Array(OneOf(ALLERGENS), { description: 'null: not recorded' })),
  mayContain: Nullable(Type.Array(OneOf(ALLERGENS))),
  verdict: OneOf(['suitable', 'not_suitable', 'unknown'] as const),
  verifiedAt: Nullable(Type.String({ format: 'date' })),
  available: Type.Boolean({ description: 'Whether it can be ordered now' }),
});

const Output = Type.Object({ items: Type.Array(Fact), notice: Type.String() });

export const checkDietary = defineCapability({
  name: 'restaurant.dietary',
  summary: 'Which dishes suit a diet or an allergy',
  effect: 'read',
  scope: 'bookings:read',
  input: Input,
  output: Output,
  rest: { method: 'GET', path: '/dietary' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'dietary'),
    subject: ['diet', 'avoid'],
    ask: {
      avoid: 'What should it be free of?',
      item: 'Which dish do you have in mind?',
    },
    // What may cost no more than so much is a matter of the menu.
    instead: ({ words, maxPrice }) => (maxPrice !== undefined && !words.avoid ? 'restaurant.menu' : undefined),
    fill: (slots) => {
      const { diet } = dietOf(slots);
      // Who must not have something is told by what is recorded, not only by what is labelled.
      const free = NOT_EVEN_TRACES[diet as Diet];
      const avoid = [...allOf(slots, 'avoid').map(({ id }) => id), ...(free ?? [])];
      const wanted = {
        ...(diet && !free ? { diet } : {}),
        ...(avoid.length > 0 ? { avoid: [...new Set(avoid)].join(',') } : {}),
      };
      const items = allOf(slots, 'item').map(({ name }) => name);
      if (items.length > 0) return items.map((item) => ({ item, ...wanted }));
      const category = theOne(slots, 'category')?.name;
      return category === undefined ? wanted : { category, ...wanted };
    },
    sources: ({ items }) => sourcesOf('menu_item', items),
    done: ({ items, notice }, say, input) => `${sayFacts(items, say, input)} ${notice}`,
  },
  run: async ({ business }: CapabilityContext<RestaurantBusiness>, input) => {
    const items = dietaryFacts(business.restaurant.menu, input);
    return 'ok' in items ? items : done({ items, notice: NOTICE });
  },
});

type Fact = Static<typeof Fact>;

function sayFacts(items: Fact[], say: Say, { item, diet, avoid }: Static<typeof Input>): string {
  if (items.length === 0 && diet === undefined && avoid === undefined)
    return "I'm sorry, I can't find that on our menu.";
  if (item !== undefined) return sayOne(items[0]!, say, diet !== undefined || avoid !== undefined);
  const named = (verdict: Fact['verdict']) =>
    items.filter((each) => each.available && each.verdict === verdict).map(({ name }) => name);
  const [suitable, unknown] = [named('suitable'), named('unknown')];
  const known =
    suitable.length > 0
      ? `From what we have recorded, these fit: ${listed(suitable, say)}.`
      : 'None of our dishes is recorded as fitting.';
  const open =
    unknown.length > 0 ? ` For ${listed(unknown, say)} nothing is recorded, so please check with our staff.` : '';
  return known + open;
}

function sayOne({ name, verdict, contains, mayContain }: Fact, say: Say, judged: boolean): string {
  if (!contains) return `For the ${name} we don't have the allergens recorded, so please check with our staff.`;
  const made = contains.length > 0 ? `contains ${say.list(contains)}` : 'has none of the 14 main allergens recorded';
  const traces = mayContain?.length ? ` and may contain ${say.list(mayContain)}` : '';
  const facts = `The ${name} ${made}${traces}.`;
  if (!judged) return facts;
  return verdict === 'suitable'
    ? `${facts} So it fits, as far as we have recorded.`
    : `${facts} It is not suitable for what you asked.`;
}

import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { Nullable, OneOf, Strict } from '../../../kernel/http/schema.ts';
import { listed } from '../../talk.ts';
import { dietaryFacts, NOTICE } from '../dietary.ts';
import { ALLERGENS, DIETS, type RestaurantBusiness } from '../schema.ts';

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
});

const Fact = Type.Object({
  id: Type.String(),
  name: Type.String(),
  diets: Type.Array(OneOf(DIETS)),
  contains: Nullable(Type.Array(OneOf(ALLERGENS), { description: 'null: not recorded' })),
  mayContain: Nullable(Type.Array(OneOf(ALLERGENS))),
  verdict: OneOf(['suitable', 'not_suitable', 'unknown'] as const),
  verifiedAt: Nullable(Type.String({ format: 'date' })),
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
    examples: [
      'what do you have thats vegan',
      'any gluten free options?',
      "I'm allergic to peanuts, what can I eat",
      'is the curry dairy free',
      'does the tiramisu have nuts in it',
      'coeliac here, is anything safe for me',
      'vegetarian mains?',
      'my son has an egg allergy, which dishes should we avoid',
      'is your chicken halal',
      'do you cater for kosher guests',
      'are there sesame seeds on the bread',
      'lactose intolerant - what about the risotto',
      'which allergens are in the clam chowder',
      'can the pasta be made without gluten',
      'we have one vegan and one veggie with us, is there enough for them',
      'shellfish allergy!! is the paella ok',
      'does anything have soy in it',
      'is there fish sauce in the pad thai',
      'plant based dishes pls',
      "I can't have dairy, would the soup be alright for me?",
      'anythign nut free for a toddler',
      'do the fries share a fryer with breaded stuff',
      'my wife is pregnant and cant eat raw egg, is there any in the mousse',
      'no wheat for me, doctors orders. what can you offer?',
      'is the salad dressing vegan friendly',
      'whats in the pesto, any cashews?',
      'do you have an allergen list',
      'meat free options tonight?',
    ],
    ask: {
      avoid: 'What should it be free of?',
      item: 'Which dish do you have in mind?',
    },
    done: ({ items, notice }, say, input) => `${sayFacts(items, say, input)} ${notice}`,
  },
  run: async ({ business }: CapabilityContext<RestaurantBusiness>, input) => {
    const items = dietaryFacts(business.restaurant.menu, input);
    return 'ok' in items ? items : done({ items, notice: NOTICE });
  },
});

type Fact = Static<typeof Fact>;

function sayFacts(items: Fact[], say: Say, { item, diet, avoid }: Static<typeof Input>): string {
  if (items.length === 0) return "I'm sorry, I can't find that on our menu.";
  if (item !== undefined) return sayOne(items[0]!, say, diet !== undefined || avoid !== undefined);
  const named = (verdict: Fact['verdict']) => items.filter((each) => each.verdict === verdict).map(({ name }) => name);
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

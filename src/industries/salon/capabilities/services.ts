import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { unique } from '../../entries.ts';
import { duration, listed, priced } from '../../talk.ts';
import { type SalonBusiness, Service } from '../schema.ts';
import { filterServices } from '../services.ts';

const Offered = Type.Object({
  ...Service.properties,
  stylists: Type.Array(Type.String(), { description: 'Who does it' }),
});

export const showServices = defineCapability({
  name: 'salon.services',
  summary: 'Show the services and prices',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({
    category: Type.Optional(Type.String({ maxLength: 200 })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name or description' })),
  }),
  output: Type.Object({ services: Type.Array(Offered), currency: Type.String() }),
  rest: { method: 'GET', path: '/services' },
  dialogue: {
    examples: [
      'what services do you offer',
      'price list please',
      'how much is a haircut',
      'how much for highlights on long hair',
      'do you do gel nails',
      'what does a root touch up cost',
      'how long does a keratin treatment take',
      'do you cut kids hair',
      'Which colour services do you have, and what do they cost?',
      'prices?',
      'is a wash included with the cut',
      'do u guys do beard trims',
      "what's the difference between balayage and ombre",
      'how much would I pay for a pedicure and a manicure together',
      'do you offer brow shaping or lash tinting',
      'cost of a perm',
      'who does bridal hair at your place',
      'how mcuh is a blow dry',
      'do you work with curly hair',
      'what hair treatments would you suggest for damaged ends',
      "I'm thinking about going blonde, what would that set me back?",
      'can you do extensions',
      'what facials have you got',
      'whats the cheapest cut for men',
      'do you wax legs',
      'is there a student discount on cuts',
      'how much time should I plan for a full set of acrylics',
    ],
    ask: { q: 'Which service are you interested in?' },
    done: ({ services }, say, input) => {
      if (services.length === 0) return "I'm sorry, I can't find that among our services. Shall I list what we do?";
      if (services.length === 1) return sayService(services[0]!, say);
      const categories = unique(services.map(({ category }) => category));
      if (Object.keys(input).length === 0 && categories.length > 1) {
        return `We do ${say.list(categories)}. What would you like to know more about?`;
      }
      return `We have ${listed(
        services.map((service) => priced(service, say)),
        say,
      )}.`;
    },
  },
  run: async ({ business }: CapabilityContext<SalonBusiness>, input) =>
    done({ services: filterServices(business.salon, input), currency: business.currency }),
});

function sayService({ name, price, durationMinutes, stylists }: Static<typeof Offered>, say: Say): string {
  const cost = price === undefined ? '' : ` costs ${say.money(price)} and`;
  const who = stylists.length > 0 ? ` ${say.choices(stylists)} would look after you.` : '';
  return `${name}${cost} takes about ${duration(durationMinutes)}.${who}`;
}

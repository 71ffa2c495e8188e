import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn, type Slots, type SourcedText, theOne } from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { done } from '../../../capability/outcome.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { onlyOf } from '../../../kernel/lists.ts';
import { message } from '../../../messages/catalogue.ts';
import { asNamed, unique } from '../../entries.ts';
import { compared } from '../../extremes.ts';
import { renderOthers } from '../../others.ts';
import { duration, FEW, limitOf, listed, namesOf, priced, sourcesOf } from '../../render.ts';
import { type Salon, type SalonBusiness, Service } from '../schema.ts';
import { filterServices } from '../services.ts';

const Offered = Type.Object({
  ...Service.properties,
  stylists: Type.Array(Type.String(), { description: 'Who does it' }),
});

const SHORTER = /\b(less than|under|shorter than|quicker than|below)\b/i;

export const showServices = defineCapability({
  name: 'salon.services',
  summary: message('See services and prices'),
  effect: 'read',
  basis: ['/salon/services'],
  scope: 'bookings:read',
  input: Strict({
    category: Type.Optional(Type.String({ maxLength: 200 })),
    maxMinutes: Type.Optional(Type.Integer({ minimum: 0, description: 'How long it may take' })),
    maxPrice: Type.Optional(Type.Integer({ minimum: 0, description: 'In the currency’s minor unit' })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name or description' })),
  }),
  output: Type.Object({ services: Type.Array(Offered), currency: Type.String() }),
  rest: { method: 'GET', path: '/services' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'services'),
    subject: ['service', 'category'],
    ask: { q: 'Which service are you interested in?' },
    fill: (slots, { business, text }: About<SalonBusiness>) => {
      const isShort = slots.durationMinutes && SHORTER.test(text) ? { maxMinutes: slots.durationMinutes - 1 } : {};
      const shared = { ...limitOf(slots, business.currency), ...isShort };
      const services = namesOf(slots, 'service');
      if (services.length > 0) return services.map((q) => ({ q, ...shared }));
      const category = theOne(slots, 'category')?.name;
      if (category !== undefined) return { category, ...shared };
      return slots.sought === undefined ? shared : { q: slots.sought, ...shared };
    },
    answer: (slots, { business, text }: About<SalonBusiness>, say) =>
      renderOthers(text, business.salon.services, slots, {
        ...{ slot: 'service', kind: 'service', say },
        isThere: () => true,
      }) ??
      told(slots, business.salon, text, say) ??
      compared(text, business.salon.services, slots, { slot: 'service', kind: 'service', say }),
    next: { capability: 'salon.book' },
    sources: ({ services }) => sourcesOf('service', services),
    done: ({ services: found }, say, input) => {
      const services = asNamed(found, input.q);
      if (services.length === 0) {
        return `I'm sorry, I can't find ${input.q ?? 'that'} among our services. Shall I list what we do?`;
      }
      const only = onlyOf(services);
      if (only) return renderService(only, say);
      const categories = unique(services.map(({ category }) => category));
      if (services.length > FEW && Object.keys(input).length === 0 && categories.length > 1) {
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

const OF_TIME = /\b(?:how long|tak(?:e|es|ing) (?:\w+ )?longer|duration|quicker)\b/i;

/** "BIAB or gel, and which takes longer?": of several the price and the time of each. */
function told(slots: Slots, salon: Salon, text: string, say: Formatter): SourcedText | undefined {
  const names = namesOf(slots, 'service');
  if (names.length < 2 || !OF_TIME.test(text)) return undefined;
  const services = names.flatMap((q) => asNamed(filterServices(salon, { q }), q));
  const each = [...new Map(services.map((service) => [service.id, service])).values()];
  if (each.length > FEW) return undefined;
  const texts = each.map((service) => renderService({ ...service, stylists: [] }, say));
  return { text: texts.join(' '), sources: sourcesOf('service', each) };
}

function renderService({ name, price, durationMinutes, stylists }: Static<typeof Offered>, say: Formatter): string {
  const cost = price === undefined ? '' : ` costs ${say.money(price)} and`;
  const who = stylists.length > 0 ? ` ${say.choices(stylists)} would look after you.` : '';
  return `${name}${cost} takes about ${duration(durationMinutes)}.${who}`;
}

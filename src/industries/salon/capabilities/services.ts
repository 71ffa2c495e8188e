import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import {
  findUniqueEntity,
  type MessageContext,
  readPhrases,
  type Slots,
  type SourcedText,
} from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { succeed } from '../../../capability/outcome.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { getOnlyItem } from '../../../kernel/lists.ts';
import { message } from '../../../messages/catalogue.ts';
import { renderAlternatives } from '../../alternatives.ts';
import { renderComparison } from '../../comparison.ts';
import { distinct, preferExactName } from '../../entries.ts';
import {
  createSources,
  listMentionedNames,
  MAX_DETAILED_ITEMS,
  readPriceLimit,
  renderDuration,
  renderList,
  renderNameWithPrice,
  renderSought,
} from '../../render.ts';
import { type Salon, type SalonBusiness, Service } from '../schema.ts';
import { filterServices } from '../services.ts';

const ServiceWithStylists = Type.Object({
  ...Service.properties,
  stylists: Type.Array(Type.String(), { description: 'Who does it' }),
});

const SHORTER_PATTERN = /\b(less than|under|shorter than|quicker than|below)\b/i;

export const showServices = defineCapability({
  name: 'salon.services',
  summary: message('See services and prices'),
  effect: 'read',
  requiredData: ['/salon/services'],
  scope: 'bookings:read',
  input: Strict({
    category: Type.Optional(Type.String({ maxLength: 200 })),
    maxMinutes: Type.Optional(Type.Integer({ minimum: 0, description: 'How long it may take' })),
    maxPrice: Type.Optional(Type.Integer({ minimum: 0, description: 'In the currency’s minor unit' })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name or description' })),
  }),
  output: Type.Object({ services: Type.Array(ServiceWithStylists), currency: Type.String() }),
  rest: { method: 'GET', path: '/services', example: { category: 'Hair' } },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'services'),
    subject: ['service', 'category'],
    ask: { q: 'Which service are you interested in?' },
    fill: (slots, { business, text }: MessageContext<SalonBusiness>) => {
      const durationLimit =
        slots.durationMinutes && SHORTER_PATTERN.test(text) ? { maxMinutes: slots.durationMinutes - 1 } : {};
      const sharedQuery = { ...readPriceLimit(slots, business.currency), ...durationLimit };
      const services = listMentionedNames(slots, 'service');
      if (services.length > 0) return services.map((q) => ({ q, ...sharedQuery }));
      const category = findUniqueEntity(slots, 'category')?.name;
      if (category !== undefined) return { category, ...sharedQuery };
      return slots.sought === undefined ? sharedQuery : { q: slots.sought, ...sharedQuery };
    },
    answer: (slots, { business, text }: MessageContext<SalonBusiness>, format) =>
      renderAlternatives(text, business.salon.services, slots, {
        slot: 'service',
        kind: 'service',
        format,
        isAvailable: () => true,
      }) ??
      renderDurations(slots, business.salon, text, format) ??
      renderComparison(text, business.salon.services, slots, { slot: 'service', kind: 'service', format }),
    next: { capability: 'salon.book' },
    sources: ({ services }) => createSources('service', services),
    renderResult: ({ services: foundServices }, format, input) => {
      const services = preferExactName(foundServices, input.q);
      if (services.length === 0) {
        return `I'm sorry, I can't find ${renderSought(input.q, 'that')} among our services. Should I list what we do?`;
      }
      const onlyService = getOnlyItem(services);
      if (onlyService) return renderService(onlyService, format);
      const categories = distinct(services.map(({ category }) => category));
      if (services.length > MAX_DETAILED_ITEMS && Object.keys(input).length === 0 && categories.length > 1) {
        return `${format.text('We offer {names}.', { names: format.list(categories) })} ${format.text('What would you like to know more about?')}`;
      }
      const names = renderList(
        services.map((service) => renderNameWithPrice(service, format)),
        format,
      );
      return format.text('We have {names}.', { names });
    },
  },
  run: async ({ business }: CapabilityContext<SalonBusiness>, input) =>
    succeed({ services: filterServices(business.salon, input), currency: business.currency }),
});

const ASKS_DURATION_PATTERN = /\b(?:how long|tak(?:e|es|ing) (?:\w+ )?longer|duration|quicker)\b/i;

/** Gives the price and duration of each of several services: "BIAB or gel, and which takes longer?" */
function renderDurations(slots: Slots, salon: Salon, text: string, format: Formatter): SourcedText | undefined {
  const names = listMentionedNames(slots, 'service');
  if (names.length < 2 || !ASKS_DURATION_PATTERN.test(text)) return undefined;
  const services = names.flatMap((q) => preferExactName(filterServices(salon, { q }), q));
  const uniqueServices = [...new Map(services.map((service) => [service.id, service])).values()];
  if (uniqueServices.length > MAX_DETAILED_ITEMS) return undefined;
  const texts = uniqueServices.map((service) => renderService({ ...service, stylists: [] }, format));
  return { text: texts.join(' '), sources: createSources('service', uniqueServices) };
}

function renderService(
  { name, price, durationMinutes, stylists }: Static<typeof ServiceWithStylists>,
  format: Formatter,
): string {
  const costText = price === undefined ? '' : ` costs ${format.money(price)} and`;
  const stylistText = stylists.length > 0 ? ` You’d be with ${format.choices(stylists)}.` : '';
  return `${name}${costText} takes about ${renderDuration(durationMinutes)}.${stylistText}`;
}

// Businesses of every industry that customers write to: those of the played cases, and each template as it comes.
import { type BusinessOf, must, NOW, openBusiness } from '../business.ts';
import { businesses, cases } from '../exam/cases.ts';
import type { Service } from '../harness.ts';
import { someOf } from '../random.ts';

type Entry = { name: string };
type Order = { number: string; email: string; status: string };

/** What the tests read of a business's document. */
export type Document = {
  industry: string;
  name: string;
  greeting?: string;
  description?: string;
  services: { name: string; description?: string }[];
  faqs: { question: string; answer: string }[];
  policies: Record<string, string>;
  restaurant?: { menu: Entry[]; tables: (Entry & { area?: string })[] };
  salon?: { services: Entry[]; stylists: Entry[] };
  medical?: {
    visitTypes: Entry[];
    providers: Entry[];
    pharmacies: Entry[];
    insurance: { payer: string; plans: Entry[] }[];
  };
  fitness?: { classes: (Entry & { capacity: number })[]; memberships: Entry[]; trainers: Entry[] };
  retail?: { products: (Entry & { sku: string })[]; orders: Order[] };
};

export type World = { id: string; clock: string; business: BusinessOf; document: Document };

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];

const PLAYED = businesses.map(({ id, industry, config }) => ({
  id,
  industry,
  config: crowded(config as Partial<Document>),
  clock: cases.find(({ business }) => business === id)?.clock ?? NOW,
}));
const TEMPLATES = INDUSTRIES.map((industry) => ({ id: `template-${industry}`, industry, config: {}, clock: NOW }));

/** Classes with room for one only, so that customers wait for each other. */
function crowded(config: Partial<Document>): Record<string, unknown> {
  const { fitness } = config;
  if (!fitness) return config;
  return { ...config, fitness: { ...fitness, classes: fitness.classes.map((each) => ({ ...each, capacity: 1 })) } };
}

/** Every template, and one in so many of the others: all of those in `npm run test:full`. */
export async function openWorlds(service: Service, oneIn = 1): Promise<World[]> {
  const worlds: World[] = [];
  for (const { id, industry, config, clock } of [...someOf(PLAYED, oneIn), ...TEMPLATES]) {
    const business = await openBusiness(service, industry, config, clock);
    const document: Document = must(200, await business.send('GET', '/config')).json;
    worlds.push({ id, clock, business, document });
  }
  return worlds;
}

// Businesses of every industry for random customers: those of the exam cases, and each unchanged template.
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../business.ts';
import { businesses, cases } from '../exam/cases.ts';
import type { Service } from '../harness.ts';
import { pickTodaysShare } from '../random.ts';

type NamedEntry = { name: string };
type Order = { number: string; email: string; status: string };

/** The part of a business document that the tests read. */
export type BusinessDocument = {
  industry: string;
  name: string;
  greeting?: string;
  description?: string;
  services: { name: string; description?: string }[];
  faqs: { question: string; answer: string }[];
  policies: Record<string, string>;
  restaurant?: { menu: NamedEntry[]; tables: (NamedEntry & { area?: string })[] };
  salon?: { services: NamedEntry[]; stylists: NamedEntry[] };
  medical?: {
    visitTypes: NamedEntry[];
    providers: NamedEntry[];
    pharmacies: NamedEntry[];
    insurance: { payer: string; plans: NamedEntry[] }[];
  };
  fitness?: { classes: (NamedEntry & { capacity: number })[]; memberships: NamedEntry[]; trainers: NamedEntry[] };
  retail?: { products: (NamedEntry & { sku: string })[]; orders: Order[] };
};

/**
 * A business that random customers write to. `clock` is the time it takes for now, and `document` its whole business
 * document: that of its industry's template with the exam's changes to it (`config`).
 */
export type Scenario = { id: string; clock: string; business: TestBusiness; document: BusinessDocument };

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];

const EXAM_BUSINESSES = businesses.map(({ id, industry, config }) => ({
  id,
  industry,
  config: withFullClasses(config as Partial<BusinessDocument>),
  clock: cases.find(({ business }) => business === id)?.clock ?? NOW,
}));
const TEMPLATES = INDUSTRIES.map((industry) => ({ id: `template-${industry}`, industry, config: {}, clock: NOW }));

/** Limits classes to one spot, so that customers end up on the waitlist. */
function withFullClasses(config: Partial<BusinessDocument>): Record<string, unknown> {
  const { fitness } = config;
  if (!fitness) return config;
  return {
    ...config,
    fitness: { ...fitness, classes: fitness.classes.map((fitnessClass) => ({ ...fitnessClass, capacity: 1 })) },
  };
}

/** Opens every template and one in `oneIn` of the exam businesses, or all of them in `npm run test:full`. */
export async function openScenarios(service: Service, oneIn: number): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const { id, industry, config, clock } of [...pickTodaysShare(EXAM_BUSINESSES, oneIn), ...TEMPLATES]) {
    const business = await openBusiness(service, industry, config, clock);
    const document: BusinessDocument = expectStatus(200, await business.send('GET', '/config')).json;
    scenarios.push({ id, clock, business, document });
  }
  return scenarios;
}

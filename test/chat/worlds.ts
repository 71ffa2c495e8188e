// Businesses of every industry that customers write to: those of the played cases, and each template as it comes.
import { createHash } from 'node:crypto';
import { type BusinessOf, must, NOW, openBusiness } from '../business.ts';
import { businesses, cases } from '../exam/cases.ts';
import type { Service } from '../harness.ts';
import type { Random } from '../random.ts';

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

const PLANS = [
  ...businesses.map(({ id, industry, config }) => ({
    id,
    industry,
    config: crowded(config as Partial<Document>),
    clock: cases.find(({ business }) => business === id)?.clock ?? NOW,
  })),
  ...INDUSTRIES.map((industry) => ({ id: `template-${industry}`, industry, config: {}, clock: NOW })),
];

/** Classes with room for one only, so that customers wait for each other. */
function crowded(config: Partial<Document>): Record<string, unknown> {
  const { fitness } = config;
  if (!fitness) return config;
  return { ...config, fitness: { ...fitness, classes: fitness.classes.map((each) => ({ ...each, capacity: 1 })) } };
}

export async function openWorlds(service: Service): Promise<World[]> {
  const worlds: World[] = [];
  for (const { id, industry, config, clock } of PLANS) {
    const business = await openBusiness(service, industry, config, clock);
    const document: Document = must(200, await business.send('GET', '/config')).json;
    worlds.push({ id, clock, business, document });
  }
  return worlds;
}

/** Choices of one world, the same for the same seed in whatever order the worlds get their turns. */
export function choicesOf(seed: number, world: string): Random {
  let drawn = 0;
  let digest = Buffer.alloc(0);
  const next = () => {
    const at = (drawn++ * 4) % 32;
    if (at === 0) digest = createHash('sha256').update(`${seed} ${world} ${drawn}`).digest();
    return digest.readUInt32BE(at) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
  };
}

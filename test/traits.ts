import type { Traits } from '../src/guardrails/traits.ts';
import { loadIndustries } from '../src/industries/load.ts';

const industries = await loadIndustries();

/** The traits of an industry, or none if the name is unknown. */
export const findTraits = (name: string): Traits => industries.find((industry) => industry.name === name)?.traits ?? {};

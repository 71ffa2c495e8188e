import type { Traits } from '../src/guardrails/traits.ts';
import { loadIndustries } from '../src/industries/load.ts';

const industries = await loadIndustries();

/** Of an industry by its name; of one that nobody knows, nothing. */
export const traitsOf = (name: string): Traits => industries.find((each) => each.name === name)?.traits ?? {};

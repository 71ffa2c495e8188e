import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { samplesAfter, withoutSamples } from '../../capability/samples.ts';
import { onlyOf } from '../../kernel/lists.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';
import { checkContact, checkDocument, OF_CONTACT } from './check.ts';
import { makeIds } from './ids.ts';

type Patch = Partial<Business>;

/** The document with a change, as it would be stored; a Problem names every place that is wrong, below `base`. */
export function withChange(
  current: Business,
  patch: Patch,
  industries: AnyIndustry[],
  invalid: FieldError[],
  base = '',
): Business {
  const next = withSamples(current, withMainIndustry({ ...current, ...patch } as Business, patch));
  const wrong = [
    ...invalid,
    ...checkActive(current, patch),
    ...checkDocument(next, industries, invalid),
    ...(OF_CONTACT.some((field) => field in patch) ? checkContact(withoutSamples(next), invalid) : []),
  ];
  refuseWrong(wrong.map(({ pointer, detail }) => ({ pointer: base + pointer, detail })));
  for (const industry of industries) {
    const own = next[industry.name];
    if (own) next[industry.name] = makeIds(industry, own as Record<string, unknown>);
  }
  return next;
}

/** What was changed is the owner's own. */
function withSamples(current: Business, next: Business): Business {
  const { samples: _, ...rest } = next;
  const samples = Array.isArray(next.samples) ? samplesAfter(current, next) : [];
  return (samples.length > 0 ? { ...rest, samples } : rest) as Business;
}

export function refuseWrong(errors: FieldError[]): void {
  if (!errors.length) return;
  const only = onlyOf(errors);
  const detail = only ? `${only.pointer} ${only.detail}` : `${errors.length} places are not valid.`;
  throw new Problem('validation_failed', detail, { errors });
}

/** Whoever gives up the main industry has the first of the others as the main one, or none. */
function withMainIndustry(next: Business, { industry, industries }: Patch): Business {
  const { industry: main } = next;
  const stays = industry !== undefined || !Array.isArray(industries) || (main && industries.includes(main));
  return stays ? next : { ...next, industry: industries[0] ?? null };
}

/** An industry becomes active by its setup, which brings its content and looks at the plan. */
function checkActive(current: Business, { industries }: Patch): FieldError[] {
  if (!Array.isArray(industries)) return [];
  return industries.flatMap((name, index) =>
    current.industries.includes(name) || typeof name !== 'string'
      ? []
      : [{ pointer: `/industries/${index}`, detail: 'is not active; activate it with POST /api/v1/setup' }],
  );
}

import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { findRemainingSamples, withoutSamples } from '../../capability/samples.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';
import { CONTACT_FIELDS, checkContact, checkDocument } from './check.ts';
import { addMissingIds } from './ids.ts';

type Patch = Partial<Business>;

/** The document with the patch applied, as it would be stored. Throws a Problem that lists every error, below `base`. */
export function applyPatch(
  current: Business,
  patch: Patch,
  industries: AnyIndustry[],
  schemaErrors: FieldError[],
  pointerPrefix = '',
): Business {
  const updated = keepUnchangedSamples(current, chooseMainIndustry({ ...current, ...patch } as Business, patch));
  const errors = [
    ...schemaErrors,
    ...checkNoneActivated(current, patch),
    ...checkDocument(updated, industries, schemaErrors),
    ...(CONTACT_FIELDS.some((field) => field in patch) ? checkContact(withoutSamples(updated), schemaErrors) : []),
  ];
  throwIfInvalid(errors.map(({ pointer, detail }) => ({ pointer: pointerPrefix + pointer, detail })));
  for (const industry of industries) {
    const industryPart = updated[industry.name];
    if (industryPart) updated[industry.name] = addMissingIds(industry, industryPart as Record<string, unknown>);
  }
  return updated;
}

/** A changed field is the owner's own and no sample any more. */
function keepUnchangedSamples(current: Business, updated: Business): Business {
  const { samples: _, ...withoutSampleList } = updated;
  const samples = Array.isArray(updated.samples) ? findRemainingSamples(current, updated) : [];
  return (samples.length > 0 ? { ...withoutSampleList, samples } : withoutSampleList) as Business;
}

export function throwIfInvalid(errors: FieldError[]): void {
  if (!errors.length) return;
  const onlyError = getOnlyItem(errors);
  const detail = onlyError ? `${onlyError.pointer} ${onlyError.detail}` : `${errors.length} places are not valid.`;
  throw new Problem('validation_failed', detail, { errors });
}

/** If the main industry is removed, the first remaining one becomes the main one. */
function chooseMainIndustry(updated: Business, { industry, industries }: Patch): Business {
  const { industry: mainIndustry } = updated;
  const keepsMain =
    industry !== undefined || !Array.isArray(industries) || (mainIndustry && industries.includes(mainIndustry));
  return keepsMain ? updated : { ...updated, industry: industries[0] ?? null };
}

/** A patch cannot activate an industry: only the setup does, which adds its content and checks the plan. */
function checkNoneActivated(current: Business, { industries }: Patch): FieldError[] {
  if (!Array.isArray(industries)) return [];
  return industries.flatMap((name, index) =>
    current.industries.includes(name) || typeof name !== 'string'
      ? []
      : [{ pointer: `/industries/${index}`, detail: 'is not active; activate it with POST /api/v1/setup' }],
  );
}

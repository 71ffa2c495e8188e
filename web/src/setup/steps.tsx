import { zoneName } from '../business/choices.ts';
import { type Closure, Closures } from '../business/closures.tsx';
import type { Entry } from '../business/csv.ts';
import { type Draft, useDraft } from '../business/draft.ts';
import { EntryTable } from '../business/entries.tsx';
import { HoursEditor } from '../business/hours.tsx';
import { SampleNotice } from '../business/sample-notice.tsx';
import { labelOf } from '../business/schema.ts';
import { SchemaFields } from '../business/schema-form.tsx';
import { texts as business } from '../business/texts.ts';
import type { Hours } from '../format.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { offerOf } from './offer.ts';
import type { StepProps } from './step-props.ts';
import { texts } from './texts.ts';

/** Saves what was changed, and goes on when that worked. */
function Buttons({ draft, next, back }: { draft: Draft } & Pick<StepProps, 'next' | 'back'>) {
  const go = async () => {
    if (draft.dirty) await draft.save();
    next();
  };
  return (
    <div className="flex justify-between gap-3">
      <Button look="secondary" onClick={back}>
        {shared.actions.back}
      </Button>
      <Button busy={draft.saving} onClick={() => void go().catch(() => undefined)}>
        {shared.actions.next}
      </Button>
    </div>
  );
}

const ABOUT = ['name', 'description', 'contact', 'timezone', 'currency'];

export function BusinessStep({ document, schema, next, back }: StepProps) {
  const draft = useDraft(document, ABOUT);
  return (
    <>
      <SampleNotice document={document} draft={draft} />
      <Card title={texts.business.title} about={texts.business.text}>
        <div className="fields max-w-3xl">
          <SchemaFields names={ABOUT} document={document} schema={schema} draft={draft} />
        </div>
      </Card>
      <Buttons draft={draft} next={next} back={back} />
    </>
  );
}

export function HoursStep({ document, next, back }: StepProps) {
  const draft = useDraft(document, ['hours', 'closures']);
  return (
    <>
      <SampleNotice document={document} draft={draft} />
      <Card title={texts.hours.title} about={texts.hours.text(zoneName(document.timezone))}>
        <HoursEditor
          value={draft.values.hours as Hours}
          onChange={(hours) => draft.set('hours', hours)}
          errors={draft.errors}
        />
      </Card>
      <Card title={business.closures.title} about={business.closures.about}>
        <Closures
          value={draft.values.closures as Closure[]}
          onChange={(closures) => draft.set('closures', closures)}
          errors={draft.errors}
          pointer="/closures"
        />
      </Card>
      <Buttons draft={draft} next={next} back={back} />
    </>
  );
}

export function OfferStep({ document, schema, next, back }: StepProps) {
  const industry = document.industry!;
  const draft = useDraft(document, [industry]);
  const [field, list] = offerOf(schema, industry) ?? [];
  const part = (draft.values[industry] ?? {}) as Record<string, unknown>;
  return (
    <>
      <Card title={texts.offer.title} about={texts.offer.text}>
        {field && list?.items && (
          <div>
            <h3 className="mb-2 font-medium">{labelOf(field)}</h3>
            <EntryTable
              schema={list.items}
              value={(part[field] ?? []) as Entry[]}
              onChange={(entries) => draft.set(industry, { ...part, [field]: entries })}
              currency={document.currency}
              errors={draft.errors}
              pointer={`/${industry}/${field}`}
            />
          </div>
        )}
      </Card>
      <Buttons draft={draft} next={next} back={back} />
    </>
  );
}

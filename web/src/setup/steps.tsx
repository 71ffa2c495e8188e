import { useEffect, useState } from 'react';
import { zoneName } from '../business/choices.ts';
import { type Closure, Closures } from '../business/closures.tsx';
import type { Entry } from '../business/csv.ts';
import { type Draft, errorFor, useDraft } from '../business/draft.ts';
import { EntryTable } from '../business/entries.tsx';
import { HoursEditor } from '../business/hours.tsx';
import { SampleNotice } from '../business/sample-notice.tsx';
import { labelOf } from '../business/schema.ts';
import { SchemaFields } from '../business/schema-form.tsx';
import { texts as businessTexts } from '../business/texts.ts';
import type { Hours } from '../format.ts';
import { useOfferField } from '../industries.ts';
import { useMe } from '../me.ts';
import { texts as notificationTexts } from '../notifications/texts.ts';
import { StartImport } from '../site-import/start-import.tsx';
import { texts as importTexts } from '../site-import/texts.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { ABOUT_FIELDS, HOURS_FIELDS } from './completeness.ts';
import type { StepProps } from './step-props.ts';
import { texts } from './texts.ts';

/** `check` returns whether the user may go on to the next step. */
type StepButtonsProps = { draft: Draft; canGoOn?(): boolean } & Pick<StepProps, 'next' | 'back'>;

/** Saves the changes before going on or back. */
function StepButtons({ draft, next, back, canGoOn = () => true }: StepButtonsProps) {
  const saveAnd = (go: () => void) => () =>
    void (draft.isDirty ? draft.save() : Promise.resolve()).then(go, () => undefined);
  return (
    <div className="flex justify-between gap-3">
      <Button variant="secondary" onClick={saveAnd(back)}>
        {sharedTexts.actions.back}
      </Button>
      <Button busy={draft.isSaving} onClick={() => canGoOn() && saveAnd(next)()}>
        {sharedTexts.actions.next}
      </Button>
    </div>
  );
}

const saveNow = (draft: Draft) => (changes: Record<string, unknown>) => void draft.save(changes).catch(() => undefined);

export function BusinessStep({ document, schema, next, back }: StepProps) {
  const draft = useDraft(document, [...ABOUT_FIELDS, 'handoff']);
  // A browser that doesn't know its time zone says UTC, where no business is.
  const isZoneUnknown = document.timezone === 'UTC' && draft.changes.timezone === undefined;
  const [isZoneErrorShown, setIsZoneErrorShown] = useState(false);
  const zoneError = { pointer: '/timezone', detail: texts.business.timeZone };
  const shownDraft = isZoneUnknown
    ? {
        ...draft,
        values: { ...draft.values, timezone: undefined },
        errors: isZoneErrorShown ? [...draft.errors, zoneError] : draft.errors,
      }
    : draft;
  const checkTimeZone = () => {
    setIsZoneErrorShown(isZoneUnknown);
    return !isZoneUnknown;
  };
  return (
    <>
      <StartImport from="setup" title={importTexts.title} about={importTexts.about} />
      <SampleNotice document={document} draft={draft} onKeep={saveNow(draft)} />
      <Card title={texts.business.title} about={texts.business.text}>
        <div className="fields max-w-3xl">
          <SchemaFields names={ABOUT_FIELDS} document={document} schema={schema} draft={shownDraft} />
        </div>
      </Card>
      <Card title={notificationTexts.team.title}>
        <div className="max-w-lg">
          <HandoffEmailField draft={draft} />
        </div>
      </Card>
      <StepButtons draft={draft} next={next} back={back} canGoOn={checkTimeZone} />
    </>
  );
}

type Handoff = { email?: string; message?: string };

/** Suggests the owner's own address. It's saved with the step. */
function HandoffEmailField({ draft }: { draft: Draft }) {
  const { user, canSendEmail } = useMe();
  const handoff = (draft.values.handoff ?? {}) as Handoff;
  const change = (email: string) => {
    const { email: _, ...otherFields } = handoff;
    draft.set('handoff', email ? { ...otherFields, email } : otherFields);
  };
  // Only once, or nobody could leave the field blank.
  useEffect(() => {
    if (!handoff.email) change(user.email);
  }, []);
  return (
    <TextField
      label={notificationTexts.team.email}
      hint={canSendEmail ? notificationTexts.team.setupHint : notificationTexts.team.cannotSend}
      type="email"
      autoComplete="email"
      value={handoff.email ?? ''}
      error={errorFor(draft.errors, '/handoff/email')}
      onChange={({ target }) => change(target.value.trim())}
    />
  );
}

export function HoursStep({ document, next, back }: StepProps) {
  const draft = useDraft(document, HOURS_FIELDS);
  return (
    <>
      <SampleNotice document={document} draft={draft} onKeep={saveNow(draft)} />
      <Card title={texts.hours.title} about={texts.hours.text(zoneName(document.timezone))}>
        <HoursEditor
          value={draft.values.hours as Hours}
          onChange={(hours) => draft.set('hours', hours)}
          errors={draft.errors}
        />
      </Card>
      <Card title={businessTexts.closures.title} about={businessTexts.closures.about}>
        <Closures
          value={draft.values.closures as Closure[]}
          onChange={(closures) => draft.set('closures', closures)}
          errors={draft.errors}
          pointer="/closures"
        />
      </Card>
      <StepButtons draft={draft} next={next} back={back} />
    </>
  );
}

export function OfferStep({ document, schema, next, back }: StepProps) {
  const industry = document.industry!;
  const draft = useDraft(document, [industry]);
  const field = useOfferField(industry);
  const list = field ? schema.properties?.[industry]?.properties?.[field] : undefined;
  const section = (draft.values[industry] ?? {}) as Record<string, unknown>;
  return (
    <>
      <Card title={texts.offer.title} about={texts.offer.text}>
        {field && list?.items && (
          <div>
            <h3 className="mb-2 font-medium">{labelOf(field)}</h3>
            <EntryTable
              schema={list.items}
              value={(section[field] ?? []) as Entry[]}
              onChange={(entries) => draft.set(industry, { ...section, [field]: entries })}
              onKeep={(entries) => saveNow(draft)({ [industry]: { ...section, [field]: entries } })}
              currency={document.currency}
              errors={draft.errors}
              pointer={`/${industry}/${field}`}
            />
          </div>
        )}
      </Card>
      <StepButtons draft={draft} next={next} back={back} />
    </>
  );
}

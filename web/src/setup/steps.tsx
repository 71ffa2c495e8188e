import { useEffect, useState } from 'react';
import { formatZoneName } from '../business/choices.ts';
import { type Closure, Closures } from '../business/closures.tsx';
import type { Entry } from '../business/csv.ts';
import { type Draft, findErrorMessage, useDraft } from '../business/draft.ts';
import { EntryTable } from '../business/entry-table.tsx';
import { HoursEditor } from '../business/hours.tsx';
import { SampleNotice } from '../business/sample-notice.tsx';
import { getLabel } from '../business/schema.ts';
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

/** `canContinue` returns whether the user may go to the next step. */
type StepButtonsProps = { draft: Draft; canContinue?(): boolean } & Pick<StepProps, 'onNext' | 'onBack'>;

/** Saves the changes before going to the next or previous step. */
function StepButtons({ draft, onNext, onBack, canContinue = () => true }: StepButtonsProps) {
  const saveThen = (changeStep: () => void) => () =>
    void (draft.isDirty ? draft.save() : Promise.resolve()).then(changeStep, () => undefined);
  return (
    <div className="flex justify-between gap-3">
      <Button variant="secondary" onClick={saveThen(onBack)}>
        {sharedTexts.actions.back}
      </Button>
      <Button busy={draft.isSaving} onClick={() => canContinue() && saveThen(onNext)()}>
        {sharedTexts.actions.next}
      </Button>
    </div>
  );
}

const saveChanges = (draft: Draft, changes: Record<string, unknown>) => void draft.save(changes).catch(() => undefined);

export function BusinessStep({ businessDocument, schema, onNext, onBack }: StepProps) {
  const draft = useDraft(businessDocument, [...ABOUT_FIELDS, 'handoff']);
  // A browser that does not know its time zone reports UTC, which no business uses.
  const isZoneUnknown = businessDocument.timezone === 'UTC' && draft.changes.timezone === undefined;
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
      <StartImport from="setup" title={importTexts.title} description={importTexts.about} />
      <SampleNotice
        businessDocument={businessDocument}
        draft={draft}
        onKeep={(changes) => saveChanges(draft, changes)}
      />
      <Card title={texts.business.title} description={texts.business.text}>
        <div className="fields max-w-3xl">
          <SchemaFields names={ABOUT_FIELDS} businessDocument={businessDocument} schema={schema} draft={shownDraft} />
        </div>
      </Card>
      <Card title={notificationTexts.team.title}>
        <div className="max-w-lg">
          <HandoffEmailField draft={draft} />
        </div>
      </Card>
      <StepButtons draft={draft} onNext={onNext} onBack={onBack} canContinue={checkTimeZone} />
    </>
  );
}

type Handoff = { email?: string; message?: string };

/** Suggests the owner's own address. It's saved with the step. */
function HandoffEmailField({ draft }: { draft: Draft }) {
  const { user, canSendEmail } = useMe();
  const handoff = (draft.values.handoff ?? {}) as Handoff;
  const changeEmail = (email: string) => {
    const { email: _, ...otherFields } = handoff;
    draft.setField('handoff', email ? { ...otherFields, email } : otherFields);
  };
  // Only on the first render, so that the owner can leave the field blank.
  useEffect(() => {
    if (!handoff.email) changeEmail(user.email);
  }, []);
  return (
    <TextField
      label={notificationTexts.team.email}
      hint={canSendEmail ? notificationTexts.team.setupHint : notificationTexts.team.cannotSend}
      type="email"
      autoComplete="email"
      value={handoff.email ?? ''}
      error={findErrorMessage(draft.errors, '/handoff/email')}
      onChange={({ target }) => changeEmail(target.value.trim())}
    />
  );
}

export function HoursStep({ businessDocument, onNext, onBack }: StepProps) {
  const draft = useDraft(businessDocument, HOURS_FIELDS);
  return (
    <>
      <SampleNotice
        businessDocument={businessDocument}
        draft={draft}
        onKeep={(changes) => saveChanges(draft, changes)}
      />
      <Card title={texts.hours.title} description={texts.hours.text(formatZoneName(businessDocument.timezone))}>
        <HoursEditor
          value={draft.values.hours as Hours}
          onChange={(hours) => draft.setField('hours', hours)}
          errors={draft.errors}
        />
      </Card>
      <Card title={businessTexts.closures.title} description={businessTexts.closures.about}>
        <Closures
          value={draft.values.closures as Closure[]}
          onChange={(closures) => draft.setField('closures', closures)}
          errors={draft.errors}
          pointer="/closures"
        />
      </Card>
      <StepButtons draft={draft} onNext={onNext} onBack={onBack} />
    </>
  );
}

export function OfferStep({ businessDocument, schema, onNext, onBack }: StepProps) {
  const industry = businessDocument.industry!;
  const draft = useDraft(businessDocument, [industry]);
  const field = useOfferField(industry);
  const listSchema = field ? schema.properties?.[industry]?.properties?.[field] : undefined;
  const section = (draft.values[industry] ?? {}) as Record<string, unknown>;
  return (
    <>
      <Card title={texts.offer.title} description={texts.offer.text}>
        {field && listSchema?.items && (
          <div>
            <h3 className="mb-2 font-medium">{getLabel(field)}</h3>
            <EntryTable
              schema={listSchema.items}
              value={(section[field] ?? []) as Entry[]}
              onChange={(entries) => draft.setField(industry, { ...section, [field]: entries })}
              onKeepSamples={(entries) => saveChanges(draft, { [industry]: { ...section, [field]: entries } })}
              currency={businessDocument.currency}
              errors={draft.errors}
              pointer={`/${industry}/${field}`}
            />
          </div>
        )}
      </Card>
      <StepButtons draft={draft} onNext={onNext} onBack={onBack} />
    </>
  );
}

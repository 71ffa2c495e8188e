import { Link } from '@tanstack/react-router';
import { type EditableDocument, useDraft } from '../business/draft.ts';
import { SampleNotice } from '../business/sample-notice.tsx';
import { SaveBar } from '../business/save-bar.tsx';
import type { Schema } from '../business/schema.ts';
import { SchemaFields } from '../business/schema-form.tsx';
import { HANDOFF_FIELDS, VOICE_FIELDS } from '../business/sections.ts';
import { texts as businessTexts } from '../business/texts.ts';
import { useSchema } from '../business/use-schema.ts';
import { useMe } from '../me.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { texts } from './texts.ts';

/** Who is emailed about waiting customers is chosen with the other notifications. */
function withoutHandoffEmail(schema: Schema): Schema {
  const { handoff, ...otherFields } = schema.properties ?? {};
  const { email: _, ...handoffFields } = handoff?.properties ?? {};
  return { ...schema, properties: { ...otherFields, handoff: { ...handoff, properties: handoffFields } } };
}

export function VoiceTab({ businessDocument }: { businessDocument: EditableDocument }) {
  const schemaQuery = useSchema();
  const draft = useDraft(businessDocument, [...VOICE_FIELDS, ...HANDOFF_FIELDS]);
  const { hasRoleAtLeast } = useMe();
  return (
    <>
      {!hasRoleAtLeast('admin') && <p className="text-muted">{businessTexts.readOnly}</p>}
      <Loaded query={schemaQuery}>
        {({ schema: documentSchema }) => (
          <fieldset disabled={!hasRoleAtLeast('admin')} className="flex min-w-0 flex-col gap-6">
            <legend className="sr-only">{texts.tabs.voice}</legend>
            <SampleNotice businessDocument={businessDocument} draft={draft} />
            <Card title={texts.voice}>
              <div className="grid max-w-2xl gap-4">
                <SchemaFields
                  names={VOICE_FIELDS}
                  businessDocument={businessDocument}
                  schema={documentSchema}
                  draft={draft}
                />
              </div>
            </Card>
            <Card title={texts.handoffTitle} description={texts.handoffAbout}>
              <div className="grid max-w-2xl gap-4">
                <SchemaFields
                  names={HANDOFF_FIELDS}
                  businessDocument={businessDocument}
                  schema={withoutHandoffEmail(documentSchema)}
                  draft={draft}
                />
                <p className="text-muted">
                  {texts.alertsHint}{' '}
                  <Link to="/settings/notifications" className="font-medium text-accent underline underline-offset-2">
                    {texts.alertsLink}
                  </Link>
                </p>
              </div>
            </Card>
          </fieldset>
        )}
      </Loaded>
      <SaveBar draft={draft} />
    </>
  );
}

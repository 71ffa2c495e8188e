import { type Document, useBusiness, useDraft } from '../business/draft.ts';
import { SaveBar } from '../business/save-bar.tsx';
import { type Schema, useSchema } from '../business/schema.ts';
import { SchemaFields } from '../business/schema-form.tsx';
import { useMe } from '../me.ts';
import { Card, PageHeader } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { Playground } from './playground.tsx';
import { texts } from './texts.ts';

const FIELDS = ['tone', 'greeting'];

export function AssistantPage() {
  const document = useBusiness();
  const schema = useSchema();
  return (
    <>
      <PageHeader title={texts.title} about={texts.about} />
      <Loaded of={document}>
        {(business) => (
          <>
            <Playground document={business} />
            <Loaded of={schema}>{({ schema: whole }) => <Voice document={business} schema={whole} />}</Loaded>
          </>
        )}
      </Loaded>
    </>
  );
}

function Voice({ document, schema }: { document: Document; schema: Schema }) {
  const draft = useDraft(document, FIELDS);
  const { can } = useMe();
  return (
    <>
      <Card title={texts.voice}>
        <fieldset disabled={!can('admin')} className="grid max-w-2xl gap-4">
          <legend className="sr-only">{texts.voice}</legend>
          <SchemaFields names={FIELDS} document={document} schema={schema} draft={draft} />
        </fieldset>
      </Card>
      <SaveBar draft={draft} />
    </>
  );
}

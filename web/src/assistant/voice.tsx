import { type Document, useDraft } from '../business/draft.ts';
import { SaveBar } from '../business/save-bar.tsx';
import { useSchema } from '../business/schema.ts';
import { SchemaFields } from '../business/schema-form.tsx';
import { useMe } from '../me.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { texts } from './texts.ts';

const FIELDS = ['tone', 'greeting'];

export function Voice({ document }: { document: Document }) {
  const schema = useSchema();
  const draft = useDraft(document, FIELDS);
  const { can } = useMe();
  return (
    <>
      <Card title={texts.voice}>
        <Loaded of={schema}>
          {({ schema: whole }) => (
            <fieldset disabled={!can('admin')} className="grid max-w-2xl gap-4">
              <legend className="sr-only">{texts.voice}</legend>
              <SchemaFields names={FIELDS} document={document} schema={whole} draft={draft} />
            </fieldset>
          )}
        </Loaded>
      </Card>
      <SaveBar draft={draft} />
    </>
  );
}

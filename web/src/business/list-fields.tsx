import { Checkbox, TextArea } from '../ui/field.tsx';
import type { FieldProps } from './field-props.ts';
import { fieldHints } from './labels.ts';
import { useReferencedEntries } from './references.ts';
import { getLabel } from './schema.ts';
import { texts } from './texts.ts';

export const FieldGroup = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <fieldset className="col-span-full flex min-w-0 flex-col gap-3 rounded-lg border border-line p-4">
    <legend className="px-1 font-medium">{title}</legend>
    {children}
  </fieldset>
);

export function EnumField({ name, schema, value, onChange }: FieldProps) {
  const selectedIds = (value ?? []) as string[];
  const options = schema.items!.enum!.map((option) => ({ id: option, name: getLabel(option) }));
  return <Choices title={getLabel(name)} options={options} selectedIds={selectedIds} onChange={onChange} />;
}

/** Checkboxes for the referenced entries if they are known, otherwise one id per line. */
export function ReferenceField(props: FieldProps) {
  const { name, schema, value, onChange } = props;
  const entries = useReferencedEntries(schema);
  if (!entries?.length) return <LinesField {...props} />;
  const selectedIds = (value ?? []) as string[];
  return (
    <Choices
      title={getLabel(name)}
      options={entries}
      selectedIds={selectedIds}
      onChange={(newIds) => onChange(newIds.length ? newIds : undefined)}
      hint={schema.minItems ? undefined : texts.blankMeansAll}
    />
  );
}

type ChoicesProps = {
  title: string;
  options: readonly { id: string; name: string }[];
  selectedIds: string[];
  onChange(selectedIds: string[]): void;
  hint?: string;
};

const Choices = ({ title, options, selectedIds, onChange, hint }: ChoicesProps) => (
  <FieldGroup title={title}>
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {options.map(({ id, name }) => {
        const otherIds = selectedIds.filter((selectedId) => selectedId !== id && selectedId !== name);
        return (
          <Checkbox
            key={id}
            label={name}
            checked={otherIds.length < selectedIds.length}
            onChange={({ target }) => onChange(target.checked ? [...otherIds, id] : otherIds)}
          />
        );
      })}
    </div>
    {hint && <p className="text-sm text-muted">{hint}</p>}
  </FieldGroup>
);

function LinesField({ name, schema, value, onChange, errors, pointer }: FieldProps) {
  const lines = (value ?? []) as string[];
  return (
    <TextArea
      label={getLabel(name)}
      hint={fieldHints[name] ?? (schema.description ? `${schema.description}. ${texts.listHint}` : texts.listHint)}
      defaultValue={lines.join('\n')}
      onBlur={({ target }) => {
        const newLines = target.value
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        if (newLines.join('\n') !== lines.join('\n'))
          onChange(newLines.length || value !== undefined ? newLines : undefined);
      }}
      error={errors.find((error) => error.pointer.startsWith(pointer))?.detail}
    />
  );
}

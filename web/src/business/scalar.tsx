import { useState } from 'react';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { moneyToText, textToMoney } from './money.ts';
import { isMoney, labelOf, type Schema } from './schema.ts';
import { texts } from './texts.ts';
import { isPhone, isWebAddress, withScheme, wrongIn } from './typed.ts';

type Props = {
  schema: Schema;
  label: string;
  value: unknown;
  onChange(value: unknown): void;
  currency: string;
  hint?: string;
  error?: string;
  hideLabel?: boolean;
  /** Where there is a list of all that it may be. */
  choices?: { value: string; label: string }[];
  /** One line, whatever its length. */
  cell?: boolean;
  placeholder?: string;
};

const LONG = 1_000;

/** A field for one value. What is emptied is left out of the document. */
export function Scalar({
  schema,
  label,
  value,
  onChange,
  currency,
  hint,
  error,
  hideLabel,
  choices,
  cell,
  placeholder,
}: Props) {
  const shared = { label, hint, error, hideLabel };
  const [left, setLeft] = useState<string>();
  const options = choices ?? optionsOf(schema);
  if (options) {
    const none = value === undefined ? [{ value: '', label: unsetOf(schema) }] : [];
    return (
      <Select
        {...shared}
        value={value === undefined ? '' : String(value)}
        options={[...none, ...options]}
        onChange={({ target }) => onChange(schema.type === 'boolean' ? target.value === 'true' : target.value)}
      />
    );
  }
  if (isMoney(schema)) return <MoneyField {...shared} value={value} onChange={onChange} currency={currency} />;
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <TextField
        {...shared}
        type="number"
        inputMode="numeric"
        min={schema.minimum}
        max={schema.maximum}
        value={value === undefined ? '' : Number(value)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
    );
  if (schema.pattern?.startsWith('^#')) return <ColourField {...shared} value={value} onChange={onChange} />;
  const text = { value: String(value ?? ''), maxLength: schema.maxLength, placeholder };
  if (!cell && (schema.maxLength ?? 0) >= LONG)
    return <TextArea {...shared} {...text} onChange={({ target }) => onChange(target.value)} />;
  const type =
    schema.format === 'date' ? 'date' : schema.format === 'email' ? 'email' : isPhone(schema) ? 'tel' : 'text';
  return (
    <TextField
      {...shared}
      {...text}
      error={error ?? left}
      type={type}
      onChange={({ target }) => {
        setLeft(undefined);
        onChange(target.value || undefined);
      }}
      onBlur={({ target }) => {
        setLeft(wrongIn(schema, target.value.trim()));
        if (isWebAddress(schema) && target.value) onChange(withScheme(target.value.trim()));
      }}
    />
  );
}

function optionsOf(schema: Schema) {
  if (schema.type === 'boolean')
    return [
      { value: 'true', label: texts.yes },
      { value: 'false', label: texts.no },
    ];
  return schema.enum?.map((own) => ({ value: own, label: labelOf(own) }));
}

/** What holds until somebody chooses. */
function unsetOf({ default: value }: Schema): string {
  if (value === undefined) return texts.none;
  return texts.byDefault(typeof value === 'boolean' ? (value ? texts.yes : texts.no) : labelOf(String(value)));
}

/** Of the widget, where the business has chosen none. */
const USUAL_COLOUR = '#2f5bea';

/** Typed, as it stands in the brand's handbook, or picked. */
function ColourField({ value, onChange, ...shared }: Omit<Props, 'schema' | 'currency'>) {
  const typed = String(value ?? '');
  const long = typed.length === 4 ? typed.replace(/[^#]/g, '$&$&') : typed;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          {...shared}
          placeholder={USUAL_COLOUR}
          value={typed}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      </div>
      <input
        type="color"
        aria-label={texts.pickColour(shared.label)}
        value={/^#[\da-f]{6}$/i.test(long) ? long : USUAL_COLOUR}
        onChange={({ target }) => onChange(target.value)}
        className="mt-7.5 h-10 w-12 shrink-0 cursor-pointer rounded-lg border border-edge bg-surface p-1"
      />
    </div>
  );
}

/** What is typed stays as typed until the field is left. */
function MoneyField({ value, onChange, currency, ...shared }: Omit<Props, 'schema'>) {
  const [typed, setTyped] = useState<string>();
  const shown = value === undefined ? '' : moneyToText(Number(value), currency);
  const read = (text: string) => (text.trim() ? textToMoney(text, currency) : undefined);
  return (
    <TextField
      {...shared}
      inputMode="decimal"
      value={typed ?? shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(read(target.value));
      }}
      onBlur={() => setTyped(undefined)}
      className="text-right tabular-nums"
    />
  );
}

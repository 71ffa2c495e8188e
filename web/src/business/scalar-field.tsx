import { useState } from 'react';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { addScheme, findContactError, isPhoneSchema, isWebAddressSchema } from './contact-errors.ts';
import { moneyToText, textToMoney } from './money.ts';
import { getLabel, isMoneySchema, type Schema } from './schema.ts';
import { texts } from './texts.ts';

type Props = {
  schema: Schema;
  label: string;
  value: unknown;
  onChange(value: unknown): void;
  currency: string;
  hint?: string;
  error?: string;
  hideLabel?: boolean;
  /** All allowed values, if there is a list. */
  choices?: { value: string; label: string }[];
  /** Always a single line, for table cells. */
  inTableCell?: boolean;
  placeholder?: string;
};

const TEXT_AREA_MIN_LENGTH = 1_000;

/** A field is as wide as its usual content. In a table, only numbers are narrower than their column. */
const WIDTH_CLASSES = { number: 'max-w-28', money: 'max-w-32', date: 'max-w-44', tel: 'max-w-60', email: '', text: '' };

/** A field for one value. An emptied value is removed from the document. */
export function ScalarField({
  schema,
  label,
  value,
  onChange,
  currency,
  hint,
  error,
  hideLabel,
  choices,
  inTableCell,
  placeholder,
}: Props) {
  const commonProps = { label, hint, error, hideLabel };
  const [blurError, setBlurError] = useState<string>();
  const options = choices ?? listOptions(schema);
  if (options) {
    const unsetOption = value === undefined ? [{ value: '', label: getUnsetLabel(schema) }] : [];
    return (
      <Select
        {...commonProps}
        value={value === undefined ? '' : String(value)}
        options={[...unsetOption, ...options]}
        onChange={({ target }) => onChange(schema.type === 'boolean' ? target.value === 'true' : target.value)}
      />
    );
  }
  const getWidthClass = (kind: keyof typeof WIDTH_CLASSES) =>
    inTableCell && kind !== 'number' && kind !== 'money' ? '' : WIDTH_CLASSES[kind];
  if (isMoneySchema(schema))
    return (
      <MoneyField
        {...commonProps}
        value={value}
        onChange={onChange}
        currency={currency}
        className={getWidthClass('money')}
      />
    );
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <TextField
        {...commonProps}
        className={getWidthClass('number')}
        type="number"
        inputMode="numeric"
        min={schema.minimum}
        max={schema.maximum}
        value={value === undefined ? '' : Number(value)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
    );
  const textProps = { value: String(value ?? ''), maxLength: schema.maxLength, placeholder };
  if (!inTableCell && (schema.maxLength ?? 0) >= TEXT_AREA_MIN_LENGTH)
    return <TextArea {...commonProps} {...textProps} onChange={({ target }) => onChange(target.value)} />;
  const type =
    schema.format === 'date' ? 'date' : schema.format === 'email' ? 'email' : isPhoneSchema(schema) ? 'tel' : 'text';
  return (
    <TextField
      {...commonProps}
      {...textProps}
      error={error ?? blurError}
      type={type}
      className={getWidthClass(type)}
      onChange={({ target }) => {
        setBlurError(undefined);
        onChange(target.value || undefined);
      }}
      onBlur={({ target }) => {
        setBlurError(findContactError(schema, target.value.trim()));
        if (isWebAddressSchema(schema) && target.value) onChange(addScheme(target.value.trim()));
      }}
    />
  );
}

function listOptions(schema: Schema) {
  if (schema.type === 'boolean')
    return [
      { value: 'true', label: texts.yes },
      { value: 'false', label: texts.no },
    ];
  return schema.enum?.map((option) => ({ value: option, label: getLabel(option) }));
}

/** Label of the option for a value that is not set. */
function getUnsetLabel({ default: value }: Schema): string {
  if (value === undefined) return texts.none;
  return texts.byDefault(typeof value === 'boolean' ? (value ? texts.yes : texts.no) : getLabel(String(value)));
}

/** Keeps the text as typed until the field loses focus. Text that is not an amount becomes the value, which the API refuses. */
function MoneyField({
  value,
  onChange,
  currency,
  className,
  error,
  ...fieldProps
}: Omit<Props, 'schema'> & { className: string }) {
  const [typedText, setTypedText] = useState<string>();
  const isAmount = typeof value !== 'string';
  const formattedValue = value === undefined ? '' : isAmount ? moneyToText(Number(value), currency) : value;
  const parseAmount = (text: string) => (text.trim() ? (textToMoney(text, currency) ?? text) : undefined);
  return (
    <TextField
      {...fieldProps}
      error={typedText === undefined && !isAmount ? texts.invalidInput.money : error}
      inputMode="decimal"
      value={typedText ?? formattedValue}
      onChange={({ target }) => {
        setTypedText(target.value);
        onChange(parseAmount(target.value));
      }}
      onBlur={() => setTypedText(undefined)}
      className={`text-right tabular-nums ${className}`}
    />
  );
}

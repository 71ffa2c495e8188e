import { RotateCcw } from 'lucide-react';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { type Draft, errorFor } from '../business/draft.ts';
import { TextArea, TextField } from '../ui/field.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import type { Defaults, WidgetOptions } from './options.ts';
import { texts } from './texts.ts';

/** What every field of the editor needs. */
export type Editor = {
  options: WidgetOptions;
  defaults: Defaults;
  /** The options that need a higher plan, and which. */
  locked: Record<string, string>;
  /** The widget's default text by its name, which customers see while the option is not set. */
  defaultText(name: string): string;
  errors: Draft['errors'];
  change(options: WidgetOptions): void;
};
export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('No widget editor around this field.');
  return editor;
}

type SettingProps = { option: keyof WidgetOptions; label: string; onReset?: () => void; children: ReactNode };

/** A field with its way back to the default. What the plan lacks is not shown: one line of the page names it all. */
export function Setting({ option, label, onReset, children }: SettingProps) {
  const { locked } = useEditor();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const reset = () => {
    onReset?.();
    // The button is gone, so the focus goes to the field.
    fieldset.current?.querySelector<HTMLElement>('input, textarea, [role="switch"]')?.focus();
  };
  if (option in locked) return null;
  return (
    <fieldset ref={fieldset} className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{label}</legend>
      {children}
      {onReset && (
        <button
          type="button"
          aria-label={texts.resetOf(label)}
          onClick={reset}
          className="inline-flex min-h-6 items-center gap-1.5 self-start text-sm font-medium text-accent hover:underline"
        >
          <RotateCcw className="size-3.5" aria-hidden />
          {texts.reset}
        </button>
      )}
    </fieldset>
  );
}

type TextProps = {
  option: keyof WidgetOptions;
  /** Below `/widget`, if it is not the option itself. */
  pointer?: string;
  label: string;
  hint?: string;
  /** What customers see while it is empty. */
  textWhenEmpty: string;
  value: string | undefined;
  maxLength: number;
  multiline?: boolean;
  onChange(text: string): void;
};

export function TextSetting({
  option,
  pointer = option,
  textWhenEmpty,
  multiline,
  onChange,
  value = '',
  ...field
}: TextProps) {
  const { errors } = useEditor();
  const Control = (multiline ? TextArea : TextField) as typeof TextField;
  return (
    <Setting option={option} label={field.label} onReset={value ? () => onChange('') : undefined}>
      <Control
        {...field}
        {...(multiline ? { rows: 2 } : {})}
        value={value}
        placeholder={textWhenEmpty}
        error={errorFor(errors, `/widget/${pointer}`)}
        onChange={({ target }) => onChange(target.value)}
      />
    </Setting>
  );
}

type ChoiceProps<T extends string> = {
  option: keyof WidgetOptions;
  label: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChange(value: T): void;
};

export function ChoiceSetting<T extends string>({ option, label, ...choice }: ChoiceProps<T>) {
  return (
    <Setting option={option} label={label}>
      <span aria-hidden className="font-medium">
        {label}
      </span>
      <SegmentedControl label={label} {...choice} className="max-w-full flex-wrap self-start" />
    </Setting>
  );
}

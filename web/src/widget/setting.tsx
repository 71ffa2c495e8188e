import { RotateCcw } from 'lucide-react';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { type Draft, findErrorMessage } from '../business/draft.ts';
import { TextArea, TextField } from '../ui/field.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import type { Defaults, WidgetOptions } from './options.ts';
import { texts } from './texts.ts';

/** The state that every field of the editor uses. */
export type Editor = {
  options: WidgetOptions;
  defaults: Defaults;
  /** The plan that each locked option needs. */
  locked: Record<string, string>;
  /** The widget's default text by its name, which customers see while the option is not set. */
  getDefaultText(name: string): string;
  errors: Draft['errors'];
  changeOptions(options: WidgetOptions): void;
};
export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('No widget editor around this field.');
  return editor;
}

type SettingProps = { option: keyof WidgetOptions; label: string; onReset?: () => void; children: ReactNode };

/** A field with a button that resets it. Hidden if the plan lacks the option; `LockedOptions` lists those. */
export function Setting({ option, label, onReset, children }: SettingProps) {
  const { locked } = useEditor();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const reset = () => {
    onReset?.();
    // The button disappears, so the focus moves to the field.
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
  ...fieldProps
}: TextProps) {
  const { errors } = useEditor();
  const Control = (multiline ? TextArea : TextField) as typeof TextField;
  return (
    <Setting option={option} label={fieldProps.label} onReset={value ? () => onChange('') : undefined}>
      <Control
        {...fieldProps}
        {...(multiline ? { rows: 2 } : {})}
        value={value}
        placeholder={textWhenEmpty}
        error={findErrorMessage(errors, `/widget/${pointer}`)}
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

export function ChoiceSetting<T extends string>({ option, label, ...controlProps }: ChoiceProps<T>) {
  return (
    <Setting option={option} label={label}>
      <span aria-hidden className="font-medium">
        {label}
      </span>
      <SegmentedControl label={label} {...controlProps} className="max-w-full flex-wrap self-start" />
    </Setting>
  );
}

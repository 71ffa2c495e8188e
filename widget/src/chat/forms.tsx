import type { ComponentChildren } from 'preact';
import type { Customer, PreChatField } from '../api-types.ts';
import { StarIcon } from './icons.tsx';
import type { PanelContext } from './panel-context.ts';

const FIELD_ATTRIBUTES = {
  name: { type: 'text', autocomplete: 'name', maxLength: 200 },
  phone: { type: 'tel', autocomplete: 'tel', maxLength: 50 },
  email: { type: 'email', autocomplete: 'email', maxLength: 254 },
} as const;

type FormProps = {
  title: string;
  submitLabel: string;
  context: PanelContext;
  /** The form cannot be skipped. */
  isRequired?: boolean;
  onDone(values: FormData): void;
  children: ComponentChildren;
};

function Form({ title, submitLabel, isRequired, context: { core, store }, onDone, children }: FormProps) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(new FormData(event.currentTarget));
      }}
    >
      <h3>{title}</h3>
      {children}
      <div class="form-end">
        {!isRequired && (
          <button type="button" class="action" onClick={() => store.setView({ view: 'chat' })}>
            {core.t('back')}
          </button>
        )}
        <button type="submit" class="action main">
          {submitLabel}
        </button>
      </div>
    </form>
  );
}

function Input({ field: { name, required }, context: { core } }: { field: PreChatField; context: PanelContext }) {
  return (
    <label class="field">
      <span>
        {core.t(name)} {!required && <small>({core.t('optional')})</small>}
      </span>
      <input name={name} required={required} {...FIELD_ATTRIBUTES[name]} />
    </label>
  );
}

/** Asks for contact details before the first message, if the business wants them. */
export function PreChatForm({ context }: { context: PanelContext }) {
  const { preChat, greeting } = context.core.getSettings();
  const fields = (preChat.fields ?? []).filter(({ name }) => name in FIELD_ATTRIBUTES);
  const submitDetails = (values: FormData) =>
    context.store.setCustomer(Object.fromEntries([...values].filter(([, value]) => value)) as Customer);
  return (
    <Form
      title={preChat.message || greeting || context.core.t('greeting')}
      isRequired
      submitLabel={context.core.t('start')}
      context={context}
      onDone={submitDetails}
    >
      {fields.map((field) => (
        <Input key={field.name} field={field} context={context} />
      ))}
    </Form>
  );
}

export function TranscriptForm({ context }: { context: PanelContext }) {
  const { t } = context.core;
  return (
    <Form
      title={t('transcript')}
      submitLabel={t('submit')}
      context={context}
      onDone={(values) => void context.store.sendTranscript(String(values.get('email')))}
    >
      <Input field={{ name: 'email', required: true }} context={context} />
    </Form>
  );
}

export function RatingForm({ context }: { context: PanelContext }) {
  const { t } = context.core;
  return (
    <Form
      title={t('rateAsk')}
      submitLabel={t('submit')}
      context={context}
      onDone={(values) => void context.store.rate(Number(values.get('stars')), String(values.get('comment')))}
    >
      <fieldset class="stars">
        <legend class="hidden">{t('rate')}</legend>
        {[1, 2, 3, 4, 5].map((n) => (
          <label key={n} class="star">
            <input type="radio" name="stars" value={n} required aria-label={t('rateStar', { n })} />
            <StarIcon />
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{t('rateComment')}</span>
        <textarea name="comment" rows={3} maxLength={2000} />
      </label>
    </Form>
  );
}

import type { ComponentChildren } from 'preact';
import type { Customer, Field } from '../shapes.ts';
import { Star } from './icons.tsx';
import type { Shown } from './shown.ts';

const KINDS = {
  name: { type: 'text', autocomplete: 'name', maxLength: 200 },
  phone: { type: 'tel', autocomplete: 'tel', maxLength: 50 },
  email: { type: 'email', autocomplete: 'email', maxLength: 254 },
} as const;

type FormProps = {
  title: string;
  submit: string;
  shown: Shown;
  /** Nothing can be done before it. */
  first?: boolean;
  onDone(values: FormData): void;
  children: ComponentChildren;
};

function Form({ title, submit, first, shown: { core, talk }, onDone, children }: FormProps) {
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
        {!first && (
          <button type="button" class="action" onClick={() => talk.look({ view: 'chat' })}>
            {core.say('back')}
          </button>
        )}
        <button type="submit" class="action main">
          {submit}
        </button>
      </div>
    </form>
  );
}

function Input({ field: { name, required }, shown: { core } }: { field: Field; shown: Shown }) {
  return (
    <label class="field">
      <span>
        {core.say(name)} {!required && <small>({core.say('optional')})</small>}
      </span>
      <input name={name} required={required} {...KINDS[name]} />
    </label>
  );
}

/** Before the first message, where the business wants to know who writes. */
export function Details({ shown }: { shown: Shown }) {
  const { preChat, greeting } = shown.core.settings();
  const fields = (preChat.fields ?? []).filter(({ name }) => name in KINDS);
  const done = (values: FormData) =>
    shown.talk.introduce(Object.fromEntries([...values].filter(([, value]) => value)) as Customer);
  return (
    <Form
      title={preChat.message || greeting || shown.core.say('greeting')}
      first
      submit={shown.core.say('start')}
      shown={shown}
      onDone={done}
    >
      {fields.map((field) => (
        <Input key={field.name} field={field} shown={shown} />
      ))}
    </Form>
  );
}

export function Transcript({ shown }: { shown: Shown }) {
  const { say } = shown.core;
  return (
    <Form
      title={say('transcript')}
      submit={say('submit')}
      shown={shown}
      onDone={(values) => void shown.talk.mail(String(values.get('email')))}
    >
      <Input field={{ name: 'email', required: true }} shown={shown} />
    </Form>
  );
}

export function Rating({ shown }: { shown: Shown }) {
  const { say } = shown.core;
  return (
    <Form
      title={say('rateAsk')}
      submit={say('submit')}
      shown={shown}
      onDone={(values) => void shown.talk.rate(Number(values.get('stars')), String(values.get('comment')))}
    >
      <fieldset class="stars">
        <legend class="hidden">{say('rate')}</legend>
        {[1, 2, 3, 4, 5].map((n) => (
          <label key={n} class="star">
            <input type="radio" name="stars" value={n} required aria-label={say('rateStar', { n })} />
            <Star />
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{say('rateComment')}</span>
        <textarea name="comment" rows={3} maxLength={2000} />
      </label>
    </Form>
  );
}

import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Html, html } from '../../kernel/html.ts';
import { message } from '../../messages/catalogue.ts';
import type { Field } from './details.ts';
import type { ChosenOption, Query } from './steps.ts';
import {
  renderChosenOptions,
  renderHeading,
  renderHiddenFields,
  renderNotice,
  renderZoneHint,
  type View,
} from './views.ts';

/** People never see this field. Programs that fill in every field do. */
export const HONEYPOT_FIELD = 'website';

export type DetailsPage = {
  chosenOptions: ChosenOption[];
  fields: Field[];
  /** The choices so far, with the start or the class, which the form sends again. */
  query: Query;
  formToken: string;
  /** What was typed, if the form comes back. */
  enteredValues: Query;
  /** What is wrong with each field, by its path. */
  errors: Record<string, string>;
  notice?: string;
  /** Other times, if the chosen one is no longer free: the customer picks one and keeps what they typed. */
  otherTimes?: string[];
  /** The time for which the customer may wait. */
  waitlistTime?: string;
  /** The class is full, so that booking means waiting. */
  isFull?: boolean;
  /** What has to be paid for it; empty if nothing. */
  depositText: string;
};

export function renderDetails(view: View, page: DetailsPage): Html {
  const { chosenOptions, fields, query, formToken, errors, notice, otherTimes = [], waitlistTime, isFull } = page;
  const format = formatterFor(view.business);
  const { startsAt: _, ...withoutStart } = query;
  const action = isFull ? message('Join the waitlist') : message('Book');
  const firstError = fields.find(({ path }) => errors[path])?.path;
  return html`${renderChosenOptions(view, chosenOptions)}${renderHeading(format.text('Your details'))}
${renderNotice(notice)}
<form method="post" action="${view.path}" class="details">${renderHiddenFields({ ...(otherTimes.length ? withoutStart : query), token: formToken })}
${otherTimes.length > 0 && renderTimeChoice(otherTimes, format)}
${fields.map((field) => renderField(field, page, field.path === firstError, format))}
<div class="trap" aria-hidden="true"><label for="trap">${HONEYPOT_FIELD}</label><input id="trap" name="${HONEYPOT_FIELD}" tabindex="-1" autocomplete="off"></div>
${page.depositText && html`<p class="hint">${page.depositText}</p>`}
<button class="button">${format.text(action)}</button>
${waitlistTime && html`<button class="button quiet" name="waitlist" value="${waitlistTime}" formnovalidate>${format.text('Join the waitlist for {time}', { time: format.time(waitlistTime) })}</button>`}
</form>${renderZoneHint(view.business)}`;
}

const renderTimeChoice = (times: string[], format: Formatter): Html =>
  html`<fieldset class="choice"><legend>${format.text('Choose another time')}</legend>${times.map(
    (time) =>
      html`<label><input type="radio" name="startsAt" value="${time}" required> <span>${format.time(time)}</span></label>`,
  )}</fieldset>`;

const INPUT_ATTRIBUTES: Record<string, Html> = {
  name: html`type="text" autocomplete="name"`,
  phone: html`type="tel" autocomplete="tel"`,
  email: html`type="email" autocomplete="email"`,
  dateOfBirth: html`type="date" autocomplete="bday"`,
};
const INPUT_TYPES: Record<string, Html> = { date: html`type="date"`, email: html`type="email"` };
/** Longer texts get several lines. */
const MAX_SINGLE_LINE_LENGTH = 500;

function renderField(
  field: Field,
  { enteredValues, errors }: DetailsPage,
  isFirstError: boolean,
  format: Formatter,
): Html {
  const { path, schema, isRequired, label } = field;
  const id = path.replaceAll('.', '-');
  const name = path.split('.').at(-1) ?? path;
  const error = errors[path];
  const text = format.text(label);
  if (schema.type === 'boolean')
    return html`<div class="field check"><input type="checkbox" id="${id}" name="${path}" value="true" ${enteredValues[path] !== undefined && html`checked`}> <label for="${id}">${text}</label></div>`;
  const isContact = name === 'phone' || name === 'email';
  const commonAttributes = html`id="${id}" name="${path}" ${isRequired && html`required`} ${schema.maxLength !== undefined && html`maxlength="${schema.maxLength}"`} ${
    error && html`aria-invalid="true" aria-describedby="${id}-error"`
  } ${isFirstError && html`autofocus`}`;
  const typeAttributes =
    schema.type === 'integer'
      ? html`type="number" min="${schema.minimum}" max="${schema.maximum}"`
      : (INPUT_ATTRIBUTES[name] ?? INPUT_TYPES[schema.format ?? ''] ?? html`type="text"`);
  const control =
    (schema.maxLength ?? 0) > MAX_SINGLE_LINE_LENGTH
      ? html`<textarea ${commonAttributes} rows="3">${enteredValues[path]}</textarea>`
      : html`<input ${commonAttributes} ${typeAttributes} value="${enteredValues[path] ?? ''}">`;
  return html`<div class="field"><label for="${id}">${text}${!isRequired && !isContact && html` <span class="optional">${format.text('(optional)')}</span>`}</label>${control}${
    error && html`<p class="error" id="${id}-error">${format.text(error)}</p>`
  }</div>`;
}

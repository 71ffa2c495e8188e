// The steps of the booking page as plain HTML. Each choice is a link; only the details are a form.
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Html, html } from '../../kernel/html.ts';
import { must } from '../../kernel/must.ts';
import { message } from '../../messages/catalogue.ts';
import type { FreeDay, FreeDays } from '../../scheduling/free-days.ts';
import { createTelUrl } from '../business/customer-pages.ts';
import type { ClassDay, ClassMeeting } from './class-times.ts';
import { type ChoiceOption, OCCURRENCE_FIELD } from './offers.ts';
import { type ChosenOption, needsTextField, type Query, type Step } from './steps.ts';

export type View = { business: Business /** The page's own path. */; path: string };

/** The URL of a step. An empty value means that the customer has no preference. */
export function createHref(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return pairs.length ? `${path}?${new URLSearchParams(Object.fromEntries(pairs))}` : path;
}

export function renderOffers({ business, path }: View, { offers }: Extract<Step, { step: 'offer' }>): Html {
  const format = formatterFor(business);
  return html`${renderHeading(format.text('What would you like to book?'))}
<ul class="options">${offers.map(
    ({ name, capability }) =>
      html`<li><a href="${createHref(path, { offer: name })}"><strong>${format.text(capability.summary)}</strong></a></li>`,
  )}</ul>`;
}

/** Takes the focus when the script has exchanged the page's content, so that screen readers read it. */
export const renderHeading = (text: string): Html => html`<h1 tabindex="-1">${text}</h1>`;

export const renderNotice = (text: string | undefined): Html =>
  html`${text && html`<p class="message bad" role="alert">${text}</p>`}`;

export function renderChosenOptions({ business, path }: View, chosenOptions: readonly ChosenOption[]): Html {
  const format = formatterFor(business);
  const renderChosenOption = ({ name, changeQuery }: ChosenOption) => {
    const label = name ?? format.text('Anyone');
    return html`<li><span>${label}</span> <a href="${createHref(path, changeQuery)}">${format.text('Change')}<span class="unseen"> ${label}</span></a></li>`;
  };
  return html`${chosenOptions.length > 0 && html`<ul class="chosen">${chosenOptions.map(renderChosenOption)}</ul>`}`;
}

export function renderChoice(view: View, step: Extract<Step, { step: 'choice' }>): Html {
  const { business, path } = view;
  const { offer, choice, options, limitText, chosenOptions, query } = step;
  const format = formatterFor(business);
  const createOptionHref = (value: string) => createHref(path, { ...query, [choice.name]: value });
  const { ask } = offer.capability.dialogue;
  const otherQuestion = choice.required
    ? message('What would you like to book?')
    : message('Who would you like to see?');
  const question = format.text(ask[choice.name] ?? otherQuestion);
  const anyoneOption: ChoiceOption[] = choice.required ? [] : [{ value: '', name: format.text('Anyone') }];
  const groups = [...Map.groupBy([...anyoneOption, ...options], ({ category = '' }) => category)];
  return html`${renderChosenOptions(view, chosenOptions)}${renderHeading(question)}
${limitText && html`<p class="hint">${limitText}</p>`}
${
  choice.options
    ? groups.map(
        ([category, entries]) =>
          html`${category && html`<h2>${category}</h2>`}<ul class="options">${entries.map((option) => renderOption(option, createOptionHref(option.value), format))}</ul>`,
      )
    : html`<div class="times">${options.map(({ value, name }) => html`<a href="${createOptionHref(value)}">${name}</a>`)}</div>`
}
${needsTextField(choice, options) && renderTextField(path, step, question, format)}`;
}

function renderOption(
  { name, description, price, durationMinutes }: ChoiceOption,
  href: string,
  format: Formatter,
): Html {
  const details = [durationMinutes && format.duration(durationMinutes), price !== undefined && format.money(price)];
  const detailsText = details.filter(Boolean).join(' · ');
  return html`<li><a href="${href}"><strong>${name}</strong>${detailsText && html`<span class="facts">${detailsText}</span>`}${
    description && html`<span class="about">${description}</span>`
  }</a></li>`;
}

function renderTextField(
  path: string,
  step: Extract<Step, { step: 'choice' }>,
  question: string,
  format: Formatter,
): Html {
  const { choice, options, query } = step;
  const { minimum, maximum, maxLength, type } = choice.schema;
  const isNumber = type === 'integer';
  const label = isNumber && options.length > 0 ? format.text('More') : question;
  return html`<form action="${path}" class="typed">${renderHiddenFields(query)}
<div class="field"><label for="typed">${label}</label><input id="typed" name="${choice.name}" required ${
    isNumber
      ? html`type="number" inputmode="numeric" min="${minimum}" max="${maximum}"`
      : html`type="text" maxlength="${maxLength}"`
  }></div>
<button class="button quiet">${format.text('Continue')}</button></form>`;
}

export const renderHiddenFields = (query: Query): Html[] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  );

export function renderTimes(
  view: View,
  { offer, chosenOptions, query }: Extract<Step, { step: 'time' }>,
  { days, day, earlier, later }: FreeDays,
): Html {
  const { business, path } = view;
  const format = formatterFor(business);
  const selected = days.find((freeDay) => freeDay.day === day);
  const findFirstStart = ({ starts: [first] }: FreeDay) => new Date(must(first, 'a start on each day'));
  const renderDayLink = (freeDay: FreeDay) =>
    html`<li><a href="${createHref(path, { ...query, day: freeDay.day })}" ${freeDay.day === day && html`aria-current="date"`}>${format.shortDay(findFirstStart(freeDay))}</a></li>`;
  const renderTimeLink = (startMs: number) =>
    html`<a href="${createHref(path, { ...query, startsAt: new Date(startMs).toISOString() })}">${format.clock(new Date(startMs))}</a>`;
  return html`${renderChosenOptions(view, chosenOptions)}${renderHeading(format.text(offer.capability.dialogue.ask.startsAt ?? message('Choose a time')))}
<ul class="days short">${days.map(renderDayLink)}</ul>
${renderPager(view, query, earlier, later)}
${
  selected
    ? html`<h2>${format.day(findFirstStart(selected))}</h2><div class="times">${selected.starts.map(renderTimeLink)}</div>${renderZoneHint(business)}`
    : html`<p class="message bad">${format.text('No times available in these two weeks.')}</p>${renderPhoneHint(business)}`
}`;
}

function renderPager({ business, path }: View, query: Query, earlier?: string, later?: string): Html {
  const format = formatterFor(business);
  return html`<p class="pair">${earlier && html`<a class="button quiet" href="${createHref(path, { ...query, day: earlier })}">${format.text('Earlier days')}</a>`}
${later && html`<a class="button quiet" href="${createHref(path, { ...query, day: later })}">${format.text('Later days')}</a>`}</p>`;
}

export function renderClasses(
  view: View,
  { offer, chosenOptions, query }: Extract<Step, { step: 'time' }>,
  { days, earlier, later }: { days: ClassDay[]; earlier?: string; later?: string },
): Html {
  const { business, path } = view;
  const format = formatterFor(business);
  const renderMeetingLink = ({ occurrenceId, name, instructor, startsAt, price, spotsLeft }: ClassMeeting) => {
    const spotsText = spotsLeft
      ? format.text('{count, plural, one {# spot left} other {# spots left}}', { count: spotsLeft })
      : format.text('Full. Join the waitlist');
    const details = [instructor, price !== undefined && format.money(price), spotsText].filter(Boolean).join(' · ');
    return html`<li><a href="${createHref(path, { ...query, occurrenceId })}"><strong>${format.clock(startsAt)} ${name}</strong><span class="facts">${details}</span></a></li>`;
  };
  return html`${renderChosenOptions(view, chosenOptions)}${renderHeading(format.text(offer.capability.dialogue.ask[OCCURRENCE_FIELD] ?? offer.capability.summary))}
${days.map(
  ({ meetings }) =>
    html`<h2>${format.day(must(meetings[0], 'a meeting on each day').startsAt)}</h2><ul class="options">${meetings.map(renderMeetingLink)}</ul>`,
)}
${days.length === 0 && html`<p class="message bad">${format.text('No classes this week.')}</p>`}
${renderZoneHint(business)}${renderPager(view, query, earlier, later)}`;
}

/** "Times are in Eastern Time." */
export function renderZoneHint({ timezone, locale, language }: Business): Html {
  const zoneFormat = new Intl.DateTimeFormat(language ?? locale, { timeZone: timezone, timeZoneName: 'longGeneric' });
  const zone = zoneFormat.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
  const format = formatterFor({ timezone, locale, language, currency: 'USD' });
  return html`<p class="hint">${format.text('Time zone: {zone}', { zone })}</p>`;
}

function renderPhoneHint(business: Business): Html {
  const { phone } = business.contact;
  const format = formatterFor(business);
  return html`${phone && html`<p><a class="button quiet" href="${createTelUrl(phone)}">${format.text('Call {phone}', { phone })}</a></p>`}`;
}

export function renderClosed(business: Business): Html {
  const format = formatterFor(business);
  return html`${renderHeading(format.text('Online booking isn’t available right now'))}
<p>${format.text('Please contact us to book.')}</p>${renderPhoneHint(business)}`;
}

// Walks through the public booking page like a browser without JavaScript: follows links, then submits a form.
import { call } from './http.ts';

export type BookingPage = { path: string; status: number; text: string; location: string; headers: Headers };

export async function openPage(
  service: { url: string },
  path: string,
  { form, headers = {} }: { form?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<BookingPage> {
  const callOptions = form
    ? {
        body: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }
    : { headers };
  const response = await call(service, form ? 'POST' : 'GET', path, callOptions);
  return { path, ...response, location: response.headers.get('location') ?? '' };
}

const decodeEntities = (markup: string) =>
  markup
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The links of a step's choices: catalog entries, numbers or times. */
export const findChoiceLinks = ({ text }: BookingPage): string[] =>
  [...text.matchAll(/<(?:ul class="options"|div class="times")>([\s\S]*?)<\/(?:ul|div)>/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => decodeEntities(href)),
  );

/** The form's fields: hidden ones with their value, and an empty text for each field to fill in. */
export function readFormFields({ text }: BookingPage): Record<string, string> {
  const [, form = ''] = /<form method="post"[^>]*>([\s\S]*)<\/form>/.exec(text) ?? [];
  const inputs = [...form.matchAll(/<(?:input|textarea)\s([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const readAttribute = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
    const isChoice = readAttribute('type') === 'radio' || readAttribute('type') === 'checkbox';
    return isChoice ? [] : [[readAttribute('name') ?? '', decodeEntities(readAttribute('value') ?? '')]];
  });
  return Object.fromEntries(inputs);
}

/** Follows the first choice of each step until the form appears. */
export async function walkToForm(service: { url: string }, path: string): Promise<BookingPage> {
  let page = await openPage(service, path);
  for (let step = 0; step < 10; step++) {
    const [firstLink] = findChoiceLinks(page);
    if (page.status !== 200 || firstLink === undefined) return page;
    page = await openPage(service, firstLink);
  }
  throw new Error(`no form after ten steps, at ${page.path}`);
}

const DEFAULT_DETAILS: Record<string, string> = {
  name: 'Dana Fox',
  phone: '212 555 0142',
  dateOfBirth: '1980-02-03',
};

/** The form's fields, all filled in. Fields that only one industry has get a pet's name. */
export const fillForm = (page: BookingPage, details: Record<string, string> = {}): Record<string, string> => {
  const values = { ...DEFAULT_DETAILS, ...details };
  const emptyForm = readFormFields(page);
  const filledFields = Object.keys(emptyForm).flatMap((name) => {
    const fieldName = name.split('.').at(-1) ?? name;
    return emptyForm[name]
      ? []
      : [[name, values[fieldName] ?? (name.includes('.') || name === 'website' ? '' : 'Rex')]];
  });
  return { ...emptyForm, ...Object.fromEntries(filledFields) };
};

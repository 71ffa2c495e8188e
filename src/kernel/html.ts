/** Text that is already HTML and is not escaped again. */
export type Html = { markup: string };

type HtmlValue = string | number | Html | undefined | false | HtmlValue[];

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Template tag for HTML: escapes every interpolated value that is not Html itself. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(render)) };
}

function render(value: HtmlValue): string {
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === undefined || value === false) return '';
  return typeof value === 'object'
    ? value.markup
    : String(value).replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
}

/** Text that is markup already. */
export type Html = { markup: string };

type Part = string | number | Html | undefined | false | Part[];

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup with values in it; whatever is not markup itself is escaped, so nothing that people wrote becomes any. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(write)) };
}

function write(part: Part): string {
  if (Array.isArray(part)) return part.map(write).join('');
  if (part === undefined || part === false) return '';
  return typeof part === 'object' ? part.markup : String(part).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

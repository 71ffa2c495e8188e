/** Which top-level fields of the document a section holds. An industry's own part is a section by its name. */
export const SECTIONS: Record<string, string[]> = {
  about: ['name', 'description', 'contact', 'services', 'country', 'timezone', 'currency', 'locale'],
  hours: ['hours', 'closures'],
  faqs: ['faqs'],
  policies: ['policies'],
  booking: ['booking'],
  widget: ['widget'],
};

/** The section in which a place of the document is changed. */
export function sectionOf(pointer: string): string {
  const [, field = ''] = pointer.split('/');
  return Object.keys(SECTIONS).find((section) => SECTIONS[section]!.includes(field)) ?? field;
}

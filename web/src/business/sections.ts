/** The document's top-level fields by page section. Each industry also has a section with its name. */
export const SECTIONS: Record<string, string[]> = {
  about: ['name', 'description', 'contact', 'services', 'country', 'timezone', 'currency', 'locale'],
  hours: ['hours', 'closures'],
  faqs: ['faqs'],
  policies: ['policies'],
  booking: ['booking'],
  widget: ['widget'],
};

/** The page section in which a field of the document is edited. */
export function sectionOf(pointer: string): string {
  const [, field = ''] = pointer.split('/');
  return Object.keys(SECTIONS).find((section) => SECTIONS[section]!.includes(field)) ?? field;
}

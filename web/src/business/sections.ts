/** The document's top-level fields by page section. Each industry also has a section with its name. */
export const SECTIONS: Record<string, string[]> = {
  about: ['name', 'description', 'contact', 'services', 'country', 'timezone', 'currency', 'locale'],
  hours: ['hours', 'closures'],
  faqs: ['faqs'],
  policies: ['policies'],
  booking: ['booking'],
  widget: ['widget'],
};

/** These fields are edited on the page of the assistant. */
export const VOICE_FIELDS = ['tone', 'greeting'];
export const HANDOFF_FIELDS = ['handoff', 'safety'];

/** The page section to which a field of the document belongs. */
export function findSection(pointer: string): string {
  const [, field = ''] = pointer.split('/');
  return Object.keys(SECTIONS).find((section) => SECTIONS[section]!.includes(field)) ?? field;
}

type EditLink = { to: '/business'; search: { section: string } } | { to: '/assistant'; search: { tab: string } };

/** The page on which a field of the document is edited. */
export const getEditLink = (pointer: string): EditLink =>
  [...VOICE_FIELDS, ...HANDOFF_FIELDS].includes(findSection(pointer))
    ? { to: '/assistant', search: { tab: 'voice' } }
    : { to: '/business', search: { section: findSection(pointer) } };

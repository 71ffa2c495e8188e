/** The document's top-level fields by page section. Each industry also has a section with its name. */
export const SECTIONS: Record<string, string[]> = {
  about: ['name', 'description', 'contact', 'services', 'country', 'timezone', 'currency', 'locale'],
  hours: ['hours', 'closures'],
  faqs: ['faqs'],
  policies: ['policies'],
  booking: ['booking'],
  widget: ['widget'],
};

/** Edited beside the assistant. */
export const VOICE_FIELDS = ['tone', 'greeting'];
export const HANDOFF_FIELDS = ['handoff', 'safety'];

type EditLink = { to: '/business'; search: { section: string } } | { to: '/assistant'; search: { tab: string } };

/** The page on which a field of the document is edited. */
export function editLinkOf(pointer: string): EditLink {
  const [, field = ''] = pointer.split('/');
  if ([...VOICE_FIELDS, ...HANDOFF_FIELDS].includes(field)) return { to: '/assistant', search: { tab: 'voice' } };
  const section = Object.keys(SECTIONS).find((name) => SECTIONS[name]!.includes(field)) ?? field;
  return { to: '/business', search: { section } };
}

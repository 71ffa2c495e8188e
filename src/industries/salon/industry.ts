import { defineIndustry } from '../../capability/industry.ts';
import { findFreeTimes } from './capabilities/availability.ts';
import { bookAppointment } from './capabilities/book.ts';
import { showServices } from './capabilities/services.ts';
import { checkSalon } from './check.ts';
import { createSalonCheckups } from './checkups.ts';
import { Salon } from './schema.ts';
import { template } from './template.ts';
import { createSalonVocabulary } from './vocabulary.ts';

export const industry = defineIndustry({
  name: 'salon',
  title: 'Salon',
  summary: 'Services and prices, stylist availability, and appointments.',
  icon: 'scissors',
  schemaOrgType: 'BeautySalon',
  schema: Salon,
  template,
  check: checkSalon,
  capabilities: [showServices, findFreeTimes, bookAppointment],
  traits: { treatsBodies: true, mayCauseReactions: true },
  resources: 'stylists',
  siteLists: [
    {
      field: 'services',
      entryKind: 'offers',
      headings: ['services', 'prices', 'tarifs', 'preise', 'leistungen', 'precios'],
    },
    {
      field: 'stylists',
      entryKind: 'people',
      headings: ['stylists', 'barbers', 'coiffeurs', 'friseure', 'estilistas'],
    },
  ],
  publicFields: ['services', 'stylists'],
  checkups: createSalonCheckups,
  vocabulary: createSalonVocabulary,
  slots: { service: { role: 'service', source: 'service' } },
  people: ({ stylists }) => stylists.map(({ id, name, hours, timeOff }) => ({ id, name, hours, timeOff })),
});

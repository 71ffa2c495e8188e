import { defineIndustry } from '../../capability/industry.ts';
import { showClasses } from './capabilities/classes.ts';
import { joinClassCapability } from './capabilities/join-class.ts';
import { requestMembership } from './capabilities/membership.ts';
import { bookTraining } from './capabilities/train.ts';
import { checkFitness } from './check.ts';
import { createFitnessCheckups } from './checkups.ts';
import { fitnessEvents } from './events.ts';
import { Fitness } from './schema.ts';
import { template } from './template.ts';
import { createFitnessVocabulary, extractFitnessEntities, withSoughtClass } from './vocabulary.ts';

export const industry = defineIndustry({
  name: 'fitness',
  title: 'Fitness studio',
  summary: 'Class schedule with waitlists, personal training and memberships.',
  icon: 'dumbbell',
  schemaOrgType: 'ExerciseGym',
  schema: Fitness,
  template,
  check: checkFitness,
  capabilities: [showClasses, joinClassCapability, requestMembership, bookTraining],
  events: fitnessEvents,
  traits: { treatsBodies: true, exertsBodies: true },
  resources: 'trainers',
  siteLists: [
    { field: 'classes', entryKind: 'offers', headings: ['class', 'classes', 'cours', 'kurse', 'clases', 'corsi'] },
    {
      field: 'memberships',
      entryKind: 'offers',
      headings: [
        'membership',
        'memberships',
        'plans',
        'abonnements',
        'mitgliedschaft',
        'tarife',
        'tarifas',
        'cuotas',
        'membresías',
      ],
      ignoredDefaults: ['interval'],
    },
    {
      field: 'trainers',
      entryKind: 'people',
      headings: [
        'trainers',
        'coaches',
        'instructors',
        'teachers',
        'entraîneurs',
        'professeurs',
        'lehrer',
        'entrenadores',
        'profesores',
        'insegnanti',
        'docenten',
      ],
    },
  ],
  publicFields: ['classes', 'memberships', 'trainers'],
  checkups: createFitnessCheckups,
  vocabulary: createFitnessVocabulary,
  slots: {
    class: { role: 'meeting', source: 'class' },
    plan: { role: 'plan', source: 'membership' },
    membership: { role: 'matter' },
    specialty: { role: 'specialty' },
    level: { role: 'level' },
  },
  people: ({ trainers }) =>
    trainers.map(({ name, specialties, hours, timeOff }) => ({
      id: name,
      name,
      about: specialties.join(', '),
      hours,
      timeOff,
    })),
  extractEntities: extractFitnessEntities,
  refine: withSoughtClass,
});

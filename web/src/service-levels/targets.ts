import type { ServiceLevels } from '../api.ts';

type Targets = ServiceLevels['targets'];
export type TargetName = keyof Targets;
export const TARGET_FIELDS = ['firstResponseMinutes', 'resolutionMinutes'] as const;
export type TargetField = (typeof TARGET_FIELDS)[number];

/** The name of a form's input. */
export const getInputName = (name: TargetName, field: TargetField): string => `${name}.${field}`;

/** The targets from a form's values. Channels without any are left out, so that they use the default. */
export function parseTargets(values: Record<string, string>, names: readonly TargetName[]): Targets {
  const entries = names.map((name) => {
    const target = TARGET_FIELDS.map((field) => [field, values[getInputName(name, field)]?.trim()] as const)
      .filter(([, text]) => text)
      .map(([field, text]) => [field, Number(text)]);
    return [name, Object.fromEntries(target)] as const;
  });
  return Object.fromEntries(entries.filter(([, target]) => Object.keys(target).length)) as Targets;
}

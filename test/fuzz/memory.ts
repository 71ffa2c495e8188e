// What earlier answers have told. By it a request names things that are there: a booking made before, a service of the menu,
// an order with the e-mail address that belongs to it.

import { SAME_AS } from './facts.ts';

const MOST_VALUES = 40;
const MOST_OBJECTS = 8;

export type Memory = ReturnType<typeof createMemory>;
export type Fields = Record<string, unknown>;

export function createMemory() {
  const values = new Map<string, unknown[]>();
  const objects = new Map<string, Fields[]>();

  /** Everything inside an answer, under the name that it stands at. The ids of a list of stylists are stylists. */
  function learn(name: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) learn(name, item);
    else if (typeof value === 'object' && value !== null) learnObject(name, value as Fields);
    else if (value !== null && value !== undefined) keep(values, nameOf(name), value, MOST_VALUES);
  }

  function learnObject(name: string, fields: Fields): void {
    // A page of a list says nothing by itself.
    if (fields.object === 'list') return void learn(name, fields.data);
    keep(objects, nameOf(name), fields, MOST_OBJECTS);
    for (const own of [fields.id, fields.name]) if (typeof own === 'string') learn(name, own);
    for (const [field, inner] of Object.entries(fields)) learn(field, inner);
  }

  return {
    learn,
    /** It is gone. */
    forget(value: unknown): void {
      for (const [name, list] of values)
        values.set(
          name,
          list.filter((own) => own !== value),
        );
    },
    knows: (name: string, value: unknown): boolean => values.get(nameOf(name))?.includes(value) ?? false,
    latest: (name: string): unknown => values.get(nameOf(name))?.at(-1),
    /** One of those seen at that name, the dice say which. */
    value: (name: string, dice: number, fits: (value: unknown) => boolean = () => true): unknown =>
      oneOf((values.get(nameOf(name)) ?? []).filter(fits), dice),
    /** Something that has these fields: of that kind if there is any, and if there is nothing, with two of them. */
    object(kind: string, names: string[], dice: number): Fields | undefined {
      const has = (fields: Fields) => names.filter((name) => fields[name] !== undefined).length;
      const among = (some: Fields[], enough: number) => some.filter((fields) => has(fields) >= enough);
      const own = among(objects.get(nameOf(kind)) ?? [], 1);
      if (own.length) return oneOf(own, dice);
      const all = [...objects.values()].flat();
      const whole = among(all, names.length);
      return oneOf(whole.length ? whole : among(all, 2), dice);
    },
  };
}

const oneOf = <T>(list: T[], dice: number): T | undefined => (list.length ? list[dice % list.length] : undefined);

function keep<T>(kept: Map<string, T[]>, name: string, value: T, most: number): void {
  const list = kept.get(name) ?? [];
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > most) list.shift();
  kept.set(name, list);
}

/** `services`, `service` and `serviceId` name the same thing. */
export function nameOf(name: string): string {
  const one = name
    .replace(/Ids?$/, '')
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  return SAME_AS[name] ?? SAME_AS[one] ?? one;
}

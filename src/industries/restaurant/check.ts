import { must } from '../../kernel/must.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { findDuplicateErrors, findDuplicateIdErrors } from '../entries.ts';
import { EXCLUDED_ALLERGENS } from './dietary.ts';
import type { MenuItem, Restaurant } from './schema.ts';

export function checkRestaurant(section: Restaurant): FieldError[] {
  return [
    ...findDuplicateIdErrors(section.menu, '/restaurant/menu'),
    ...findDuplicateIdErrors(section.tables, '/restaurant/tables'),
    ...section.menu.flatMap(checkDiets),
    ...checkJoins(section),
    ...checkTurns(section),
  ];
}

/** A dish labelled gluten-free but made with gluten would endanger customers. */
function checkDiets({ diets, allergens }: MenuItem, index: number): FieldError[] {
  return diets.flatMap((diet, dietIndex) => {
    const conflicts = EXCLUDED_ALLERGENS[diet]?.filter((allergen) => allergens?.contains.includes(allergen)) ?? [];
    if (conflicts.length === 0) return [];
    const detail = `${diet} contradicts the allergens, which name ${conflicts.join(', ')}`;
    return [{ pointer: `/restaurant/menu/${index}/diets/${dietIndex}`, detail }];
  });
}

function checkJoins({ joins, tables }: Restaurant): FieldError[] {
  return joins.flatMap((join, index) => {
    const buildPointer = (tableIndex: number) => `/restaurant/joins/${index}/${tableIndex}`;
    const unknownTableErrors = join.flatMap((id, tableIndex) =>
      tables.some((table) => table.id === id)
        ? []
        : [{ pointer: buildPointer(tableIndex), detail: `there is no table ${id}` }],
    );
    return [...unknownTableErrors, ...findDuplicateErrors(join, buildPointer)];
  });
}

function checkTurns({ turnMinutes, maxPartySize = 0 }: Restaurant): FieldError[] {
  const orderErrors = turnMinutes.flatMap(({ upTo }, index) =>
    upTo <= (turnMinutes[index - 1]?.upTo ?? Number.NEGATIVE_INFINITY)
      ? [{ pointer: `/restaurant/turnMinutes/${index}/upTo`, detail: 'must be more than the one before' }]
      : [],
  );
  if (orderErrors.length > 0 || must(turnMinutes.at(-1), 'a turn, as the schema asks').upTo >= maxPartySize)
    return orderErrors;
  return [{ pointer: '/restaurant/turnMinutes', detail: `must cover parties of up to ${maxPartySize}` }];
}

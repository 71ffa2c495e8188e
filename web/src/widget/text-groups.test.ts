import { expect, it } from 'vitest';
import { CHAT_TEXTS } from '../../../widget/src/chat/texts.ts';
import { ENGLISH_TEXTS } from '../../../widget/src/texts.ts';
import { findPlaceholders, MAIN_GROUPS, MORE_GROUPS, TEXTS_WITH_OWN_FIELD } from './text-groups.ts';

const groups = [...MAIN_GROUPS, ...MORE_GROUPS];

it('every text of the widget can be found once', () => {
  const names = [...groups.flatMap(({ texts }) => Object.keys(texts)), ...TEXTS_WITH_OWN_FIELD];
  expect(names.toSorted()).toEqual(Object.keys({ ...ENGLISH_TEXTS, ...CHAT_TEXTS }).toSorted());
});

it('no two texts of a group have the same label', () => {
  for (const { texts } of groups) expect(new Set(Object.values(texts)).size).toBe(Object.keys(texts).length);
});

it('values that are filled in are found', () => {
  expect(findPlaceholders('Closed until {time}, but our assistant can help')).toEqual(['{time}']);
  expect(findPlaceholders('{name} from {business}')).toEqual(['{name}', '{business}']);
  expect(findPlaceholders('Send')).toEqual([]);
});

import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { type Business, EMPTY_DOCUMENT, referenceTo } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { decideSamples } from './decide-samples.ts';

const RunIds = referenceTo('kennel.runs');
const schema = Type.Object({
  runs: Type.Array(Type.Object({ id: Type.String() })),
  favorites: Type.Array(Type.String(), RunIds),
  /** The title stands on the items, where lists of lists have it. */
  quiet: Type.Array(Type.String(RunIds)),
  joined: Type.Array(Type.Array(Type.String(), RunIds)),
});
const kennel = { name: 'kennel', schema } as unknown as AnyIndustry;
const document = {
  ...EMPTY_DOCUMENT,
  kennel: {
    runs: [{ id: 'a' }, { id: 'b', sample: true }, { id: 'c' }],
    favorites: ['a', 'b'],
    quiet: ['b', 'c'],
    joined: [
      ['a', 'b'],
      ['a', 'c'],
    ],
  },
} as unknown as Business;

it('removes references to removed samples, and combinations that contain one', () => {
  expect(decideSamples(document, { keep: [], remove: ['/kennel'] }, [kennel]).kennel).toEqual({
    runs: [{ id: 'a' }, { id: 'c' }],
    favorites: ['a'],
    quiet: ['c'],
    joined: [['a', 'c']],
  });
});

it('keeps references to samples that are kept', () => {
  expect(decideSamples(document, { keep: ['/'], remove: [] }, [kennel]).kennel).toEqual({
    ...(document.kennel as object),
    runs: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
  });
});

import { expect, it } from 'vitest';
import { readFixtureDocument } from '../../test/document.ts';
import { findSampleFields, withoutSamples } from './samples.ts';

it('hides the sample values of a group, and keeps its other fields', () => {
  const refills = { turnaroundHours: 48, needsVisit: ['controlled'] };
  const samples = findSampleFields({}, { medical: { refills } });
  expect(samples).toEqual(['/medical/refills/turnaroundHours']);
  const document = { ...readFixtureDocument('medical'), medical: { refills }, samples };
  expect(withoutSamples(document).medical).toEqual({ refills: { needsVisit: ['controlled'] } });
});

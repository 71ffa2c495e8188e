import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { isControlled, needsVisit } from './controlled-medications.ts';

describe('controlled medications', () => {
  it.each([
    'oxycodone',
    'OXYCODONE',
    'Oxycodone/APAP 5-325 mg',
    'oxycodone5mg',
    'OxyContin 10mg',
    'hydrocodone-acetaminophen',
    'Norco 5/325',
    'my Adderall XR 20 mg please',
    'amphetamine salts',
    'dextroamphetamine',
    'Vyvanse',
    'Ritalin LA',
    'methylphenidate ER',
    'Xanax',
    'alprazolam 0.5',
    'Lorazepam (Ativan)',
    'Valium',
    'zolpidem tartrate',
    'Ambien CR',
    'Tramadol 50',
    'Tylenol #3',
    'tylenol  no. 3',
    'Codéine',
    'MS Contin',
    'MS-Contin',
    'mscontin',
    'Suboxone film',
    'pregabalin',
    'Lyrica',
    'phentermine',
    'testosterone cypionate',
    'percocets',
    'soma 350 mg',
    'Fentanyl patch',
    'phenobarbital',
    'Oxycodonehydrochloride',
    'Codeinphosphat',
    'codeinefree',
    'morphinesulfate 15mg',
    'oxy\u200bcodone',
    'oxy\u00adcodone',
    'o\u2060x\ufeffycodone\u200d',
    'x\u202eanax',
    'x\u0000anax',
    'x\u3164anax',
    'oxyc\u0336odone',
    'ｏｘｙｃｏｄｏｎｅ',
    'oxyc\u043edone',
    'Xan\u0430x 1 mg',
    'my \u039fxycodone',
    'am\u03c1hetamine',
  ])('include %s', (medication) => expect(isControlled(medication)).toBe(true));

  it.each([
    'lisinopril',
    'Metformin 500 mg',
    'amoxicillin',
    'atorvastatin',
    'levothyroxine',
    'Tylenol 325 mg, 3 times a day',
    'acetaminophen',
    'ibuprofen',
    'sertraline',
    'albuterol inhaler',
    'omeprazole',
    'insulin glargine',
    'Somatuline',
    'buspirone',
    'trazodone',
    'gabapentin',
    'carbamazepine',
    'bupropion',
    'methylprednisolone',
    'methotrexate',
    'naloxone',
    '',
    'Levothyroxine 50 µg',
    'Levothyroxine 50 μg daily',
    'vitamin D3 25µg',
    'β-carotene',
    'interferon β 1a',
    'метформин',
    'μετφορμίνη 500 mg',
    'метформин Teva',
    'ビタミンC',
    'Somatropin',
    'soft\u00adgel omega\u00ad3',
    'ultramicrosize griseofulvin',
    'verse',
    'oxybutynin',
    'oxymetazoline',
    'methimazole',
    'primaquine',
    'ketoprofen',
    'ketoconazole',
    'loratadine',
    'fluoxetine',
    'dexamethasone',
    'testing strips',
  ])('do not include %s', (medication) => expect(isControlled(medication)).toBe(false));

  it('are found inside other text and in any letter case', () => {
    const surroundingText = fc.string({ unit: 'grapheme-ascii' }).filter((text) => !/[a-z]/i.test(text));
    const mixedCaseName = fc
      .array(fc.boolean(), { minLength: 9, maxLength: 9 })
      .map((upper) => [...'oxycodone'].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(''));
    fc.assert(
      fc.property(surroundingText, mixedCaseName, surroundingText, (left, name, right) =>
        isControlled(`${left} ${name} ${right}`),
      ),
    );
  });

  it.each(['oxycodon ', 'a'])('are matched in linear time: %s', (repeatedText) => {
    expect(measureGrowth((length) => isControlled(repeatedText.repeat(length).slice(0, length)), 100)).toBeLessThan(
      MAX_LINEAR_GROWTH,
    );
  });
});

describe('required visits', () => {
  it('match the practice’s list as whole words', () => {
    expect(needsVisit('Warfarin 5 mg', ['warfarin'])).toBe(true);
    expect(needsVisit('warfarin sodium', ['Warfarin Sodium'])).toBe(true);
    expect(needsVisit('Warfarinol', ['warfarin'])).toBe(false);
    expect(needsVisit('war\u200bfarin', ['warfarin'])).toBe(true);
    expect(needsVisit('w\u0430rfarin', ['warfarin'])).toBe(true);
    expect(needsVisit('w\u0430rfarin', [])).toBe(false);
    expect(needsVisit('lisinopril', ['warfarin', 'controlled'])).toBe(false);
  });

  it('include controlled substances only if listed', () => {
    expect(needsVisit('Xanax', ['controlled'])).toBe(true);
    expect(needsVisit('Xanax', [' Controlled '])).toBe(true);
    expect(needsVisit('Xanax', [])).toBe(false);
    expect(needsVisit('Xanax', ['warfarin'])).toBe(false);
  });

  it('accept names with special characters, and ignore empty ones', () => {
    expect(needsVisit('Vitamin D (50,000 IU)', ['vitamin d (50,000 iu)'])).toBe(true);
    expect(needsVisit('anything', [' '])).toBe(false);
    expect(needsVisit('abc', ['a.c'])).toBe(false);
  });
});

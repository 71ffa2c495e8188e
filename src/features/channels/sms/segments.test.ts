import { describe, expect, it } from 'vitest';
import { countSegments, toSmsText } from './segments.ts';

describe('segments', () => {
  it.each([
    ['', 'GSM-7', 0],
    ['Hello', 'GSM-7', 1],
    ['a'.repeat(160), 'GSM-7', 1],
    ['a'.repeat(161), 'GSM-7', 2],
    ['a'.repeat(306), 'GSM-7', 2],
    ['a'.repeat(307), 'GSM-7', 3],
    ['€'.repeat(80), 'GSM-7', 1],
    ['€'.repeat(81), 'GSM-7', 2],
    // Only 76 of these fit in a segment of 153, since none is divided.
    ['€'.repeat(152), 'GSM-7', 2],
    ['€'.repeat(153), 'GSM-7', 3],
    ['Señor Müller à Ålesund', 'GSM-7', 1],
    ['Ω'.repeat(160), 'GSM-7', 1],
    ['ó', 'UCS-2', 1],
    ['日'.repeat(70), 'UCS-2', 1],
    ['日'.repeat(71), 'UCS-2', 2],
    ['日'.repeat(134), 'UCS-2', 2],
    ['日'.repeat(135), 'UCS-2', 3],
    ['😀'.repeat(35), 'UCS-2', 1],
    ['😀'.repeat(36), 'UCS-2', 2],
    // Only 33 of these fit in a segment of 67.
    ['😀'.repeat(66), 'UCS-2', 2],
    ['😀'.repeat(67), 'UCS-2', 3],
    [`${'a'.repeat(69)}’`, 'UCS-2', 1],
    [`${'a'.repeat(70)}’`, 'UCS-2', 2],
  ])('are counted for %s', (text, encoding, segments) => {
    expect(countSegments(text)).toEqual({ encoding, segments });
  });
});

describe('plain punctuation', () => {
  it.each([
    ['We’re open 9 – 5…', "We're open 9 - 5..."],
    ['“Chef’s table” — book it', '"Chef\'s table" - book it'],
    ['7:00\u202fPM', '7:00 PM'],
    ['£10\u00a0a head', '£10 a head'],
    ['Café', 'Café'],
    ['• one\n• two', '- one\n- two'],
  ])('replaces that of %s', (text, plainText) => {
    expect(toSmsText(text)).toBe(plainText);
    expect(countSegments(toSmsText(text)).encoding).toBe('GSM-7');
  });

  it.each(['“你好”', 'It’s done 🎉', 'Está “abierto” hoy, corazón'])('is not forced on %s', (text) => {
    expect(toSmsText(text)).toBe(text);
  });
});

import { expect, it } from 'vitest';
import { shapeReply } from '../shape-reply.ts';
import { fitLimits } from './channel.ts';

it.each([
  ['plain text', 'a'.repeat(1_000), 1],
  ['a little more', `${'word '.repeat(201)}`, 2],
  ['quotes', '’'.repeat(334), 2],
  ['Japanese', '日本語'.repeat(400), 4],
  ['emoji', '😀'.repeat(600), 3],
  ['a mixture', `${'a'.repeat(900)} ${'日'.repeat(900)}`, 4],
])('%s is split by bytes and loses nothing', (_, text, minParts) => {
  const { parts } = shapeReply(text, [], fitLimits({ text, suggestions: [] }));
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1_000);
  expect(parts.length).toBeGreaterThanOrEqual(minParts);
  expect(parts.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});

it('counts numbered choices as part of the message', () => {
  const message = { text: 'é'.repeat(480), suggestions: ['Outside on the big terrace', 'Inside by the window'] };
  const { parts } = shapeReply(message.text, message.suggestions, fitLimits(message));
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1_000);
  expect(parts.join('')).toContain('2. Inside');
});

import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Strict } from '../kernel/http/schema.ts';
import { Problem } from '../kernel/problem.ts';
import type { AnyCapability, CapabilityContext } from './capability.ts';
import type { Business } from './document.ts';
import { refuse, succeed } from './outcome.ts';
import { createTool } from './tool.ts';

const ctx = { industry: 'salon', purpose: 'chat' } as CapabilityContext<Business>;

/** A tool of a capability with the given `run`, and a record of its calls. */
function createRecordedTool(run: AnyCapability['run']) {
  const calls: { ctx: CapabilityContext; input: unknown }[] = [];
  const capability = {
    name: 'restaurant.reserve',
    summary: 'Reserve a table',
    effect: 'write',
    scope: 'bookings:write',
    input: Strict({ partySize: Type.Integer({ minimum: 1 }), area: Type.Optional(Type.String({ default: 'patio' })) }),
    run: (runContext: CapabilityContext, input: unknown) => {
      calls.push({ ctx: runContext, input });
      return run(runContext, input);
    },
  } as unknown as AnyCapability;
  return { tool: createTool(capability), calls };
}

describe('a capability as a tool', () => {
  it('has a name that models accept and a plain JSON schema', () => {
    const { tool } = createRecordedTool(async () => succeed(1));
    expect(tool).toMatchObject({ name: 'restaurant_reserve', title: 'Reserve a table', effect: 'write' });
    expect(tool).toMatchObject({ scope: 'bookings:write', industry: 'restaurant', health: false, destructive: false });
    expect(tool.description).toContain('agreed');
    expect(tool.inputSchema).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['partySize'],
      properties: { partySize: { type: 'integer', minimum: 1 }, area: { type: 'string', default: 'patio' } },
    });
  });

  it('runs like its endpoint, without changing the input', async () => {
    const { tool, calls } = createRecordedTool(async () => succeed({ code: 'K7P4QX' }));
    const input = Object.freeze({ partySize: 2 });
    expect(await tool.run(ctx, input)).toEqual({ ok: true, value: { code: 'K7P4QX' } });
    expect(calls).toEqual([
      { ctx: { industry: 'restaurant', purpose: 'restaurant.reserve' }, input: { partySize: 2, area: 'patio' } },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a missing field', {}, '/partySize'],
    ['nothing', undefined, '/partySize'],
    ['a wrong type', { partySize: '2' }, '/partySize'],
    ['an unknown field', { partySize: 2, vip: true }, '/vip'],
    ['a text that cannot be stored', { partySize: 2, area: 'pat\0io' }, '/area'],
    ['no object', [], ''],
  ])('does not run for %s', async (_, input, pointer) => {
    const { tool, calls } = createRecordedTool(async () => succeed(1));
    const result = await tool.run(ctx, input);
    expect(result).toMatchObject({ ok: false, problem: { code: 'validation_failed', status: 422 } });
    expect(result).toHaveProperty('problem.extensions.errors.0.pointer', pointer);
    expect(calls).toEqual([]);
  });

  it('returns a refusal like its endpoint', async () => {
    const alternatives = [{ startsAt: '2026-11-20T20:00:00-05:00' }];
    const { tool } = createRecordedTool(async () =>
      refuse('slot_unavailable', 'Full.', { reason: 'full', alternatives }),
    );
    expect(await tool.run(ctx, { partySize: 2 })).toMatchObject({
      ok: false,
      problem: {
        code: 'slot_unavailable',
        status: 409,
        message: 'Full.',
        extensions: { reason: 'full', alternatives },
      },
    });
  });

  it('returns client errors, and throws all others', async () => {
    const runThrowing = (error: Error) =>
      createRecordedTool(() => Promise.reject(error)).tool.run(ctx, { partySize: 2 });
    const clientError = new Problem('validation_failed', '/startsAt must be a time');
    expect(await runThrowing(clientError)).toEqual({ ok: false, problem: clientError });
    const serverError = new Problem('unavailable');
    await expect(runThrowing(serverError)).rejects.toBe(serverError);
    const bug = new Error('bug');
    await expect(runThrowing(bug)).rejects.toBe(bug);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdmissionLimits, Busy, createAdmission, limitsFor, type Place } from './admission.ts';

const LIMITS: AdmissionLimits = { atOnce: 2, each: 2, waiting: 4, patienceMs: 1_000 };

/** Asks for places and keeps account of who has one, in the order of their turns. */
function desk(limits: Partial<AdmissionLimits> = {}) {
  const admission = createAdmission({ ...LIMITS, ...limits }, () => Date.now());
  const inside: string[] = [];
  const places = new Map<string, Place>();
  const refused: string[] = [];
  const hangUps = new Map<string, () => void>();
  return {
    ...{ admission, inside, places, refused, hangUps },
    async ask(...whos: string[]) {
      for (const who of whos) {
        admission
          .enter(who[0]!, (gone) => hangUps.set(who, gone))
          .then((place) => {
            inside.push(who);
            places.set(who, place);
          })
          .catch((error) => refused.push(error instanceof Busy ? who : `${who}: ${error}`));
      }
      await vi.advanceTimersByTimeAsync(0);
    },
    async leave(...whos: string[]) {
      for (const who of whos) places.get(who)!.leave();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('admission', () => {
  it('lets in as many as there is room for, and the others in their order as those leave', async () => {
    const { ask, leave, inside, admission } = desk();
    await ask('a1', 'a2', 'a3', 'a4');
    expect(inside).toEqual(['a1', 'a2']);
    expect(admission.counts()).toEqual({ in_progress: 2, waiting: 2 });
    await leave('a2');
    expect(inside).toEqual(['a1', 'a2', 'a3']);
    await leave('a1', 'a3');
    expect(inside).toEqual(['a1', 'a2', 'a3', 'a4']);
    await leave('a4');
    expect(admission.counts()).toEqual({ in_progress: 0, waiting: 0 });
  });

  it('has workspaces take turns, however many requests one of them has', async () => {
    const { ask, leave, inside } = desk({ atOnce: 1, each: 1, waiting: 10 });
    await ask('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2');
    for (let n = 0; n < 7; n++) await leave(inside.at(-1)!);
    expect(inside).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
  });

  it('keeps room for others while the requests of one take long', async () => {
    const { ask, leave, inside } = desk({ atOnce: 3, each: 2 });
    await ask('a1', 'a2', 'a3', 'b1');
    expect(inside).toEqual(['a1', 'a2', 'b1']);
    await leave('b1');
    expect(inside).toEqual(['a1', 'a2', 'b1']);
    await leave('a1');
    expect(inside).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses at once when the queue is full', async () => {
    const { ask, refused, admission } = desk();
    await ask('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8');
    expect(refused).toEqual(['a7', 'a8']);
    expect(admission.counts()).toEqual({ in_progress: 2, waiting: 4 });
    await expect(admission.enter('a')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  });

  it('makes room in a full queue for a workspace with less in it, at the cost of the one with most', async () => {
    const { ask, leave, refused, inside } = desk();
    await ask('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1');
    expect(refused).toEqual(['a6']);
    await ask('b2');
    expect(refused).toEqual(['a6', 'a5']);
    // Both have two in it by now.
    await ask('b3', 'a7');
    expect(refused).toEqual(['a6', 'a5', 'b3', 'a7']);
    await leave('a1', 'a2');
    expect(inside).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('refuses whoever has waited too long', async () => {
    const { ask, leave, refused, inside, admission } = desk();
    await ask('a1', 'a2', 'a3');
    await vi.advanceTimersByTimeAsync(999);
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toEqual(['a3']);
    await leave('a1');
    expect(inside).toEqual(['a1', 'a2']);
    expect(admission.counts()).toEqual({ in_progress: 1, waiting: 0 });
  });

  it('refuses at once what would wait too long, by how long requests take', async () => {
    const { ask, leave, refused } = desk({ waiting: 100 });
    // Each half a second: two places serve four in the second that one may wait.
    for (let n = 0; n < 200; n++) {
      await ask(`a${n}`);
      await vi.advanceTimersByTimeAsync(500);
      await leave(`a${n}`);
    }
    await ask('b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6');
    expect(refused).toEqual(['b6']);
  });

  it('lets go of whoever hangs up while waiting', async () => {
    const { ask, leave, inside, hangUps, admission } = desk();
    await ask('a1', 'a2', 'a3', 'a4');
    hangUps.get('a3')!();
    expect(admission.counts()).toEqual({ in_progress: 2, waiting: 1 });
    await leave('a1');
    expect(inside).toEqual(['a1', 'a2', 'a4']);
    // Once it has its place, hanging up changes nothing: its work goes on.
    hangUps.get('a4')!();
    expect(admission.counts()).toEqual({ in_progress: 2, waiting: 0 });
  });

  it('gives a place back only once', async () => {
    const { ask, leave, admission } = desk();
    await ask('a1', 'a2');
    await leave('a1', 'a1', 'a1');
    expect(admission.counts()).toEqual({ in_progress: 1, waiting: 0 });
  });

  it('has whoever was apart back before those that have not begun, and never refuses them', async () => {
    const { ask, leave, places, refused, inside, admission } = desk();
    await ask('a1', 'a2');
    await leave('a1');
    await ask('a3', 'a4', 'a5', 'a6', 'a7');
    const isBack = vi.fn();
    places.get('a1')!.back().then(isBack);
    await ask('b1', 'b2', 'b3');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refused).toHaveLength(7);
    expect(admission.counts()).toEqual({ in_progress: 2, waiting: 1 });
    await ask('a8');
    await leave('a2');
    expect(isBack).toHaveBeenCalled();
    expect(inside).toEqual(['a1', 'a2', 'a3']);
    await leave('a1');
    expect(inside).toEqual(['a1', 'a2', 'a3', 'a8']);
  });

  it('leaves two connections free, and some places to other workspaces', () => {
    expect(limitsFor(10)).toMatchObject({ atOnce: 8, each: 6, waiting: 500 });
    expect(limitsFor(2)).toMatchObject({ atOnce: 1, each: 1 });
  });
});

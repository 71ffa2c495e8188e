import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AdmissionLimits,
  type AdmissionTicket,
  chooseAdmissionLimits,
  createAdmission,
  ServerBusy,
} from './admission.ts';

const LIMITS: AdmissionLimits = {
  maxInProgress: 2,
  maxPerWorkspace: 2,
  maxWhileOthersActive: 2,
  maxWaiting: 4,
  maxWaitMs: 1_000,
};

/** Sends requests by name (the first letter is the workspace) and records which were admitted and rejected. */
function createAdmissionDriver(limits: Partial<AdmissionLimits> = {}) {
  const admission = createAdmission({ ...LIMITS, ...limits }, () => Date.now());
  const admitted: string[] = [];
  const tickets = new Map<string, AdmissionTicket>();
  const rejected: string[] = [];
  const disconnects = new Map<string, () => void>();
  return {
    admission,
    admitted,
    tickets,
    rejected,
    disconnects,
    async request(...requestNames: string[]) {
      for (const requestName of requestNames) {
        admission
          .acquire(requestName[0]!, (abandon) => disconnects.set(requestName, abandon))
          .then((ticket) => {
            admitted.push(requestName);
            tickets.set(requestName, ticket);
          })
          .catch((error) => rejected.push(error instanceof ServerBusy ? requestName : `${requestName}: ${error}`));
      }
      await vi.advanceTimersByTimeAsync(0);
    },
    async finish(...requestNames: string[]) {
      for (const requestName of requestNames) tickets.get(requestName)!.release();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('admission', () => {
  it('admits requests up to the limit and the others in order as requests finish', async () => {
    const { request, finish, admitted, admission } = createAdmissionDriver();
    await request('a1', 'a2', 'a3', 'a4');
    expect(admitted).toEqual(['a1', 'a2']);
    expect(admission.readCounts()).toEqual({ in_progress: 2, waiting: 2 });
    await finish('a2');
    expect(admitted).toEqual(['a1', 'a2', 'a3']);
    await finish('a1', 'a3');
    expect(admitted).toEqual(['a1', 'a2', 'a3', 'a4']);
    await finish('a4');
    expect(admission.readCounts()).toEqual({ in_progress: 0, waiting: 0 });
  });

  it('lets workspaces take turns, however many requests one of them has', async () => {
    const { request, finish, admitted } = createAdmissionDriver({
      maxInProgress: 1,
      maxPerWorkspace: 1,
      maxWaiting: 10,
    });
    await request('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2');
    for (let n = 0; n < 7; n++) await finish(admitted.at(-1)!);
    expect(admitted).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
  });

  it('keeps capacity for others while one workspace has slow requests', async () => {
    const { request, finish, admitted } = createAdmissionDriver({ maxInProgress: 3, maxPerWorkspace: 2 });
    await request('a1', 'a2', 'a3', 'b1');
    expect(admitted).toEqual(['a1', 'a2', 'b1']);
    await finish('b1');
    expect(admitted).toEqual(['a1', 'a2', 'b1']);
    await finish('a1');
    expect(admitted).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('admits fewer requests of one workspace while others are active, and more again a second later', async () => {
    const limits = { maxInProgress: 6, maxPerWorkspace: 4, maxWhileOthersActive: 2, maxWaitMs: 60_000 };
    const { request, finish, admitted } = createAdmissionDriver(limits);
    await request('b1');
    await finish('b1');
    await request('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
    expect(admitted).toEqual(['b1', 'a1', 'a2']);
    await finish('a1');
    expect(admitted).toEqual(['b1', 'a1', 'a2', 'a3']);
    await vi.advanceTimersByTimeAsync(1_100);
    await finish('a2');
    expect(admitted).toEqual(['b1', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  });

  it('admits one request at a time from a flooding workspace while others are active', async () => {
    const limits = {
      maxInProgress: 3,
      maxPerWorkspace: 2,
      maxWhileOthersActive: 2,
      maxWaiting: 100,
      maxWaitMs: 60_000,
    };
    const { request, finish, admitted } = createAdmissionDriver(limits);
    await request('b1');
    await request('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7');
    expect(admitted).toEqual(['b1', 'a1', 'a2']);
    await finish('a1');
    expect(admitted).toEqual(['b1', 'a1', 'a2']);
    await finish('a2');
    expect(admitted).toEqual(['b1', 'a1', 'a2', 'a3']);
  });

  it('rejects immediately when the queue is full', async () => {
    const { request, rejected, admission } = createAdmissionDriver();
    await request('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8');
    expect(rejected).toEqual(['a7', 'a8']);
    expect(admission.readCounts()).toEqual({ in_progress: 2, waiting: 4 });
    await expect(admission.acquire('a')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  });

  it('evicts a request from the longest queue for a workspace with a shorter queue', async () => {
    const { request, finish, rejected, admitted } = createAdmissionDriver();
    await request('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1');
    expect(rejected).toEqual(['a6']);
    await request('b2');
    expect(rejected).toEqual(['a6', 'a5']);
    // Both workspaces now have two waiting requests.
    await request('b3', 'a7');
    expect(rejected).toEqual(['a6', 'a5', 'b3', 'a7']);
    await finish('a1', 'a2');
    expect(admitted).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('rejects a request that has waited too long', async () => {
    const { request, finish, rejected, admitted, admission } = createAdmissionDriver();
    await request('a1', 'a2', 'a3');
    await vi.advanceTimersByTimeAsync(999);
    expect(rejected).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(rejected).toEqual(['a3']);
    await finish('a1');
    expect(admitted).toEqual(['a1', 'a2']);
    expect(admission.readCounts()).toEqual({ in_progress: 1, waiting: 0 });
  });

  it('rejects immediately if recent durations predict too long a wait', async () => {
    const { request, finish, rejected } = createAdmissionDriver({ maxWaiting: 100 });
    // Requests take half a second, so two at a time serve four within the maximum wait of one second.
    for (let n = 0; n < 200; n++) {
      await request(`a${n}`);
      await vi.advanceTimersByTimeAsync(500);
      await finish(`a${n}`);
    }
    await request('b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6');
    expect(rejected).toEqual(['b6']);
  });

  it('removes a waiting request when its client disconnects', async () => {
    const { request, finish, admitted, disconnects, admission } = createAdmissionDriver();
    await request('a1', 'a2', 'a3', 'a4');
    disconnects.get('a3')!();
    expect(admission.readCounts()).toEqual({ in_progress: 2, waiting: 1 });
    await finish('a1');
    expect(admitted).toEqual(['a1', 'a2', 'a4']);
    // Disconnecting after admission changes nothing.
    disconnects.get('a4')!();
    expect(admission.readCounts()).toEqual({ in_progress: 2, waiting: 0 });
  });

  it('ignores a second release', async () => {
    const { request, finish, admission } = createAdmissionDriver();
    await request('a1', 'a2');
    await finish('a1', 'a1', 'a1');
    expect(admission.readCounts()).toEqual({ in_progress: 1, waiting: 0 });
  });

  it('readmits a released request before new ones and never rejects it', async () => {
    const { request, finish, tickets, rejected, admitted, admission } = createAdmissionDriver();
    await request('a1', 'a2');
    await finish('a1');
    await request('a3', 'a4', 'a5', 'a6', 'a7');
    const onReadmitted = vi.fn();
    const readmission = tickets.get('a1')!.reacquire().then(onReadmitted);
    await request('b1', 'b2', 'b3');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rejected).toHaveLength(7);
    expect(admission.readCounts()).toEqual({ in_progress: 2, waiting: 1 });
    await request('a8');
    await finish('a2');
    expect(onReadmitted).toHaveBeenCalled();
    await readmission;
    expect(admitted).toEqual(['a1', 'a2', 'a3']);
    await finish('a1');
    expect(admitted).toEqual(['a1', 'a2', 'a3', 'a8']);
  });

  it('leaves two connections free and some capacity for other workspaces', () => {
    expect(chooseAdmissionLimits(10)).toMatchObject({
      maxInProgress: 8,
      maxPerWorkspace: 6,
      maxWhileOthersActive: 2,
      maxWaiting: 500,
    });
    expect(chooseAdmissionLimits(2)).toMatchObject({ maxInProgress: 1, maxPerWorkspace: 1, maxWhileOthersActive: 1 });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../kernel/database/database.ts';
import type { Log } from '../../kernel/log.ts';
import { attempt, type Claimed, type Result, type Sender } from './deliver.ts';
import { disableEndpoint } from './disable.ts';
import type { WhyDisabled } from './store.ts';

/** Of one instance. A receiver that hangs holds as many for as long as the time-out, and then as few as a failing one. */
const MOST = 300;
const EACH = 10;
const EACH_FAILING = 2;
const TROUBLE_MS = 1_000;

type Dispatching = Sender & {
  database: Database;
  log: Log;
  /** Told of each arrival, with the seconds since its event. */
  delivered?: (seconds: number) => void;
};

export type Dispatcher = {
  /** Begins no attempt any more, and waits for those under way. */
  stop(): Promise<void>;
};

/**
 * Sends what is due until stopped. One loop writes down what has come back and leases what is due next, a statement for
 * each however many there are; sending goes on beside it. Any number of instances may do so on one database.
 */
export function startDispatcher({ database, log, delivered, ...sender }: Dispatching): Dispatcher {
  const { timing } = sender;
  const underWay = new Map<string, number>();
  let done: { delivery: Claimed; result: Result }[] = [];
  let sending = 0;
  let stopping = false;

  const count = (endpointId: string, change: number) => {
    const now = (underWay.get(endpointId) ?? 0) + change;
    if (now) underWay.set(endpointId, now);
    else underWay.delete(endpointId);
  };

  async function send(delivery: Claimed): Promise<void> {
    sending++;
    count(delivery.endpoint_id, 1);
    const result = await attempt(sender, delivery);
    sending--;
    if (result.outcome === 'delivered') delivered?.((Date.now() - delivery.created_at.getTime()) / 1000);
    done.push({ delivery, result });
  }

  async function claim(): Promise<number> {
    const room = MOST - sending - done.length;
    if (room <= 0) return 0;
    const claimed = await database.statement<Claimed>(
      `select * from claim_deliveries($1, $2, $3, $4, $5, $6 * interval '1 millisecond')`,
      [room, EACH, EACH_FAILING, [...underWay.keys()], [...underWay.values()], timing.lease],
    );
    for (const delivery of claimed) void send(delivery);
    return claimed.length;
  }

  async function record(): Promise<number> {
    const batch = [...done];
    if (!batch.length) return 0;
    const hopeless = await database.statement<{ workspace_id: string; endpoint_id: string; because: WhyDisabled }>(
      `select * from record_attempts($1, $2 * interval '1 millisecond')`,
      [JSON.stringify(batch.map(({ result }) => result)), timing.patience],
    );
    done = done.slice(batch.length);
    for (const { delivery } of batch) count(delivery.endpoint_id, -1);
    for (const { workspace_id, endpoint_id, because } of hopeless) {
      await disableEndpoint(database, workspace_id, endpoint_id, because);
      log.info({ workspace: workspace_id, endpoint: endpoint_id, because }, 'a webhook endpoint was disabled');
    }
    return batch.length;
  }

  async function run(): Promise<void> {
    while (!stopping || sending || done.length) {
      try {
        const recorded = await record();
        const claimed = stopping ? 0 : await claim();
        await sleep(recorded || claimed ? timing.busy : timing.idle);
      } catch (error) {
        log.warn({ err: error }, 'webhooks could not be leased or written down; trying again');
        // Without a database to write to, leases lapse and another takes over.
        if (stopping && !sending) return;
        await sleep(TROUBLE_MS);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stopping = true;
      await running;
    },
  };
}

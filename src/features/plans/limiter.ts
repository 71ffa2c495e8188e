import type { Database } from '../../kernel/database/database.ts';
import type { Limits } from './plans.ts';

/** How a workspace stands after a call was taken or refused. */
export type Standing = {
  granted: boolean;
  windowUsed: number;
  windowResetsInMs: number;
  monthUsed: number;
};

type Wish = { amount: number; resolve(standing: Standing): void; reject(error: unknown): void };
type Batch = Map<string, { limits: Limits; wishes: Wish[] }>;
type Row = { granted: number; window_used: number; window_left_ms: number; month_used: number };

const TAKE = 'select * from take_calls($1, $2, $3, $4)';

/**
 * Counts calls in the database, so that all instances share one exact count. Calls that arrive while a statement is
 * under way wait for it and then go together in the next one: under load one round trip counts for many requests.
 */
export function createLimiter(database: Database) {
  let waiting: Batch = new Map();
  let underWay = false;

  async function flush(): Promise<void> {
    underWay = true;
    while (waiting.size) {
      const batch = waiting;
      waiting = new Map();
      await count(database, batch);
    }
    underWay = false;
  }

  function ask(workspaceId: string, limits: Limits, amount: number): Promise<Standing> {
    return new Promise((resolve, reject) => {
      // Giving back is a batch entry of its own: the database grants an amount or a part of it, never a mixture.
      const id = amount < 0 ? `${workspaceId}\0back` : workspaceId;
      const entry = waiting.get(id) ?? { limits, wishes: [] };
      entry.limits = limits;
      entry.wishes.push({ amount, resolve, reject });
      waiting.set(id, entry);
      if (!underWay) void flush();
    });
  }

  return {
    /** Takes one call if burst and month allow it. */
    take: (workspaceId: string, limits: Limits) => ask(workspaceId, limits, 1),
    /** Gives a call back that turned out not to count. */
    giveBack: (workspaceId: string, limits: Limits) => ask(workspaceId, limits, -1),
    /** How things stand, without taking anything. */
    look: (workspaceId: string, limits: Limits) => ask(workspaceId, limits, 0),
  };
}

export type Limiter = ReturnType<typeof createLimiter>;

async function count(database: Database, batch: Batch): Promise<void> {
  const entries = [...batch].sort(([a], [b]) => (a < b ? -1 : 1));
  try {
    const rows = await database.statement<Row>(TAKE, [
      entries.map(([id]) => id.split('\0')[0]),
      entries.map(([, { wishes }]) => wishes.reduce((sum, wish) => sum + wish.amount, 0)),
      entries.map(([, { limits }]) => limits.burst),
      entries.map(([, { limits }]) => limits.month),
    ]);
    for (const [index, [, { wishes }]] of entries.entries()) share(rows[index]!, wishes);
  } catch (error) {
    for (const [, { wishes }] of entries) for (const wish of wishes) wish.reject(error);
  }
}

/** First come, first served: each wish sees the count as it was after its own turn. */
function share(row: Row, wishes: Wish[]): void {
  let left = row.granted;
  let before = 0;
  for (const wish of wishes) {
    const granted = wish.amount <= 0 || left > 0;
    if (wish.amount > 0 && granted) left -= 1;
    if (granted) before += wish.amount;
    const after = row.granted - before;
    wish.resolve({
      granted,
      windowUsed: row.window_used - after,
      windowResetsInMs: row.window_left_ms,
      monthUsed: row.month_used - after,
    });
  }
}

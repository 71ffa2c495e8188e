import type pg from 'pg';
import type { Log } from '../log.ts';

/** Told of a statement as it is sent; what it returns is called once it is answered. */
export type Watch = (text: string) => () => void;

type Query = (...args: unknown[]) => unknown;

/** Every statement of this connection, however it is sent. */
export function watchStatements(client: pg.ClientBase, watch: Watch): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...args) => {
    const [statement] = args as [string | { text?: string }];
    const done = watch((typeof statement === 'string' ? statement : statement.text) ?? '');
    const last = args.at(-1);
    if (typeof last === 'function') {
      return query(...args.slice(0, -1), (...result: unknown[]) => {
        done();
        last(...result);
      });
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(done, done);
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Says which statements take long: their text alone, since values may be anybody's. */
export function slowStatements(log: Log, thresholdMs: number): Watch {
  return (text) => {
    const start = performance.now();
    return () => {
      const ms = performance.now() - start;
      if (ms >= thresholdMs)
        log.warn({ ms: Math.round(ms), statement: text.replace(/\s+/g, ' ').trim() }, 'a slow statement');
    };
  };
}

export const watchAll =
  (...watches: Watch[]): Watch =>
  (text) => {
    const done = watches.map((watch) => watch(text));
    return () => {
      for (const each of done) each();
    };
  };

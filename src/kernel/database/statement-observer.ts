import type pg from 'pg';
import type { Log } from '../log.ts';

/** Called when a statement is sent. The returned function is called when its result arrives. */
export type StatementObserver = (text: string) => () => void;

type Query = (...args: unknown[]) => unknown;

/** Wraps the connection's query method, so that every statement is observed. */
export function observeStatements(client: pg.ClientBase, observer: StatementObserver): void {
  const query = client.query.bind(client) as Query;
  const observedQuery: Query = (...args) => {
    const [statement] = args as [string | { text?: string }];
    const onDone = observer((typeof statement === 'string' ? statement : statement.text) ?? '');
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (...results: unknown[]) => {
        onDone();
        callback(...results);
      });
    }
    const result = query(...args);
    if (result instanceof Promise) result.then(onDone, onDone);
    return result;
  };
  client.query = observedQuery as typeof client.query;
}

/** Logs slow statements without their values, which may be personal data. */
export function logSlowStatements(log: Log, thresholdMs: number): StatementObserver {
  return (text) => {
    const startedAt = performance.now();
    return () => {
      const ms = performance.now() - startedAt;
      if (ms >= thresholdMs)
        log.warn({ ms: Math.round(ms), statement: text.replace(/\s+/g, ' ').trim() }, 'a slow statement');
    };
  };
}

export const combineObservers =
  (...observers: StatementObserver[]): StatementObserver =>
  (text) => {
    const callbacks = observers.map((observer) => observer(text));
    return () => {
      for (const onDone of callbacks) onDone();
    };
  };

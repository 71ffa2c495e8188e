// How much one mail server may send to our listener. Mail servers try again later what was refused for now.
import { createThrottle } from '../../../kernel/rate-limit.ts';

type Limits = { maxConnections: number; emailsPerMinute: number };

/** Counts by the client's IP address. */
export function createClientLimits({ maxConnections, emailsPerMinute }: Limits) {
  const openConnectionCounts = new Map<string, number>();
  const throttle = createThrottle();

  return {
    /** False if the client has too many connections. Every call must be followed by one of `disconnect`. */
    connect(address: string): boolean {
      const count = (openConnectionCounts.get(address) ?? 0) + 1;
      openConnectionCounts.set(address, count);
      return count <= maxConnections;
    },
    disconnect(address: string): void {
      const count = (openConnectionCounts.get(address) ?? 0) - 1;
      if (count > 0) openConnectionCounts.set(address, count);
      else openConnectionCounts.delete(address);
    },
    /** False if the client has sent too many emails in the last minute. */
    countEmail: (address: string): boolean => throttle(address, emailsPerMinute) === undefined,
  };
}

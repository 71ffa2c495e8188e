// How much one mail server may send to our listener. Mail servers try again later what was refused for now.

type Limits = { maxConnections: number; emailsPerMinute: number };
type Client = { connections: number; emails: number; minute: number };

/** Counts by the client's IP address. One without open connections is forgotten in the next minute. */
export function createClientLimits({ maxConnections, emailsPerMinute }: Limits, now: () => number = Date.now) {
  const clients = new Map<string, Client>();
  const currentMinute = () => Math.floor(now() / 60_000);
  let lastSweep = currentMinute();

  function clientFor(address: string): Client {
    const minute = currentMinute();
    if (minute > lastSweep) {
      lastSweep = minute;
      for (const [clientAddress, client] of clients) if (client.connections <= 0) clients.delete(clientAddress);
    }
    const client = clients.get(address) ?? { connections: 0, emails: 0, minute };
    if (client.minute !== minute) {
      client.emails = 0;
      client.minute = minute;
    }
    clients.set(address, client);
    return client;
  }

  return {
    /** False if the client has too many connections. Every call must be followed by one of `disconnect`. */
    connect: (address: string): boolean => ++clientFor(address).connections <= maxConnections,
    disconnect(address: string): void {
      const client = clientFor(address);
      client.connections = Math.max(0, client.connections - 1);
    },
    /** False if the client has sent too many emails in this minute. */
    countEmail: (address: string): boolean => ++clientFor(address).emails <= emailsPerMinute,
  };
}

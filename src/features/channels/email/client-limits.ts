// How much one mail server may send to our listener. Mail servers try again later what was refused for now.

type Limits = { maxOpen: number; mailsPerMinute: number };
type Client = { open: number; mails: number; minute: number };

/** Counts by the address of the client. An address without open connections is forgotten in the next minute. */
export function createClientLimits({ maxOpen, mailsPerMinute }: Limits, now: () => number = Date.now) {
  const clients = new Map<string, Client>();
  const currentMinute = () => Math.floor(now() / 60_000);
  let lastSweep = currentMinute();

  function clientAt(address: string): Client {
    const minute = currentMinute();
    if (minute > lastSweep) {
      lastSweep = minute;
      for (const [each, client] of clients) if (client.open <= 0) clients.delete(each);
    }
    const client = clients.get(address) ?? { open: 0, mails: 0, minute };
    if (client.minute !== minute) Object.assign(client, { mails: 0, minute });
    clients.set(address, client);
    return client;
  }

  return {
    /** False if it has too many connections. Every call needs one of `disconnect`. */
    connect: (address: string): boolean => ++clientAt(address).open <= maxOpen,
    disconnect(address: string): void {
      const client = clientAt(address);
      client.open = Math.max(0, client.open - 1);
    },
    /** False if it has sent too many mails in this minute. */
    countMail: (address: string): boolean => ++clientAt(address).mails <= mailsPerMinute,
  };
}

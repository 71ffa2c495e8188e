import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Channel } from './channel.ts';

/** Every folder next to this file is a channel. */
export async function loadChannels(): Promise<Map<string, Channel>> {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const channels = await Promise.all(
    folders.map(async ({ name }) => {
      const { channel } = (await import(join(import.meta.dirname, name, 'channel.ts'))) as { channel: Channel };
      return channel;
    }),
  );
  return new Map(channels.map((channel) => [channel.kind, channel]));
}

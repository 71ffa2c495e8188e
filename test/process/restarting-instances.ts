// A program of instances that serve nothing and start at once, except while the file of the first argument is there.
import { existsSync } from 'node:fs';
import { isInstance, reportReady, startInstances } from '../../src/kernel/instances.ts';
import { createLog } from '../../src/kernel/log.ts';

const [hindrance = '', count = ''] = process.argv.slice(2);

if (isInstance) {
  if (existsSync(hindrance)) process.exit(1);
  process.stdout.write('an instance starts\n');
  reportReady('here');
  // Keeps it running, with its channel to the first process.
  setInterval(() => undefined, 60_000);
} else {
  const onGiveUp = () => {
    process.stdout.write('gave up\n');
    process.exit(1);
  };
  const instances = await startInstances(Number(count), { log: createLog('info'), onGiveUp, firstDelayMs: 5 });
  process.stdout.write(`ready: ${instances.address}\n`);
  process.on('SIGUSR2', () => void instances.restart());
}

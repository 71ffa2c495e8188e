// A program whose instances do nothing. They start immediately, but fail while the file named by the first argument exists.
import { existsSync } from 'node:fs';
import { isInstance, reportReady, startInstances } from '../../src/kernel/instances.ts';
import { createLog } from '../../src/kernel/log.ts';

const [blockFile = '', count = ''] = process.argv.slice(2);

if (isInstance) {
  if (existsSync(blockFile)) process.exit(1);
  process.stdout.write('an instance starts\n');
  reportReady('here');
  // Keeps the instance running, with its channel to the parent process.
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

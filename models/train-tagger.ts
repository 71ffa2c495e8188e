// node models/train-tagger.ts: trains models/tagger/tagger.bin on all of RESTAURANTS-8K's training file.
import { writeFileSync } from 'node:fs';
import { trainTagger } from '../src/nlu/tagger/tagger.ts';
import { RESTAURANTS8K_FILE, readRestaurants8k } from './tagger/restaurants8k.ts';
import { createSlotlessMessages } from './tagger/slotless-messages.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const messages = readRestaurants8k();
if (messages) {
  const startedAt = performance.now();
  const printProgress = (epoch: number, loss: number) => printLine(`epoch ${epoch}: loss ${loss.toFixed(4)} a message`);
  const bytes = trainTagger([...messages, ...(await createSlotlessMessages())], { onEpoch: printProgress }).serialize();
  writeFileSync(new URL('tagger/tagger.bin', import.meta.url), bytes);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  printLine(`${messages.length} messages, ${seconds} s, ${Math.ceil(bytes.length / 1000)} KB`);
} else {
  printLine(`There is no ${RESTAURANTS8K_FILE.pathname}; the weights stay as they are.`);
  process.exitCode = 1;
}

// Makes the weights of the intent classifiers from the phrases in the source: `npm run train`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileOf, lessonsOf, teach } from '../src/features/assistant/lessons.ts';
import { loadIndustries } from '../src/industries/load.ts';
import { openEncoder } from '../src/understanding/encoder/encoder.ts';

const encoder = openEncoder();
for (const industry of [undefined, ...(await loadIndustries())]) {
  const started = performance.now();
  const lessons = lessonsOf(industry);
  const bytes = await teach(encoder, lessons);
  const file = fileOf(industry);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${industry?.name ?? 'general'}: ${lessons.length} phrases, ${Math.round(bytes.length / 1024)} KB, ${seconds} s`,
  );
}
await encoder.close();

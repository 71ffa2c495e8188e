import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyIndustry } from '../capability/industry.ts';

/** Every folder with an `industry.ts` is an industry; there is no list to register it in. */
export async function loadIndustries(folders: string[] = [import.meta.dirname]): Promise<AnyIndustry[]> {
  const industries: AnyIndustry[] = [];
  for (const folder of folders) {
    for (const name of (await readdir(folder)).sort()) {
      const file = join(folder, name, 'industry.ts');
      if (!existsSync(file)) continue;
      const { industry } = (await import(pathToFileURL(file).href)) as { industry: AnyIndustry };
      industries.push(industry);
    }
  }
  return industries;
}

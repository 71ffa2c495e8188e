import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Config } from '../../kernel/config.ts';
import type { ResolveBusiness } from '../business/resolve-business.ts';
import type { Tools } from '../tools/tools.ts';

/** Whoever asks, at the business that their key opens. */
export type Caller = CapabilityContext<Business>;

/** What every exchange leans on. */
export type McpOptions = {
  config: Config;
  version: string;
  industries: AnyIndustry[];
  tools: Tools;
  resolveBusiness: ResolveBusiness;
};

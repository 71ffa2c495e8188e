import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Config } from '../../kernel/config.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import type { Tools } from '../tools/tools.ts';

/** The calling agent, with the business its key belongs to. */
export type Caller = CapabilityContext<Business>;

export type McpOptions = {
  config: Config;
  version: string;
  industries: AnyIndustry[];
  tools: Tools;
  resolveBusinessContext: ResolveBusinessContext;
};

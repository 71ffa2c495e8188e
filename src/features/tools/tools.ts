import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { createTool, type Tool } from '../../capability/tool.ts';
import { bookingTools } from './booking-tools.ts';
import { businessTools } from './business-tools.ts';

export type Tools = ReturnType<typeof createTools>;

/** Every tool that programs can call for a customer, whether over MCP or by a language model. */
export function createTools(industries: readonly AnyIndustry[]) {
  const allTools: Tool[] = [
    ...industries.flatMap(({ capabilities }) => capabilities.map(createTool)),
    ...bookingTools,
    ...businessTools,
  ];
  const toolsByName = new Map(allTools.map((tool) => [tool.name, tool]));
  return {
    /** The tools of the active industries, and those that every business has. */
    forBusiness: ({ industries: activeIndustries }: Pick<Business, 'industries'>): Tool[] =>
      allTools.filter(({ industry }) => industry === undefined || activeIndustries.includes(industry)),
    find: (name: string): Tool | undefined => toolsByName.get(name),
  };
}

// What a site's robots.txt allows. A file may hold thousands of rules that each take long: it is read where files are.
import robotsParser from 'robots-parser';

export type Robots = { url: string; text: string; agent: string; pages: string[] };
export type RobotsVerdict = { allowed: string[]; delaySeconds: number };

/** Its types speak of another way to export it. */
const parse = robotsParser as unknown as typeof robotsParser.default;

/** Those of the pages that may be read, and how long to wait between two. */
export function judge({ url, text, agent, pages }: Robots): RobotsVerdict {
  const rules = parse(url, text);
  return {
    allowed: pages.filter((page) => rules.isAllowed(page, agent) !== false),
    delaySeconds: rules.getCrawlDelay(agent) ?? 0,
  };
}

// Evaluates a site's robots.txt. It runs in the extract worker, because a file with thousands of rules can take long.
import robotsParser from 'robots-parser';

export type RobotsQuery = { url: string; text: string; agent: string; pages: string[] };
export type RobotsVerdict = { allowed: string[]; delaySeconds: number };

/** The package's type declarations do not match how it is exported. */
const parse = robotsParser as unknown as typeof robotsParser.default;

/** The pages that may be crawled, and the delay between two requests. */
export function checkRobots({ url, text, agent, pages }: RobotsQuery): RobotsVerdict {
  const rules = parse(url, text);
  return {
    allowed: pages.filter((page) => rules.isAllowed(page, agent) !== false),
    delaySeconds: rules.getCrawlDelay(agent) ?? 0,
  };
}

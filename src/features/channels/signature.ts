import type { Business } from '../../capability/document.ts';

/** Who wrote an email, who the business is and how to reach it, line by line. */
export const composeSignature = ({ name, contact: { address, phone } }: Business, author?: string): string[] =>
  [author, name, address, phone].filter((line) => line !== undefined);

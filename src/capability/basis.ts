import type { AnyCapability } from './capability.ts';
import { isFilled, valueAt } from './pointer.ts';

/** Whether the business has told what a capability goes by. What it has not told is unknown, which is not the same as none. */
export const hasBasis = (business: Record<string, unknown>, { basis = [] }: Pick<AnyCapability, 'basis'>): boolean =>
  basis.every((pointer) => isFilled(valueAt(business, pointer)));

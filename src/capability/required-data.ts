import type { AnyCapability } from './capability.ts';
import { getValueAt, isFilled } from './pointer.ts';

/** Whether the business has filled in everything a capability depends on. An empty field means "unknown", not "none". */
export const hasRequiredData = (
  business: Record<string, unknown>,
  { requiredData: pointers = [] }: Pick<AnyCapability, 'requiredData'>,
): boolean => pointers.every((pointer) => isFilled(getValueAt(business, pointer)));

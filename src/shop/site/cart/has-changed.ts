import type { CartLine } from '../../carts/contract.ts'

/** Whether something about it has changed since it was put in: its price, or how many pieces there are. */
export const hasChanged = ({ fault, seen, reduced }: CartLine): boolean =>
  fault === 'fewer' || (fault === null && seen !== reduced)

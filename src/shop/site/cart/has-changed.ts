import type { CartLine } from '../../carts/contract.ts'

/** True if price or availability changed since the line was added. */
export const isLineChanged = ({ fault, seen, reduced }: CartLine): boolean =>
  fault === 'fewer' || (fault === null && seen !== reduced)

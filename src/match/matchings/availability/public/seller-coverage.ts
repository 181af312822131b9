/** Number of sellers that the drawn times suit, and the slot that would add the most further sellers. */
export interface SellerCoverage {
  met: number
  all: number
  /** Sellers that are free in no usable slot. */
  never: number
  best: { slot: string; adds: number; seller: string } | null
}

interface Seller {
  name: string
  busy: readonly number[]
}
interface Slot {
  _id: string
  past: boolean
  meeting: unknown
}

/** Returns the number of free sellers at each slot, by index. */
export const countFreeSellers = (sellers: readonly Seller[], slots: readonly Slot[]): number[] => {
  const free = slots.map(() => sellers.length)
  for (const { busy } of sellers) for (const position of busy) free[position] = (free[position] ?? 0) - 1
  return free
}

export const calculateCoverage = (
  sellers: readonly Seller[],
  slots: readonly Slot[],
  isDrawn: (id: string) => boolean,
): SellerCoverage => {
  const usable = slots.flatMap((slot, position) => (slot.past || slot.meeting ? [] : [{ slot, position }]))
  const drawn = usable.filter(({ slot }) => isDrawn(slot._id))
  const open = usable.filter(({ slot }) => !isDrawn(slot._id))
  const unmet = sellers
    .map(({ name, busy }) => ({ name, busy: new Set(busy) }))
    .filter(({ busy }) => !drawn.some(({ position }) => !busy.has(position)))
  let best: SellerCoverage['best'] = null
  for (const { slot, position } of open) {
    const added = unmet.filter(({ busy }) => !busy.has(position))
    if (added.length > (best?.adds ?? 0)) best = { slot: slot._id, adds: added.length, seller: added[0]?.name ?? '' }
  }
  const never = unmet.filter(({ busy }) => usable.every(({ position }) => busy.has(position))).length
  return { met: sellers.length - unmet.length, all: sellers.length, never, best }
}

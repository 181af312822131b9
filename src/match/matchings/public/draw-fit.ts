/** Which sellers a drawing meets, and the one slot that would add most of those it does not. */
export interface Fit {
  met: number
  all: number
  /** Free at no slot that is left. */
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

/** How many sellers are free at each slot, by position. */
export const freeAt = (sellers: readonly Seller[], slots: readonly Slot[]): number[] => {
  const free = slots.map(() => sellers.length)
  for (const { busy } of sellers) for (const position of busy) free[position] = (free[position] ?? 0) - 1
  return free
}

export const fitOf = (sellers: readonly Seller[], slots: readonly Slot[], isDrawn: (id: string) => boolean): Fit => {
  const usable = slots.flatMap((slot, position) => (slot.past || slot.meeting ? [] : [{ slot, position }]))
  const drawn = usable.filter(({ slot }) => isDrawn(slot._id))
  const open = usable.filter(({ slot }) => !isDrawn(slot._id))
  const unmet = sellers
    .map(({ name, busy }) => ({ name, busy: new Set(busy) }))
    .filter(({ busy }) => !drawn.some(({ position }) => !busy.has(position)))
  let best: Fit['best'] = null
  for (const { slot, position } of open) {
    const added = unmet.filter(({ busy }) => !busy.has(position))
    if (added.length > (best?.adds ?? 0)) best = { slot: slot._id, adds: added.length, seller: added[0]?.name ?? '' }
  }
  const never = unmet.filter(({ busy }) => usable.every(({ position }) => busy.has(position))).length
  return { met: sellers.length - unmet.length, all: sellers.length, never, best }
}

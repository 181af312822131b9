export type Way = 'online' | 'offline'
export type TimeDrawing = ReadonlyMap<string, Way>

/** The part of a slot that the drawing needs. */
export interface DrawSlot {
  _id: string
  startAt: string
  endAt: string
  way: Way | null
  held: boolean
  past: boolean
  meeting: { matching: string; company: string } | null
}

/** True if the slot can no longer be drawn or erased. */
export const isFixed = ({ held, meeting, past }: DrawSlot): boolean => held || meeting !== null || past

/** Returns the saved times. */
export const savedDrawing = (slots: readonly DrawSlot[]): TimeDrawing =>
  new Map(slots.flatMap(({ _id, way }) => (way ? [[_id, way] as const] : [])))

/**
 * Applies a drawing to the current slots: fixed slots keep their saved way. The result is in the order of the slots.
 */
export const applyFixedSlots = (slots: readonly DrawSlot[], drawn: TimeDrawing): TimeDrawing =>
  new Map(
    slots.flatMap((slot) => {
      const way = isFixed(slot) ? slot.way : drawn.get(slot._id)
      return way ? [[slot._id, way] as const] : []
    }),
  )

/** Serializes a drawing; equal drawings give equal texts. */
export const serializeDrawing = (drawn: TimeDrawing): string =>
  [...drawn]
    .map((pair) => pair.join(' '))
    .toSorted()
    .join()

export const parseDrawing = (text: string): TimeDrawing =>
  new Map(
    (text === '' ? [] : text.split(',')).flatMap((pair) => {
      const [slot = '', way] = pair.split(' ')
      return way === 'online' || way === 'offline' ? [[slot, way] as const] : []
    }),
  )

export const drawingToTimes = (drawn: TimeDrawing) => [...drawn].map(([slot, way]) => ({ slot, way }))

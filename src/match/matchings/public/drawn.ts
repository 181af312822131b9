export type Way = 'online' | 'offline'
export type Drawn = ReadonlyMap<string, Way>

/** What the drawing has of a slot. */
export interface DrawSlot {
  _id: string
  startAt: string
  endAt: string
  way: Way | null
  held: boolean
  past: boolean
  meeting: { matching: string; company: string } | null
}

/** It cannot be drawn or erased any more. */
export const isFixed = ({ held, meeting, past }: DrawSlot): boolean => held || meeting !== null || past

/** What is saved. */
export const savedOf = (slots: readonly DrawSlot[]): Drawn =>
  new Map(slots.flatMap(({ _id, way }) => (way ? [[_id, way] as const] : [])))

/** A drawing on what is offered and agreed by now, in the order of the slots. */
export const fitted = (slots: readonly DrawSlot[], drawn: Drawn): Drawn =>
  new Map(
    slots.flatMap((slot) => {
      const way = isFixed(slot) ? slot.way : drawn.get(slot._id)
      return way ? [[slot._id, way] as const] : []
    }),
  )

/** The same text for the same drawing. */
export const textOf = (drawn: Drawn): string =>
  [...drawn]
    .map((pair) => pair.join(' '))
    .toSorted()
    .join()

export const readText = (text: string): Drawn =>
  new Map(
    (text === '' ? [] : text.split(',')).flatMap((pair) => {
      const [slot = '', way] = pair.split(' ')
      return way === 'online' || way === 'offline' ? [[slot, way] as const] : []
    }),
  )

export const timesOf = (drawn: Drawn) => [...drawn].map(([slot, way]) => ({ slot, way }))

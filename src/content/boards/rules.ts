import { periodState } from '#kit/time/period-state.ts'

/** Filter bands of the number of households; both ends inclusive. */
export const householdBands = ['1-499', '500-999', '1000-1999', '2000-'] as const
export type HouseholdBand = (typeof householdBands)[number]

export const postStates = ['draft', 'published', 'hidden'] as const
export type PostState = (typeof postStates)[number]

export type EffectiveState = PostState | 'scheduled' | 'ended'

const stateByPeriod = { coming: 'scheduled', running: 'published', ended: 'ended' } as const

/** Returns the effective state of one language at `now`: a published text may be scheduled or ended. */
export const getEffectiveState = (
  text: { state: PostState; publishFrom: string | null; publishTo: string | null },
  now: Date,
): EffectiveState => {
  if (text.state !== 'published') return text.state
  return stateByPeriod[periodState(text.publishFrom, text.publishTo, now)]
}

/** Returns the limits of a band, both inclusive; `to` is undefined for an open end. */
export const getHouseholdRange = (band: HouseholdBand): { from: number; to: number | undefined } => {
  const [from, to] = band.split('-')
  return { from: Number(from), to: to ? Number(to) : undefined }
}

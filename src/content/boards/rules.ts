import { periodState } from '#kit/time/period-state.ts'
import type { PostText } from './contract.ts'

/** Filter bands of the number of households; both ends inclusive. */
export const householdBands = ['1-499', '500-999', '1000-1999', '2000-'] as const
export type HouseholdBand = (typeof householdBands)[number]

export type EffectiveState = 'draft' | 'published' | 'scheduled' | 'ended' | 'hidden'

const ofPeriod = { coming: 'scheduled', running: 'published', ended: 'ended' } as const

/** Returns the effective state of one language at `now`: a published text may be scheduled or ended. */
export const getEffectiveState = (
  text: Pick<PostText, 'state' | 'publishFrom' | 'publishTo'>,
  now: Date,
): EffectiveState => {
  if (text.state !== 'published') return text.state
  return ofPeriod[periodState(text.publishFrom, text.publishTo, now)]
}

/** Returns the limits of a band, both inclusive; `to` is undefined for an open end. */
export const getHouseholdRange = (band: HouseholdBand): { from: number; to: number | undefined } => {
  const [from, to] = band.split('-')
  return { from: Number(from), to: to ? Number(to) : undefined }
}

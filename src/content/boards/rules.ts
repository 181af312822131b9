import { periodState } from '#kit/time/period-state.ts'
import type { PostText } from './contract.ts'

/** Sizes of estates as visitors filter by them: from so many households to so many, both included. */
export const householdBands = ['1-499', '500-999', '1000-1999', '2000-'] as const
export type HouseholdBand = (typeof householdBands)[number]

export type ShownState = 'draft' | 'published' | 'scheduled' | 'ended' | 'hidden'

const ofPeriod = { coming: 'scheduled', running: 'published', ended: 'ended' } as const

/** The state of one language as people see it: a published text may still be to come, or be over. */
export const shownState = (text: Pick<PostText, 'state' | 'publishFrom' | 'publishTo'>, now: Date): ShownState => {
  if (text.state !== 'published') return text.state
  return ofPeriod[periodState(text.publishFrom, text.publishTo, now)]
}

/** From how many households to how many, both included; `to` is absent where there is no end. */
export const householdRange = (band: HouseholdBand): { from: number; to: number | undefined } => {
  const [from, to] = band.split('-')
  return { from: Number(from), to: to ? Number(to) : undefined }
}

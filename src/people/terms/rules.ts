import { periodState } from '#kit/time/period-state.ts'
import type { TermsState } from './contract.ts'

const seoulDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Seoul',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Returns the version name: the start day in Seoul, `2026-03-01`. */
export const formatVersion = (effectiveAt: Date): string => seoulDay.format(effectiveAt)

/** True once a version has started (inclusive); from then on it cannot be changed. */
export const isInForce = (effectiveAt: Date, now: Date): boolean => periodState(effectiveAt, null, now) === 'running'

/** Returns the states of a code's versions in their order; the latest one that has started is current. */
export const listVersionStates = (versions: readonly { effectiveAt: Date }[], now: Date): TermsState[] => {
  const latest = Math.max(
    ...versions
      .filter(({ effectiveAt }) => isInForce(effectiveAt, now))
      .map(({ effectiveAt }) => effectiveAt.getTime()),
  )
  return versions.map(({ effectiveAt }) =>
    isInForce(effectiveAt, now) ? (effectiveAt.getTime() === latest ? 'current' : 'past') : 'coming',
  )
}

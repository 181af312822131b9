import { periodState } from '#kit/time/period-state.ts'
import type { TermsState } from './contract.ts'

const seoulDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Seoul',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** What a version is called: the day it begins in Seoul, `2026-03-01`. */
export const versionOf = (effectiveAt: Date): string => seoulDay.format(effectiveAt)

/** A version has begun, and with that can no longer be changed; the moment itself counts. */
export const isInForce = (effectiveAt: Date, now: Date): boolean => periodState(effectiveAt, null, now) === 'running'

/** States of the versions of one code, in their order: the latest that has begun is the present one. */
export const statesOf = (versions: readonly { effectiveAt: Date }[], now: Date): TermsState[] => {
  const latest = Math.max(
    ...versions
      .filter(({ effectiveAt }) => isInForce(effectiveAt, now))
      .map(({ effectiveAt }) => effectiveAt.getTime()),
  )
  return versions.map(({ effectiveAt }) =>
    isInForce(effectiveAt, now) ? (effectiveAt.getTime() === latest ? 'current' : 'past') : 'coming',
  )
}

import { periodState } from '#kit/time/period-state.ts'
import type { TermsState } from './contract.ts'

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

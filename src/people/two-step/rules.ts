/**
 * Seconds per step, and the number of accepted steps before and after the current one, to allow for clock differences.
 */
export const stepSeconds = 30
export const stepWindow = 1

/** Ms that a new secret waits for its first code, and a log-in for its second step. */
export const secretLifetime = 15 * 60_000
export const pendingLoginLifetime = 10 * 60_000

/** Attempts per pending log-in. */
export const maxPendingAttempts = 5

/** Number of recovery codes per set. */
export const recoveryCount = 10

/** Without letters and digits that look alike. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
export const recoveryLength = 12

/** Normalizes a code for comparison: no spaces or hyphens, lower case. */
export const normalizeCode = (code: string): string => code.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')

export const isTotp = (code: string): boolean => /^\d{6}$/.test(code)

/** Formats a recovery code in groups of four; it has 59 bits. */
export const formatRecoveryCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

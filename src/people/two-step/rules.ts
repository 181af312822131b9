/** Seconds of a step, and how many before and after the present one are taken: clocks of telephones differ. */
export const stepSeconds = 30
export const stepWindow = 1

/** Milliseconds a new secret waits for its first code, and a log-in for its second step. */
export const pendingLife = 15 * 60_000
export const loginLife = 10 * 60_000

/** Codes that may be tried in one pending log-in. */
export const pendingAttempts = 5

/** How many recovery codes are given at a time. */
export const recoveryCount = 10

/** Without letters and digits that are mistaken for each other. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
export const recoveryLength = 12

/** A code as it is compared: without the spaces and hyphens that people type. */
export const plainCode = (given: string): string => given.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')

export const isTotp = (code: string): boolean => /^\d{6}$/.test(code)

/** Groups of four, as recovery codes are shown: 59 bits. */
export const spellRecovery = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

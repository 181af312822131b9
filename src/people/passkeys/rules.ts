/** Milliseconds in which what a passkey has to sign serves. */
export const challengeLife = 5 * 60_000

/** Passkeys an account may have. */
export const mostPasskeys = 20

/** Lifetime of a challenge in ms. */
export const challengeLife = 5 * 60_000

/** Maximum number of passkeys per account. */
export const mostPasskeys = 20

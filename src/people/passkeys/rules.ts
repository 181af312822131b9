/** Lifetime of a challenge in ms. */
export const challengeLifetime = 5 * 60_000

/** Maximum number of passkeys per account. */
export const maxPasskeys = 20

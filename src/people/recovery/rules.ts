/** Lifetime of a link in ms. */
export const linkLifetime = 30 * 60_000

/** Minimum response time in ms, so that timing does not reveal whether an account has the contact. */
export const minAnswerTime = 300

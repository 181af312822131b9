/** Lifetime of a link in ms. */
export const linkLife = 30 * 60_000

/** Minimum response time in ms, so that timing does not reveal whether an account has the contact. */
export const answerTime = 300

/** How long a link serves, in milliseconds. */
export const linkLife = 30 * 60_000

/** Milliseconds an answer takes at least, whether an account has the contact or not. */
export const answerTime = 300

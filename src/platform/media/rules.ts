/** Milliseconds after which a file that nothing names is taken for one that nobody wants: a form may be open until then. */
export const settledAfter = 24 * 3_600_000

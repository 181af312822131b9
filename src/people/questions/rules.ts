/** States of a question and those it may come to from each. */
export const questionStates = ['open', 'answered', 'closed'] as const
export type QuestionState = (typeof questionStates)[number]

const next: Record<QuestionState, readonly QuestionState[]> = {
  // Staff may answer again, for instance to correct themselves.
  open: ['answered', 'closed'],
  answered: ['answered', 'open', 'closed'],
  closed: [],
}

/** States from which a question may come to this one. */
export const statesBefore = (state: QuestionState): QuestionState[] =>
  questionStates.filter((from) => next[from].includes(state))

/** Characters. */
export const longestTitle = 200
export const longestText = 10_000

/** Files of one entry, and files of a member that wait for theirs. */
export const mostFiles = 10
export const mostWaiting = 30
export const mostFileBytes = 50 * 1024 * 1024

/** Days after which an answered question that nobody went on with is closed. */
export const idleDays = 14

/** Hours for which an uploaded file waits for its entry. */
export const uploadHours = 24

/**
 * Years for which a question is kept after it was closed, that of one who left apart: records of consumers' complaints
 * (Enforcement Decree of the Act on Consumer Protection in Electronic Commerce, article 6).
 */
export const keptYears = 3

/** The same moment some years before, or after where they are negative. */
export const yearsBefore = (at: Date, years: number): Date => {
  const moved = new Date(at)
  moved.setUTCFullYear(moved.getUTCFullYear() - years)
  return moved
}

/** Until when a law keeps a question of one who leaves now: one that is open is closed by that. */
export const keptUntil = (closedAt: Date | null, now: Date): Date => yearsBefore(closedAt ?? now, -keptYears)

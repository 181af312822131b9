/** States of a question and the transitions from each. */
export const questionStates = ['open', 'answered', 'closed'] as const
export type QuestionState = (typeof questionStates)[number]

const nextStates: Record<QuestionState, readonly QuestionState[]> = {
  // Staff may answer again, for example to correct themselves.
  open: ['answered', 'closed'],
  answered: ['answered', 'open', 'closed'],
  closed: [],
}

/** Returns the states from which a question can reach this one. */
export const listSourceStates = (state: QuestionState): QuestionState[] =>
  questionStates.filter((from) => nextStates[from].includes(state))

export const answerStatuses = ['answered', 'unanswered'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** Maximum number of characters. */
export const maxTitleLength = 200
export const maxTextLength = 10_000

/** Maximum number of files per entry, and of uploaded files of a member that wait for an entry. */
export const maxFiles = 10
export const maxWaitingFiles = 30
export const questionFileTypes = { kinds: ['picture', 'video', 'document'], keepsOriginal: true } as const
export const maxFileBytes = 50 * 1024 * 1024

/** Days without activity after which an answered question is closed. */
export const idleDays = 14

/** Hours for which an uploaded file waits for its entry. */
export const uploadHours = 24

/**
 * Retention in years after closing, stored separately once the member has withdrawn: consumer complaints (Enforcement
 * Decree of the Act on Consumer Protection in Electronic Commerce, article 6).
 */
export const retentionYears = 3

/** Returns the same instant a number of years earlier, or later if negative. */
export const subtractYears = (at: Date, years: number): Date => {
  const moved = new Date(at)
  moved.setUTCFullYear(moved.getUTCFullYear() - years)
  return moved
}

/** Returns until when the law retains a question of a member who withdraws now; the withdrawal closes an open one. */
export const calculateRetainedUntil = (closedAt: Date | null, now: Date): Date =>
  subtractYears(closedAt ?? now, -retentionYears)

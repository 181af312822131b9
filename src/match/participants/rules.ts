export const roles = ['seller', 'buyer'] as const
export type Role = (typeof roles)[number]

/** Meeting types: online or in person. A buyer has one of them. */
export const ways = ['online', 'offline'] as const
export type Way = (typeof ways)[number]

/** Product categories of sellers and interests of buyers; the names are message keys. */
export const categories = [
  'tableware',
  'textile',
  'woodcraft',
  'metalcraft',
  'paper',
  'food',
  'beauty',
  'living',
] as const
export type Category = (typeof categories)[number]

/** Languages in which a company can hold meetings (ISO 639-1). */
export const meetingLanguages = ['ko', 'en', 'zh', 'ja', 'de', 'fr', 'es', 'vi', 'th'] as const

export const participationStates = ['submitted', 'asked', 'approved', 'refused', 'withdrawn'] as const
export type ParticipationState = (typeof participationStates)[number]

const next: Record<ParticipationState, readonly ParticipationState[]> = {
  submitted: ['asked', 'approved', 'refused', 'withdrawn'],
  // The applicant answers, or the operator decides without an answer.
  asked: ['submitted', 'approved', 'refused', 'withdrawn'],
  approved: ['withdrawn', 'refused'],
  refused: ['approved', 'submitted'],
  withdrawn: ['submitted'],
}

/** Decisions available to the operator. */
export const decisions = ['approved', 'asked', 'refused'] as const

/** Automatic checks of an applying company. */
export const checkKinds = ['listed', 'named', 'refused', 'domain', 'fits'] as const
export type CheckKind = (typeof checkKinds)[number]

/** Kinds of entries in the history of a participation. */
export const historyActs = ['apply', 'read', 'asked', 'approved', 'refused', 'withdraw', 'remark'] as const

/** True if the domain of an email address equals, contains or is contained in the host of a web site. */
export const isEmailOfSite = (mail: string, site: string): boolean => {
  const host = URL.parse(site)
    ?.hostname.replace(/^www\./, '')
    .toLowerCase()
  const domain = mail.split('@')[1]?.toLowerCase()
  if (!host || !domain) return false
  return host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)
}

/** Returns the states from which this state can be reached. */
export const statesBefore = (state: ParticipationState): ParticipationState[] =>
  participationStates.filter((from) => next[from].includes(state))

/** Maximum number of characters. */
export const maxNoteLength = 2000
export const maxRemarkLength = 1000
export const maxIntroductionLength = 4000

interface Opening {
  phase: string
  sellersUntil: Date | null
  buyersUntil: Date | null
}

/** Phases in which a company can apply, by role. Buyers can also apply while the fair is in progress. */
const phasesOf: Record<Role, readonly string[]> = {
  seller: ['recruiting', 'applying'],
  buyer: ['recruiting', 'applying', 'ongoing'],
}

/** True if a fair accepts applications in a role at this time. */
export const isOpenTo = (role: Role, { phase, sellersUntil, buyersUntil }: Opening, now: Date): boolean => {
  const until = role === 'seller' ? sellersUntil : buyersUntil
  return phasesOf[role].includes(phase) && (until === null || now < until)
}

/**
 * True if a company can apply, or can answer a question: an answer is accepted until the fair ends, even after the
 * application deadline.
 */
export const canApply = (
  part: { role: Role; state?: ParticipationState | undefined },
  fair: Opening & { endsAt: Date },
  now: Date,
): boolean =>
  isOpenTo(part.role, fair, now) ||
  (part.state === 'asked' && fair.phase !== 'draft' && fair.phase !== 'expired' && now < fair.endsAt)

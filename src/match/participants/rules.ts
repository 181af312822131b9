export const roles = ['seller', 'buyer'] as const
export type Role = (typeof roles)[number]

/** How two companies meet. A buyer's type is one of them. */
export const ways = ['online', 'offline'] as const
export type Way = (typeof ways)[number]

/** What sellers make and buyers look for: keys, whose names are in the catalogue. */
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

/** Languages in which a company can hold a meeting: ISO 639-1. */
export const spoken = ['ko', 'en', 'zh', 'ja', 'de', 'fr', 'es', 'vi', 'th'] as const

export const participationStates = ['submitted', 'asked', 'approved', 'refused', 'withdrawn'] as const
export type ParticipationState = (typeof participationStates)[number]

const next: Record<ParticipationState, readonly ParticipationState[]> = {
  submitted: ['asked', 'approved', 'refused', 'withdrawn'],
  // The applicant answers, or the operator decides without the answer.
  asked: ['submitted', 'approved', 'refused', 'withdrawn'],
  approved: ['withdrawn', 'refused'],
  refused: ['approved', 'submitted'],
  withdrawn: ['submitted'],
}

/** What the operator can decide. */
export const decisions = ['approved', 'asked', 'refused'] as const

/** What is looked up of a company that applies, before a person reads it. */
export const checkKinds = ['listed', 'named', 'refused', 'domain', 'fits'] as const
export type CheckKind = (typeof checkKinds)[number]

/** What the history of a participation tells. */
export const historyActs = ['apply', 'read', 'asked', 'approved', 'refused', 'withdraw', 'remark'] as const

/** Whether the address of a mail is of the host of a web site, or of one above or below it. */
export const isOfHost = (mail: string, site: string): boolean => {
  const host = URL.parse(site)
    ?.hostname.replace(/^www\./, '')
    .toLowerCase()
  const domain = mail.split('@')[1]?.toLowerCase()
  if (!host || !domain) return false
  return host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)
}

/** States from which a participation may come to this one. */
export const statesBefore = (state: ParticipationState): ParticipationState[] =>
  participationStates.filter((from) => next[from].includes(state))

/** Characters. */
export const longestNote = 2000
export const longestRemark = 1000
export const longestIntroduction = 4000

interface Opening {
  phase: string
  sellersUntil: Date | null
  buyersUntil: Date | null
}

/** Phases in which a company can apply, by its role. Buyers can still come while the fair is on. */
const phasesOf: Record<Role, readonly string[]> = {
  seller: ['recruiting', 'applying'],
  buyer: ['recruiting', 'applying', 'ongoing'],
}

/** Whether a fair takes applications in a role now. */
export const isOpenTo = (role: Role, { phase, sellersUntil, buyersUntil }: Opening, now: Date): boolean => {
  const until = role === 'seller' ? sellersUntil : buyersUntil
  return phasesOf[role].includes(phase) && (until === null || now < until)
}

/** Whether a company can apply, or answer where it was asked for more: an answer has no term but the end of the fair. */
export const mayApply = (
  part: { role: Role; state?: ParticipationState | undefined },
  fair: Opening & { endsAt: Date },
  now: Date,
): boolean =>
  isOpenTo(part.role, fair, now) ||
  (part.state === 'asked' && fair.phase !== 'draft' && fair.phase !== 'expired' && now < fair.endsAt)

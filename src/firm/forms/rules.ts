export const formStates = ['received', 'assigned', 'answered', 'closed'] as const
export type FormState = (typeof formStates)[number]

/** State transitions. Setting an assignee also moves a request from `received` to `assigned`. */
const transitions: Record<FormState, readonly FormState[]> = {
  received: ['assigned', 'answered', 'closed'],
  assigned: ['received', 'answered', 'closed'],
  answered: ['assigned', 'closed'],
  closed: ['assigned', 'answered'],
}

/** Returns the states from which a request may reach `state`, including itself. */
export const listStatesBefore = (state: FormState): FormState[] => [
  state,
  ...(Object.keys(transitions) as FormState[]).filter((from) => transitions[from].includes(state)),
]

export const isAllowedTransition = (from: FormState, to: FormState): boolean =>
  from === to || transitions[from].includes(to)

/** Minimum time in ms between viewing and sending the form; faster senders are bots. */
export const minimumFillTime = 3000

/** Days after which a request without a reply is overdue. */
export const overdueDays = 2

/** Answer of a sender who is unsure of the practice; the request then has none until staff choose. */
export const undecidedPractice = 'unsure'

/** Allowed dates; others are typing errors, such as the year 0202. */
export const earliestDate = '1900-01-01'
export const latestDate = '2100-12-31'

/** Returns the fields that contain a contact. */
export const findContactFields = <Field extends { kind: string }>(fields: readonly Field[]): Field[] =>
  fields.filter(({ kind }) => kind === 'phone' || kind === 'email')

/** Types of the files of a request. */
export const requestFileTypes = { kinds: ['picture', 'video', 'document'], keepsOriginal: true } as const

/** `accept` of these types, written out: the table of all types would be among the scripts of every page with a form. */
export const requestAccept =
  'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif,video/mp4,video/x-m4v,video/webm,video/quicktime,.jpg,.jpeg,.jfif,.png,.webp,.avif,.gif,.heic,.heif,.mp4,.m4v,.webm,.mov,.pdf,.xlsx,.docx,.pptx,.zip,.hwpx,.hwp,.xls,.doc,.ppt,.txt'

/** Maximum files of a request, and maximum bytes of each. */
export const maxRequestFiles = 10
export const maxRequestFileBytes = 50 * 1024 * 1024

/** Days for which an upload waits for its request. */
export const uploadDays = 7

const removeNonDigits = (text: string): string => text.replace(/\D/g, '')

const joinWithHyphen = (digits: string, at: number): string =>
  [digits.slice(0, at), digits.slice(at)].filter(Boolean).join('-')

/** Normalizes a request number to its stored form, 2026-000061: with or without hyphen, full-width digits allowed. */
export const formatRequestNumber = (text: string): string => {
  const normalized = text.normalize('NFKC')
  return /^[\d\s.-]{10,}$/.test(normalized) ? joinWithHyphen(removeNonDigits(normalized), 4) : normalized
}

/** Returns the first sentence or line of a message, for lists. */
export const summarizeMessage = (message: string, max = 80): string => {
  const line = message.trim().split('\n', 1)[0] ?? ''
  const sentence = /^.{8,}?[.!?。？！](?=\s|$)/u.exec(line)?.[0] ?? line
  return sentence.length > max ? `${sentence.slice(0, max - 1)}…` : sentence
}

/** Fields that one update may change. */
interface RequestHandling {
  state: FormState
  assigneeId: string | null
  office?: string | null
}

/**
 * Returns state and assignee after an update: setting an assignee or office moves a request from `received` to
 * `assigned`, and clearing both moves it back. Null if the transition is not allowed.
 */
export const planHandling = (
  before: RequestHandling,
  change: { state?: FormState | undefined; assigneeId?: string | null | undefined; office?: string | null | undefined },
  self: string,
): { state: FormState; assigneeId: string | null } | null => {
  const newAssignee = change.assigneeId
  const newState = change.state
  const newOffice = change.office
  const assignee = newAssignee === undefined ? before.assigneeId : newAssignee
  const office = newOffice === undefined ? before.office : newOffice
  const isCleared = assignee === null && !office && (newAssignee === null || newOffice === null)
  const state =
    newState ??
    ((newAssignee || newOffice) && before.state === 'received'
      ? 'assigned'
      : isCleared && before.state === 'assigned'
        ? 'received'
        : before.state)
  if (!isAllowedTransition(before.state, state)) return null
  if (state === 'received') return newAssignee ? null : { state, assigneeId: null }
  // Assigned to an office, the request needs no assignee.
  const isAssignedToOffice =
    Boolean(newOffice) ||
    (before.state === 'assigned' && Boolean(office) && (before.assigneeId === null || newAssignee === null))
  return { state, assigneeId: state === 'assigned' && !isAssignedToOffice ? (assignee ?? self) : assignee }
}

import type { FormState } from './contract.ts'

/** Which states may follow which. Setting an assignee moves a request from `received` to `assigned`. */
const following: Record<FormState, readonly FormState[]> = {
  received: ['assigned', 'answered', 'closed'],
  assigned: ['received', 'answered', 'closed'],
  answered: ['assigned', 'closed'],
  closed: ['assigned', 'answered'],
}

/** The states a request may come from to get into this one, itself included. */
export const statesBefore = (state: FormState): FormState[] => [
  state,
  ...(Object.keys(following) as FormState[]).filter((from) => following[from].includes(state)),
]

export const mayFollow = (from: FormState, to: FormState): boolean => from === to || following[from].includes(to)

/** Milliseconds a person needs at least between seeing the form and sending it. */
export const quickest = 3000

/** Days after which a request nobody has answered is late. */
export const overdueDays = 2

/** The answer of a sender who is not sure of the practice: the request has none, and staff choose. */
export const unsurePractice = 'unsure'

/** Days that an answer can name: what lies outside is a slip of the keys, such as the year 0202. */
export const earliestAnswer = '1900-01-01'
export const latestAnswer = '2100-12-31'

/** The fields by which a sender can be reached. */
export const contactFields = <Field extends { kind: string }>(fields: readonly Field[]): Field[] =>
  fields.filter(({ kind }) => kind === 'phone' || kind === 'email')

/** Files of one request, and bytes of each. */
export const mostFiles = 10
export const mostFileBytes = 50 * 1024 * 1024

/** Days for which a file waits for the request it was sent ahead of. */
export const uploadDays = 7

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * A Korean telephone number in its groups, as far as it is typed: 010-1234-5678, 02-123-4567, 1588-1234
 * (groups of 3-4-4). An international one stays as it is.
 */
export const formatPhone = (text: string): string => {
  if (text.trim().startsWith('+')) return text.trim().replace(/[^\d+ -]/g, '')
  const digits = digitsOf(text).slice(0, 11)
  // Longer than 1588-1234, or without a zero first: a number abroad whose country is missing. Nothing of it is cut off.
  if (!digits.startsWith('0') && digits.length > 8) return text.trim()
  if (/^1\d/.test(digits)) return join(digits, 4)
  const area = digits.startsWith('02') ? 2 : 3
  const rest = digits.slice(area, area + 8)
  const isMobile = digits.startsWith('01')
  // A line has three or four digits in the middle: only the last one tells.
  const middle = isMobile || rest.length > 7 ? 4 : 3
  return [digits.slice(0, area), rest.slice(0, middle), rest.slice(middle)].filter(Boolean).join('-')
}

const join = (digits: string, at: number): string => [digits.slice(0, at), digits.slice(at)].filter(Boolean).join('-')

/** A receipt's number as it is stored, 2026-000061, however it was typed: without its hyphen, or in full-width digits. */
export const formatNumber = (text: string): string => {
  const plain = text.normalize('NFKC')
  return /^[\d\s.-]{10,}$/.test(plain) ? join(digitsOf(plain), 4) : plain
}

/** The digits of a number as it is dialled within Korea, whether it was written with +82 or not. */
export const dialledDigits = (text: string): string => digitsOf(text).replace(/^(?:00)?820?/, '0')

/** What is wrong with a telephone number: the code of its message, or null. */
export const phoneFault = (text: string): 'phone' | 'phone_short' | 'phone_abroad' | null => {
  const digits = digitsOf(text)
  if (/[^\d\s()+.-]/.test(text)) return 'phone'
  if (text.trim().startsWith('+')) return digits.length >= 8 && digits.length <= 15 ? null : 'phone'
  if (!digits.startsWith('0') && digits.length > 8) return 'phone_abroad'
  if (/^1\d/.test(digits)) return digits.length === 8 ? null : 'phone_short'
  if (!digits.startsWith('0')) return 'phone'
  const [least, most] = digits.startsWith('02') ? [9, 10] : digits.startsWith('010') ? [11, 11] : [10, 11]
  return digits.length < least ? 'phone_short' : digits.length > most ? 'phone' : null
}

/** The first line of a message, for lists. */
export const subjectOf = (message: string, most = 80): string => {
  const line = message.trim().split('\n', 1)[0] ?? ''
  const sentence = /^.{8,}?[.!?。？！](?=\s|$)/u.exec(line)?.[0] ?? line
  return sentence.length > most ? `${sentence.slice(0, most - 1)}…` : sentence
}

/** What staff may change of a request at once. */
interface Handling {
  state: FormState
  assigneeId: string | null
  office?: string | null
}

/**
 * The state of a request after a change: setting an assignee or an office moves it from `received` to `assigned`, and
 * one that nobody is in charge of is `received` again. Null where the state may not follow.
 */
export const planChange = (
  before: Handling,
  change: { state?: FormState | undefined; assigneeId?: string | null | undefined; office?: string | null | undefined },
  self: string,
): { state: FormState; assigneeId: string | null } | null => {
  const taken = change.assigneeId
  const asked = change.state
  const given = change.office
  const person = taken === undefined ? before.assigneeId : taken
  const nobody = person === null && !given && (taken === null || given === null)
  const state =
    asked ??
    ((taken || given) && before.state === 'received'
      ? 'assigned'
      : nobody && before.state === 'assigned'
        ? 'received'
        : before.state)
  if (!mayFollow(before.state, state)) return null
  if (state === 'received') return taken ? null : { state, assigneeId: null }
  // Given to an office, it waits for a person there.
  const office = given === undefined ? before.office : given
  const isOffices = Boolean(given) || (before.state === 'assigned' && before.assigneeId === null && Boolean(office))
  return { state, assigneeId: state === 'assigned' && !isOffices ? (person ?? self) : person }
}

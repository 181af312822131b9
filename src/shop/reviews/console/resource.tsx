import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type ConsoleReview, reviews } from '../contract.ts'

export const client = clientOf(reviews)

export const resource: ListResource<ConsoleReview, never, 'hidden' | 'replied', 'createdAt' | 'rating'> = {
  path: reviews.list.path,
  access: reviews.list.access,
  async list(query, options) {
    const { reviews: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

type State = 'hidden' | 'answered' | 'new'

/** Derives the state: hidden, answered, or new without a reply. */
export const determineState = ({ hidden, reply }: ConsoleReview): State =>
  hidden ? 'hidden' : reply ? 'answered' : 'new'

export const stateLabels: Record<State, () => string> = {
  hidden: m.reviews_state_hidden,
  answered: m.reviews_state_answered,
  new: m.reviews_state_new,
}
export const stateMarks: Record<State, Mark> = { hidden: 'hidden', answered: 'answered', new: 'new' }

/** Returns the beginning of the text, as reviews have no title. */
export const reviewName = ({ text }: ConsoleReview): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}

export const hide = (id: string, reason: string) => client.answer({ params: { id }, body: { hidden: true, reason } })
export const show = (id: string) => client.answer({ params: { id }, body: { hidden: false } })

import { periodText, wholePeriod } from '#console/kit/parts/period.tsx'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import type { PostText as WholeText } from '../contract.ts'
import { type ShownState, shownState } from '../rules.ts'

type PostText = Omit<WholeText, 'body'>

export const postMarks: Record<ShownState, Mark> = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
  hidden: 'hidden',
  ended: 'ended',
}

export const postStates: Record<ShownState, () => string> = {
  published: m.boards_state_published,
  scheduled: m.boards_state_scheduled,
  draft: m.boards_state_draft,
  hidden: m.boards_state_hidden,
  ended: m.boards_state_ended,
}

export const stateOf = (text: PostText): ShownState => shownState(text, new Date())

export function PostStateMark({ text }: { text: PostText }) {
  const state = stateOf(text)
  return <StateMark mark={postMarks[state]}>{postStates[state]()}</StateMark>
}

export const stateOptions = () =>
  (['published', 'scheduled', 'draft', 'hidden', 'ended'] as const).map((value) => ({
    value,
    label: postStates[value](),
    mark: postMarks[value],
  }))

/** Returns the publishing period as text; null unless the state is published. */
export const publishPeriod = ({ state, publishFrom, publishTo }: PostText): string | null =>
  state === 'published' ? periodText(publishFrom, publishTo) : null

/** Returns the publishing period with full dates, for exports. */
export const wholePublishPeriod = ({ state, publishFrom, publishTo }: PostText): string | null =>
  state === 'published' ? wholePeriod(publishFrom, publishTo) : null

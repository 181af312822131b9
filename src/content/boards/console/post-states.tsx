import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { exportPeriod, periodText } from '#console/kit/parts/time/publication-period.tsx'
import { m } from '#messages/messages.js'
import type { PostText as WholeText } from '../contract.ts'
import { type EffectiveState, getEffectiveState } from '../rules.ts'

type PostText = Omit<WholeText, 'body'>

export const postMarks: Record<EffectiveState, Mark> = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
  hidden: 'hidden',
  ended: 'ended',
}

export const postStateLabels: Record<EffectiveState, () => string> = {
  published: m.boards_state_published,
  scheduled: m.boards_state_scheduled,
  draft: m.boards_state_draft,
  hidden: m.boards_state_hidden,
  ended: m.boards_state_ended,
}

export const getEffectiveStateNow = (text: PostText): EffectiveState => getEffectiveState(text, new Date())

export function PostStateMark({ text }: { text: PostText }) {
  const state = getEffectiveStateNow(text)
  return <StateMark mark={postMarks[state]}>{postStateLabels[state]()}</StateMark>
}

export const listStateOptions = () =>
  (['published', 'scheduled', 'draft', 'hidden', 'ended'] as const).map((value) => ({
    value,
    label: postStateLabels[value](),
    mark: postMarks[value],
  }))

/** Returns the publishing period as text; null unless the state is published. */
export const formatPublishPeriod = ({ state, publishFrom, publishTo }: PostText): string | null =>
  state === 'published' ? periodText(publishFrom, publishTo) : null

/** Returns the publishing period with full dates, for exports. */
export const formatFullPublishPeriod = ({ state, publishFrom, publishTo }: PostText): string | null =>
  state === 'published' ? exportPeriod(publishFrom, publishTo) : null

import { joinNames } from '#console/kit/list/actions/common-actions.ts'
import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import type { ConsoleReview } from '../contract.ts'
import { determineState, hide, resource, reviewName, show, stateLabels, stateMarks } from './resource.tsx'

const runOnEach = async (records: ConsoleReview[], work: (review: ConsoleReview) => Promise<unknown>) => {
  const { done, failed } = await forEachRecord(records, work)
  return { done: done.length, failed }
}

/** Review list; reviews without a reply are new. */
export default function ReviewList() {
  return (
    <ListScreen
      resource={resource}
      title={m.reviews_title()}
      name={reviewName}
      to={({ _id }) => `/console/shop/reviews/${_id}`}
      picture={({ product }) => product.picture}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 104,
          value: (review) => stateLabels[determineState(review)](),
          cell: (review) => {
            const state = determineState(review)
            return <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
          },
        },
        {
          ...nameColumn(reviewName, m.reviews_text()),
          exportValue: ({ text }) => text,
        },
        {
          key: 'rating',
          title: m.reviews_rating(),
          width: 72,
          align: 'right',
          sort: 'rating',
          value: ({ rating }) => rating,
        },
        { key: 'product', title: m.reviews_product(), width: 200, drop: 3, value: ({ product }) => product.name },
        { key: 'writer', title: m.reviews_writer(), width: 88, drop: 2, value: ({ name }) => name },
        {
          key: 'pictures',
          title: m.reviews_pictures(),
          width: 72,
          align: 'right',
          drop: 1,
          value: ({ pictures }) => pictures.length || null,
        },
        {
          key: 'reason',
          title: m.reviews_reason(),
          width: 200,
          optional: true,
          value: (one) => one.hiddenReason || null,
        },
        { ...createdColumn(), title: m.reviews_at(), optional: false },
      ]}
      filters={[
        {
          name: 'replied',
          title: m.reviews_reply(),
          options: [
            { value: 'false', label: m.reviews_state_new() },
            { value: 'true', label: m.reviews_state_answered() },
          ],
        },
        {
          name: 'hidden',
          title: m.reviews_shown(),
          options: [
            { value: 'false', label: m.reviews_state_shown() },
            { value: 'true', label: m.reviews_state_hidden() },
          ],
        },
      ]}
      actions={[
        {
          key: 'show',
          label: m.reviews_act_show(),
          icon: 'eye',
          run: (records) => runOnEach(records, ({ _id }) => show(_id)),
          doneText: (count) => m.reviews_said_shown({ count }),
        },
        {
          key: 'hide',
          label: m.reviews_act_hide(),
          icon: 'eyeOff',
          run: async (records) => {
            const reason = await askReason({
              title: m.reviews_hide_title(),
              text: joinNames(records, reviewName),
              label: m.reviews_act_hide(),
              harm: true,
            })
            if (reason === null) return { done: 0, failed: [] }
            return runOnEach(records, ({ _id }) => hide(_id, reason))
          },
          doneText: (count) => m.reviews_said_hidden({ count }),
        },
      ]}
      search={m.reviews_search()}
      empty={{ title: m.reviews_empty_title(), text: m.reviews_empty_text() }}
    />
  )
}

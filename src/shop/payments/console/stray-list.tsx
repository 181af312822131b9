import { actOnEach } from '#console/kit/list/actions/list-actions.ts'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { payments, type Stray } from '../contract.ts'

const client = clientOf(payments)

const resource: ListResource<Stray, never, never, 'createdAt'> = {
  path: payments.strays.path,
  access: payments.strays.access,
  async list(query, options) {
    const { strays: records, ...paging } = await client.strays({ query }, options)
    return { ...paging, records }
  },
}

const reasonLabels = { amount: m.payments_strays_amount, late: m.payments_strays_late }
const nameOf = ({ number }: Stray) => number
const sumOf = ({ received }: Stray) => (received > 0 ? received.toLocaleString('ko-KR') : m.payments_strays_foreign())

/** List of stray card payments, which no order accepts, until they are refunded. */
export default function StrayList() {
  return (
    <ListScreen
      resource={resource}
      title={m.payments_strays_title()}
      name={nameOf}
      to={({ order }) => `/console/shop/orders/${order}`}
      columns={[
        nameColumn(nameOf),
        { key: 'received', title: m.payments_strays_received(), width: 120, align: 'right', value: sumOf },
        { key: 'why', title: m.payments_strays_why(), width: 180, value: ({ why }) => reasonLabels[why]() },
        {
          key: 'answer',
          title: m.payments_strays_answer(),
          width: 280,
          value: ({ answer }) => answer || m.payments_strays_trying(),
        },
        {
          key: 'createdAt',
          title: m.payments_at(),
          width: 136,
          sort: 'createdAt',
          value: ({ createdAt }) => shortInstant(createdAt),
        },
      ]}
      actions={[
        {
          key: 'done',
          label: m.payments_strays_act_done(),
          icon: 'check',
          needs: 'console:refunds',
          confirm: (records) => ({
            title: m.payments_strays_done_title({ count: records.length }),
            text: records.map((one) => `${nameOf(one)} ${sumOf(one)}`).join(', '),
            label: m.payments_strays_act_done(),
          }),
          run: actOnEach(({ _id }) => client.strayDone({ params: { id: _id }, body: {} })),
          doneText: (count) => m.payments_strays_said_done({ count }),
        },
      ]}
      search={m.payments_search()}
      empty={{ title: m.payments_strays_empty_title(), text: m.payments_strays_empty_text() }}
    />
  )
}

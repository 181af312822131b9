import { forEachRecord } from '#console/kit/list/acts.ts'
import { nameColumn } from '#console/kit/list/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import type { Listed } from '#console/kit/list/use-list.ts'
import { useReload } from '#console/kit/list/use-reload.ts'
import { askReason } from '#console/kit/parts/ask-reason.tsx'
import { shortInstant } from '#console/kit/parts/seoul-time.ts'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { type ConsoleReturn, returns } from '../contract.ts'
import { type ReturnReason, type ReturnState, returnStates } from '../rules.ts'

const client = clientOf(returns)

const resource: Listed<ConsoleReturn, never, 'state', 'createdAt'> = {
  path: returns.list.path,
  access: returns.list.access,
  async list(query, options) {
    const { returns: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

const stateWords: Record<ReturnState, () => string> = {
  asked: m.returns_state_asked,
  collected: m.returns_state_collected,
  refunded: m.returns_state_refunded,
  refused: m.returns_state_refused,
  withdrawn: m.returns_state_withdrawn,
}
const stateMarks: Record<ReturnState, Mark> = {
  asked: 'new',
  collected: 'assigned',
  refunded: 'closed',
  refused: 'wrong',
  withdrawn: 'hidden',
}
const reasonWords: Record<ReturnReason, () => string> = {
  fault: m.shop_console_reason_fault,
  wrong: m.shop_console_reason_wrong,
  mind: m.shop_console_reason_mind,
}

const wonOf = (amount: number) => amount.toLocaleString('ko-KR')
const nameOf = ({ number, lines }: ConsoleReturn) =>
  `${number} · ${lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')}`

const each = (work: (one: ConsoleReturn) => Promise<unknown>) => async (records: ConsoleReturn[]) => {
  const { done, failed } = await forEachRecord(records, work)
  return { done: done.length, failed }
}

/** What customers send back: what for, what is given back, and who pays the parcels. */
export default function ReturnList() {
  const reload = useReload(resource.path)
  useLiveEvents('returns', reload)
  return (
    <ListScreen
      resource={resource}
      title={m.returns_title()}
      name={nameOf}
      to={({ order }) => `/console/shop/orders/${order}`}
      picture={({ lines }) => lines[0]?.picture ?? null}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 104,
          value: ({ state }) => stateWords[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateWords[state]()}</StateMark>,
        },
        nameColumn(nameOf),
        { key: 'buyer', title: m.returns_buyer(), width: 104, value: ({ buyer }) => buyer },
        { key: 'reason', title: m.returns_reason(), width: 128, value: ({ reason }) => reasonWords[reason]() },
        { key: 'text', title: m.returns_text(), width: 200, drop: 2, value: ({ text }) => text || null },
        {
          key: 'fee',
          title: m.returns_fee(),
          width: 96,
          align: 'right',
          drop: 1,
          value: ({ slip }) => (slip.fee ? `−${wonOf(slip.fee)}` : null),
        },
        {
          key: 'total',
          title: m.returns_total(),
          width: 112,
          align: 'right',
          value: ({ slip }) => wonOf(slip.total),
        },
        {
          key: 'createdAt',
          title: m.returns_asked_at(),
          width: 120,
          sort: 'createdAt',
          value: ({ createdAt }) => shortInstant(createdAt),
        },
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: returnStates.map((value) => ({ value, label: stateWords[value](), mark: stateMarks[value] })),
        },
      ]}
      acts={[
        {
          key: 'collect',
          label: m.returns_act_collect(),
          icon: 'archive',
          run: each(({ _id }) => client.collect({ params: { id: _id } })),
          said: (count) => m.returns_said_collected({ count }),
        },
        {
          key: 'approve',
          label: m.returns_act_approve(),
          icon: 'check',
          choices: [
            { value: 'restock', label: m.returns_restock() },
            { value: 'broken', label: m.returns_no_restock() },
          ],
          confirm: (records) => ({
            title: m.returns_approve_title({ sum: wonOf(records.reduce((sum, { slip }) => sum + slip.total, 0)) }),
            text: records.map(nameOf).join(', '),
            label: m.returns_act_approve(),
          }),
          run: (records, choice) =>
            each(({ _id, slip }) =>
              client.approve({ params: { id: _id }, body: { total: slip.total, restock: choice === 'restock' } }),
            )(records),
          said: (count) => m.returns_said_approved({ count }),
        },
        {
          key: 'refuse',
          label: m.returns_act_refuse(),
          icon: 'close',
          harm: true,
          run: async (records) => {
            const reason = await askReason({
              title: m.returns_refuse_title(),
              text: records.map(nameOf).join(', '),
              label: m.returns_act_refuse(),
              harm: true,
            })
            if (reason === null) return { done: 0, failed: [] }
            return each(({ _id }) => client.refuse({ params: { id: _id }, body: { reason } }))(records)
          },
          said: (count) => m.returns_said_refused({ count }),
        },
      ]}
      search={m.returns_search()}
      empty={{ title: m.returns_empty_title(), text: m.returns_empty_text() }}
    />
  )
}

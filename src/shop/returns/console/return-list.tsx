import { actOnEach } from '#console/kit/list/actions/list-actions.ts'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { type ConsoleReturn, returns } from '../contract.ts'
import { type ReturnState, returnStates } from '../rules.ts'
import { createClaimColumns, createRefuseAction, formatWon, stateLabels, stateMarks } from './resource.tsx'

const client = clientOf(returns)

const resource: ListResource<ConsoleReturn, never, 'state', 'createdAt'> = {
  path: returns.list.path,
  access: returns.list.access,
  async list(query, options) {
    const { returns: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

const nameOf = ({ number, lines }: ConsoleReturn) =>
  `${number} · ${lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')}`

/** Return list: reason, refund, and who pays the parcels. */
export default function ReturnList() {
  const reload = useReload(resource.path)
  useLiveEvents('returns', reload)
  const parts = createClaimColumns<ReturnState, ConsoleReturn>(returnStates, stateLabels, stateMarks)
  return (
    <ListScreen
      resource={resource}
      title={m.returns_title()}
      name={nameOf}
      to={({ order }) => `/console/shop/orders/${order}`}
      picture={({ lines }) => lines[0]?.picture ?? null}
      columns={[
        parts.state,
        nameColumn(nameOf),
        parts.buyer,
        parts.reason,
        parts.text,
        {
          key: 'fee',
          title: m.returns_fee(),
          width: 96,
          align: 'right',
          drop: 1,
          value: ({ slip }) => (slip.fee ? `−${formatWon(slip.fee)}` : null),
        },
        {
          key: 'total',
          title: m.returns_total(),
          width: 112,
          align: 'right',
          value: ({ slip }) => formatWon(slip.total),
        },
        parts.createdAt,
      ]}
      filters={[parts.filter]}
      actions={[
        {
          key: 'collect',
          label: m.returns_act_collect(),
          icon: 'archive',
          run: actOnEach<ConsoleReturn>(({ _id }) => client.collect({ params: { id: _id } })),
          doneText: (count) => m.returns_said_collected({ count }),
        },
        {
          key: 'approve',
          label: m.returns_act_approve(),
          icon: 'check',
          needs: 'console:refunds',
          choices: [
            { value: 'restock', label: m.returns_restock() },
            { value: 'broken', label: m.returns_no_restock() },
          ],
          confirm: (records) => ({
            title: m.returns_approve_title({ sum: formatWon(records.reduce((sum, { slip }) => sum + slip.total, 0)) }),
            text: records.map(nameOf).join(', '),
            label: m.returns_act_approve(),
          }),
          run: (records, choice) =>
            actOnEach<ConsoleReturn>(({ _id, slip }) =>
              client.approve({ params: { id: _id }, body: { total: slip.total, restock: choice === 'restock' } }),
            )(records),
          doneText: (count) => m.returns_said_approved({ count }),
        },
        createRefuseAction<ConsoleReturn>({
          title: m.returns_refuse_title(),
          label: m.returns_act_refuse(),
          nameOf,
          refuse: (id, reason) => client.refuse({ params: { id }, body: { reason } }),
          said: m.returns_said_refused,
        }),
      ]}
      search={m.returns_search()}
      empty={{ title: m.returns_empty_title(), text: m.returns_empty_text() }}
    />
  )
}

import { actOnEach } from '#console/kit/list/actions/list-actions.ts'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { deliveryLabels } from '#shop/orders/console/resource.tsx'
import { promptParcel } from '#shop/orders/shipping/console/parcel-field.tsx'
import { createClaimColumns, createRefuseAction, formatWon } from '#shop/returns/console/resource.tsx'
import { type ConsoleExchange, exchanges } from '../contract.ts'
import { type ExchangeState, exchangeStates } from '../rules.ts'
import { formatOptionChange, stateLabels, stateMarks } from './resource.tsx'

const client = clientOf(exchanges)

const resource: ListResource<ConsoleExchange, never, 'state', 'createdAt'> = {
  path: exchanges.list.path,
  access: exchanges.list.access,
  async list(query, options) {
    const { exchanges: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

const nameOf = ({ number, name, quantity }: ConsoleExchange) => `${number} · ${name} × ${quantity}`
/** Formats the amount due, with whether it was paid; a refund has a minus sign. */
const balanceOf = ({ slip: { balance }, settledAt }: ConsoleExchange) => {
  if (balance === 0) return null
  const said = balance < 0 ? '' : settledAt ? ` ${m.exchanges_paid()}` : ` ${m.exchanges_to_pay()}`
  return `${formatWon(balance)}${said}`
}

/** Exchange list: options, price difference and state. */
export default function ExchangeList() {
  const reload = useReload(resource.path)
  useLiveEvents('exchanges', reload)
  const parts = createClaimColumns<ExchangeState, ConsoleExchange>(exchangeStates, stateLabels, stateMarks)
  return (
    <ListScreen
      resource={resource}
      title={m.exchanges_title()}
      name={nameOf}
      to={({ order }) => `/console/shop/orders/${order}`}
      picture={({ picture }) => picture}
      columns={[
        parts.state,
        nameColumn(nameOf),
        { key: 'change', title: m.exchanges_change(), width: 168, value: formatOptionChange },
        parts.buyer,
        { key: 'way', title: m.exchanges_way(), width: 88, drop: 1, value: ({ way }) => deliveryLabels[way]() },
        parts.reason,
        parts.text,
        {
          key: 'balance',
          title: m.exchanges_balance(),
          width: 136,
          align: 'right',
          value: balanceOf,
        },
        parts.createdAt,
      ]}
      filters={[parts.filter]}
      actions={[
        {
          key: 'collect',
          label: m.exchanges_act_collect(),
          icon: 'archive',
          choices: [
            { value: 'restock', label: m.exchanges_restock() },
            { value: 'broken', label: m.exchanges_no_restock() },
          ],
          run: (records, choice) =>
            actOnEach<ConsoleExchange>(({ _id }) =>
              client.collect({ params: { id: _id }, body: { restock: choice === 'restock' } }),
            )(records),
          doneText: (count) => m.exchanges_said_collected({ count }),
        },
        {
          key: 'pay',
          label: m.exchanges_act_pay(),
          icon: 'check',
          confirm: (records) => ({
            title: m.exchanges_pay_title({ sum: formatWon(records.reduce((sum, { slip }) => sum + slip.balance, 0)) }),
            text: records.map(nameOf).join(', '),
            label: m.exchanges_act_pay(),
          }),
          run: actOnEach<ConsoleExchange>(({ _id }) => client.pay({ params: { id: _id }, body: {} })),
          doneText: (count) => m.exchanges_said_paid({ count }),
        },
        {
          key: 'ship',
          label: m.exchanges_act_ship(),
          icon: 'external',
          run: async (records) => {
            const parcel = await promptParcel(records.map(nameOf).join(', '))
            if (parcel === null) return { done: 0, failed: [] }
            return actOnEach<ConsoleExchange>(({ _id }) => client.ship({ params: { id: _id }, body: parcel }))(records)
          },
          doneText: (count) => m.exchanges_said_shipped({ count }),
        },
        {
          key: 'finish',
          label: m.exchanges_act_finish(),
          icon: 'check',
          run: actOnEach<ConsoleExchange>(({ _id }) => client.finish({ params: { id: _id }, body: {} })),
          doneText: (count) => m.exchanges_said_finished({ count }),
        },
        createRefuseAction<ConsoleExchange>({
          title: m.exchanges_refuse_title(),
          label: m.exchanges_act_refuse(),
          nameOf,
          refuse: (id, reason) => client.refuse({ params: { id }, body: { reason } }),
          said: m.exchanges_said_refused,
        }),
      ]}
      search={m.exchanges_search()}
      empty={{ title: m.exchanges_empty_title(), text: m.exchanges_empty_text() }}
    />
  )
}

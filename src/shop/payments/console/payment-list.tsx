import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { actOnEach } from '#console/kit/list/actions/list-actions.ts'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Payment, paymentKinds, payments } from '../contract.ts'

const client = clientOf(payments)

const resource: ListResource<Payment, never, 'kind' | 'due', 'createdAt' | 'amount'> = {
  path: payments.list.path,
  access: payments.list.access,
  async list(query, options) {
    const { payments: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

const kindLabels = { payment: m.payments_kind_payment, refund: m.payments_kind_refund }
const wonOf = (amount: number) => amount.toLocaleString('ko-KR')
const nameOf = ({ number, kind }: Payment) => `${number} · ${kindLabels[kind]()}`

/** Returns the destination of a refund: an account, the card, or the provider's refusal. */
const describeDestination = ({ method, account, refusal }: Payment): string | null => {
  if (refusal) return m.payments_refused({ answer: refusal })
  if (method === 'card') return m.shop_card()
  return account && `${account.bank} ${account.number} ${account.holder}`
}

/** Shows the full account of a refund after the user enters a reason. */
const openAccounts = async (records: Payment[]) => {
  const [payment] = records
  if (!payment?.account)
    return { done: 0, failed: records.map(({ _id }) => ({ id: _id, message: m.payments_account_none() })) }
  const reason = await askReason({
    title: m.payments_account_open(),
    text: `${nameOf(payment)}. ${m.payments_account_open_text()}`,
    label: m.payments_account_open(),
  })
  if (reason === null) return { done: 0, failed: [] }
  return actOnEach<Payment>(async ({ _id }) => {
    const { account } = await client.account({ params: { id: _id }, body: { reason } })
    modals.open({
      title: nameOf(payment),
      closeButtonProps: { 'aria-label': m.form_close() },
      children: <Text>{`${account.bank} ${account.number} ${account.holder}`}</Text>,
    })
  })(records)
}

/** Payment list: payments and refunds, each refund with its account until it is sent. */
export default function PaymentList() {
  return (
    <ListScreen
      resource={resource}
      title={m.payments_title()}
      name={nameOf}
      to={({ order }) => `/console/shop/orders/${order}`}
      columns={[
        {
          key: 'doneAt',
          title: m.list_column_state(),
          width: 112,
          value: ({ doneAt }) => (doneAt ? m.payments_done() : m.payments_due()),
          cell: ({ doneAt }) => (
            <StateMark mark={doneAt ? 'closed' : 'new'}>{doneAt ? m.payments_done() : m.payments_due()}</StateMark>
          ),
        },
        nameColumn(nameOf),
        {
          key: 'amount',
          title: m.payments_amount(),
          width: 120,
          align: 'right',
          sort: 'amount',
          value: ({ kind, amount }) => (kind === 'refund' ? `−${wonOf(amount)}` : wonOf(amount)),
        },
        {
          key: 'account',
          title: m.payments_account(),
          width: 240,
          value: describeDestination,
        },
        { key: 'note', title: m.payments_note(), width: 160, drop: 1, value: ({ note }) => note || null },
        {
          key: 'createdAt',
          title: m.payments_at(),
          width: 136,
          sort: 'createdAt',
          value: ({ createdAt }) => shortInstant(createdAt),
        },
      ]}
      filters={[
        {
          name: 'kind',
          title: m.payments_kind(),
          options: paymentKinds.map((value) => ({ value, label: kindLabels[value]() })),
        },
        { name: 'due', title: m.payments_due(), options: [{ value: 'true', label: m.payments_due() }] },
      ]}
      actions={[
        {
          key: 'account',
          label: m.payments_account_open(),
          icon: 'eye',
          appliesTo: (_filters, chosen) => chosen === 1,
          run: openAccounts,
          doneText: () => m.payments_account_opened(),
        },
        {
          key: 'done',
          label: m.payments_act_done(),
          icon: 'check',
          needs: 'console:refunds',
          confirm: (records) => ({
            title: m.payments_done_title({ count: records.length }),
            text: records.map((one) => `${nameOf(one)} ${wonOf(one.amount)}`).join(', '),
            label: m.payments_act_done(),
          }),
          run: actOnEach(({ _id }) => client.done({ params: { id: _id }, body: {} })),
          doneText: (count) => m.payments_said_done({ count }),
        },
      ]}
      search={m.payments_search()}
      empty={{ title: m.payments_empty_title(), text: m.payments_empty_text() }}
    />
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { ListAction } from '#console/kit/list/actions/list-actions.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayPerform } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { paperNames } from '#platform/papers/contract.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import type { ConsoleOrder } from '../contract-desk.ts'
import type { OrderDocument } from '../rules.ts'
import { orderStateLabel } from '../rules-state-labels.ts'
import { OrderInvoice } from '../tax-invoices/console/order-invoice.tsx'
import { orderActions } from './order-actions.tsx'
import { OrderAside } from './order-aside.tsx'
import { OrderClaims } from './order-claims.tsx'
import { OrderFacts, OrderLines } from './order-parts.tsx'
import styles from './order-screen.module.css'
import { client, paymentLabels, resource, stateMarks } from './resource.tsx'

/** Keys of the actions that the order's state allows. */
const listPossibleActions = ({ state, way, payment }: ConsoleOrder): string[] => {
  const isPickup = way === 'pickup'
  if (state === 'ordered') return payment === 'bank' ? ['pay', 'cancel'] : ['cancel']
  if (state === 'paid') return ['prepare', isPickup ? 'ready' : 'ship', 'cancel']
  if (state === 'preparing') return [isPickup ? 'ready' : 'ship', 'cancel']
  if (state === 'ready') return ['cancel']
  return state === 'shipped' ? ['deliver'] : []
}

/**
 * Actions that the state and the account allow; an account that can refund but not write in the shop can only cancel.
 */
const useActs = (order: ConsoleOrder | undefined): ListAction<ConsoleOrder>[] => {
  const mayAct = useMayPerform(resource.access)
  if (!order) return []
  const keys = listPossibleActions(order)
  return orderActions<ConsoleOrder>(
    ({ number, lines }) => [number, lines[0]?.name].join(' · '),
    ({ slip }) => slip.total,
  ).filter((act) => keys.includes(act.key) && mayAct(act))
}

/** Next steps of the order, at the bottom of the screen. */
function OrderMenu({ order, actions }: { order: ConsoleOrder; actions: readonly ListAction<ConsoleOrder>[] }) {
  const [busy, setBusy] = useState(false)
  const reload = useReload(resource.path)
  const run = async ({ confirm, run: act, doneText }: ListAction<ConsoleOrder>) => {
    if (confirm && !(await confirmDestructive(confirm([order])))) return
    setBusy(true)
    const { done, pending = 0, failed } = await act([order], '')
    setBusy(false)
    if (failed[0]) showError(failed[0].message)
    else if (pending > 0) showSuccess(m.approvals_said_asked({ count: pending }))
    else if (done > 0) showSuccess(doneText(done))
    await reload()
  }
  return actions.map((act) => (
    <Button
      key={act.key}
      variant={act.key === listPossibleActions(order)[0] && !act.isHarmful ? 'filled' : 'default'}
      data-harm={act.isHarmful || undefined}
      leftSection={<Icon name={act.icon} />}
      disabled={busy}
      onClick={() => void run(act)}
    >
      {act.label}
    </Button>
  ))
}

/** A receipt exists once the order is paid. */
function DocumentButtons({ order }: { order: ConsoleOrder }) {
  const [busy, setBusy] = useState(false)
  const fetchPaper = async (kind: OrderDocument) => {
    setBusy(true)
    try {
      downloadFile((await client.deskPaper({ params: { id: order._id, kind } })).url)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const renderButton = (kind: OrderDocument) => (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      disabled={busy}
      onClick={() => void fetchPaper(kind)}
    >
      {paperNames[kind]()}
    </Button>
  )
  return (
    <>
      {order.paidAt !== null && order.state !== 'cancelled' && renderButton('receipt')}
      {renderButton('statement')}
    </>
  )
}

/** Returns a line with the time of the order, its payment and its buyer. */
const describeOrder = ({ createdAt, payment, slip, buyer, user }: ConsoleOrder): string =>
  [
    shortInstant(createdAt),
    ...(slip.total > 0 ? [paymentLabels[payment]()] : []),
    user ? buyer.name : m.orders_guest({ name: buyer.name }),
  ].join(' · ')

/** Order screen: lines, totals, returns, delivery and history. */
export default function OrderScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, id],
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }),
  })
  useLiveEvents('orders', () => void refetch())
  const order = data?.order
  const actions = useActs(order)
  return (
    <Screen
      title={order?.number ?? m.orders_title()}
      before={
        <Button component={Link} to="/console/shop/orders" variant="subtle" leftSection={<Icon name="back" />}>
          {m.orders_title()}
        </Button>
      }
      note={order && <StateMark mark={stateMarks[order.state]}>{orderStateLabel(order)}</StateMark>}
      actions={order && <DocumentButtons order={order} />}
      aside={order && <OrderAside order={order} />}
      foot={
        order &&
        actions.length > 0 && (
          <div className={styles.actions}>
            <OrderMenu order={order} actions={actions} />
          </div>
        )
      }
    >
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {order && (
        <div className={styles.order}>
          <p className={styles.note}>{describeOrder(order)}</p>
          <OrderLines order={order} />
          <OrderClaims order={order._id} />
          <OrderFacts order={order} />
          <OrderInvoice order={order} />
        </div>
      )}
    </Screen>
  )
}

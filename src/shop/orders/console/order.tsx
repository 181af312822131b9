import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { FailedNotice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { shortInstant } from '#console/kit/parts/seoul-time.ts'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { sayWrong } from '#console/kit/parts/toast.tsx'
import { Screen } from '#console/kit/screen.tsx'
import { m } from '#messages/messages.js'
import { paperNames } from '#platform/papers/contract.ts'
import { useLiveEvents } from '#session/events.ts'
import { download } from '#ui/download.ts'
import type { ConsoleOrder } from '../contract.ts'
import type { OrderPaper } from '../rules.ts'
import { stateWords, stateWordsOf } from '../rules-words.ts'
import { client, paymentWords, resource, stateMarks, wonOf } from './resource.tsx'

const eventWords: Record<ConsoleOrder['events'][number]['state'], () => string> = {
  ...stateWords,
  return_asked: m.orders_event_return_asked,
  return_withdrawn: m.orders_event_return_withdrawn,
  return_collected: m.orders_event_return_collected,
  refunded: m.orders_event_refunded,
  return_refused: m.orders_event_return_refused,
  exchange_asked: m.orders_event_exchange_asked,
  exchange_collected: m.orders_event_exchange_collected,
  exchange_shipped: m.orders_event_exchange_shipped,
  exchange_done: m.orders_event_exchange_done,
  exchange_refused: m.orders_event_exchange_refused,
  exchange_withdrawn: m.orders_event_exchange_withdrawn,
}

/** The slip in the order in which discounts come off; a row that takes nothing off is left out. */
const slipRows = ({ slip, levelTitle, couponTitle }: ConsoleOrder): [string, number][] => [
  [m.orders_slip_goods({ count: slip.quantity }), slip.goods],
  ...([
    [m.orders_slip_product(), -slip.productDiscount],
    [levelTitle ? `${m.orders_slip_level()} · ${levelTitle}` : m.orders_slip_level(), -slip.levelDiscount],
    [couponTitle ? `${m.orders_slip_coupon()} · ${couponTitle}` : m.orders_slip_coupon(), -slip.couponDiscount],
    [m.orders_slip_points(), -slip.points],
  ].filter(([, amount]) => amount !== 0) as [string, number][]),
  [m.orders_slip_delivery(), slip.delivery],
]

const signed = (amount: number) => (amount < 0 ? `−${wonOf(-amount)}` : wonOf(amount))

function OrderDetails({ order }: { order: ConsoleOrder }) {
  const facts: [string, string][] = [
    [m.orders_buyer(), `${order.buyer.name} · ${order.buyer.phone} · ${order.buyer.email}`],
    [
      m.orders_to(),
      order.to
        ? `${order.to.name} · ${order.to.phone} · (${order.to.postcode}) ${order.to.address} ${order.to.detail}`.trim()
        : '',
    ],
    [
      m.orders_way_pickup(),
      order.pickup
        ? m.orders_pickup_facts({ place: order.pickup.place, hours: `${order.pickup.from}–${order.pickup.to}` })
        : '',
    ],
    [m.orders_memo(), order.memo],
    [m.orders_payment(), order.slip.total > 0 ? paymentWords[order.payment]() : ''],
    [m.orders_depositor(), order.depositor],
    [m.orders_pay_until(), shortInstant(order.payUntil)],
    [m.orders_tracking(), order.tracking ? `${order.carrier} ${order.tracking}` : ''],
  ]
  return (
    <Stack gap={24} maw={880}>
      <StateMark mark={stateMarks[order.state]}>{stateWordsOf(order)}</StateMark>
      <Papers order={order} />
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{m.orders_good()}</Table.Th>
              <Table.Th ta="right">{m.orders_quantity()}</Table.Th>
              <Table.Th ta="right">{m.orders_price()}</Table.Th>
              <Table.Th ta="right">{m.orders_line_paid()}</Table.Th>
              <Table.Th ta="right">{m.orders_returns()}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.lines.map((line) => (
              <Table.Tr key={line._id}>
                <Table.Td>{[line.name, ...line.values].join(' · ')}</Table.Td>
                <Table.Td ta="right">{line.quantity}</Table.Td>
                <Table.Td ta="right">{wonOf(line.reduced)}</Table.Td>
                <Table.Td ta="right">{wonOf(line.paid)}</Table.Td>
                <Table.Td ta="right">{line.returning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Table maw={440} aria-label={m.orders_slip()}>
        <Table.Tbody>
          {slipRows(order).map(([label, amount]) => (
            <Table.Tr key={label}>
              <Table.Th fw={400}>{label}</Table.Th>
              <Table.Td ta="right">{signed(amount)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th>{m.orders_total()}</Table.Th>
            <Table.Td ta="right" fw={700}>
              {wonOf(order.slip.total)}
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th fw={400}>{m.orders_slip_vat()}</Table.Th>
            <Table.Td ta="right">{wonOf(order.slip.vat)}</Table.Td>
          </Table.Tr>
          {order.refunded > 0 && (
            <Table.Tr>
              <Table.Th fw={400}>{m.orders_refunded()}</Table.Th>
              <Table.Td ta="right">{signed(-order.refunded)}</Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
      <Table aria-label={m.orders_facts()}>
        <Table.Tbody>
          {facts
            .filter(([, text]) => text)
            .map(([label, text]) => (
              <Table.Tr key={label}>
                <Table.Th w={160} fw={400}>
                  {label}
                </Table.Th>
                <Table.Td>{text}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <section>
        <Title order={2} size="h4">
          {m.orders_timeline()}
        </Title>
        <ol>
          {order.events.map(({ state, at, note }) => (
            <li key={`${state} ${at}`}>
              <Text size="sm">
                {shortInstant(at)} ·{' '}
                {state === 'delivered' && order.way === 'pickup' ? m.orders_state_handed() : eventWords[state]()}
                {note && ` · ${note}`}
              </Text>
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  )
}

/** There is a receipt once it is paid. */
function Papers({ order }: { order: ConsoleOrder }) {
  const [busy, setBusy] = useState(false)
  const fetchPaper = async (kind: OrderPaper) => {
    setBusy(true)
    try {
      download((await client.deskPaper({ params: { id: order._id, kind } })).url)
    } catch (error) {
      sayWrong(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const button = (kind: OrderPaper) => (
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
    <Group gap={8}>
      {order.paidAt !== null && order.state !== 'cancelled' && button('receipt')}
      {button('statement')}
    </Group>
  )
}

/** One order: what was bought, the slip, where it goes, and what happened to it. */
export default function OrderScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, id],
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }),
  })
  useLiveEvents('orders', () => void refetch())
  return (
    <Screen
      title={data?.order.number ?? m.orders_title()}
      before={
        <Button component={Link} to="/console/shop/orders" variant="subtle" leftSection={<Icon name="back" />}>
          {m.orders_title()}
        </Button>
      }
    >
      {error && <FailedNotice error={error} again={refetch} />}
      {data && <OrderDetails order={data.order} />}
    </Screen>
  )
}

import { useQuery } from '@tanstack/react-query'
import { client as programClient, resource as programList } from '#auction/auctions/console/resource.tsx'
import { actOnEach as eachRecord } from '#console/kit/list/actions/list-actions.ts'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { CallPending } from '#kit/client.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { paperNames, papersMade } from '#platform/papers/contract.ts'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import type { Sale } from '../contract.ts'
import { type SalePaper, type SaleState, salePapers, saleStates } from '../rules.ts'
import { CollectForm } from './collect-form.tsx'
import { client, resource, saleStateLabel } from './resource.tsx'
import { stateLabels } from './sale-labels.ts'

const stateMarks: Record<SaleState, Mark> = {
  offered: 'scheduled',
  awaiting: 'new',
  paid: 'assigned',
  collected: 'closed',
  void: 'hidden',
}

const nameOf = ({ number, work }: Sale) => `${number} · LOT ${work.lot} ${work.title.ko}`
const formatWonAmount = (amount: number) => amount.toLocaleString('ko-KR')

/** Runs an action on each selected sale. */
const runOnEach = (work: (sale: Sale) => Promise<unknown>) =>
  eachRecord((sale: Sale) =>
    work(sale).catch((error: unknown) => {
      if (error instanceof CallPending) throw error
      throw new Error(refusalMessage(error), { cause: error })
    }),
  )

/** Downloads a document of each selected sale, one after another. */
const createPaperAction = (kind: SalePaper) => ({
  key: kind,
  label: paperNames[kind](),
  icon: 'download' as const,
  run: runOnEach(async ({ _id }) => downloadFile((await client.paper({ params: { id: _id, kind } })).url)),
  doneText: (count: number) => papersMade({ count }),
})

export { headers } from '#console/kit/parts/media/camera-headers.ts'

/** Sales: buyer, payment, pickup, and the next step if a sale fails. */
export default function SaleList() {
  const reload = useReload(resource.path)
  useLiveEvents('sales', reload)
  const { data: programs } = useQuery({
    queryKey: [programList.path, 'choices'],
    queryFn: ({ signal }) =>
      readAllPages('programs', (query) => programClient.list({ query }, { signal })).then((list) => list.programs),
  })
  return (
    <ListScreen
      resource={resource}
      title={m.sales_title()}
      name={nameOf}
      to={({ work }) => `/console/auction/works/${work._id}`}
      picture={({ work }) => work.picture}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 120,
          value: saleStateLabel,
          cell: (sale) => <StateMark mark={stateMarks[sale.state]}>{saleStateLabel(sale)}</StateMark>,
        },
        nameColumn(nameOf),
        { key: 'user', title: m.sales_buyer(), width: 104, value: ({ user }) => user?.name ?? null },
        {
          key: 'hammer',
          title: m.sales_hammer(),
          width: 120,
          align: 'right',
          sort: 'hammer',
          value: ({ hammer }) => formatWonAmount(hammer),
        },
        {
          key: 'total',
          title: m.sales_total(),
          width: 120,
          align: 'right',
          value: ({ sum }) => formatWonAmount(sum.total),
        },
        {
          key: 'payUntil',
          title: m.sales_pay_until(),
          width: 120,
          sort: 'payUntil',
          entry: 'named',
          value: ({ payUntil }) => shortInstant(payUntil),
        },
        {
          key: 'offerUntil',
          title: m.sales_offer_until(),
          width: 120,
          drop: 1,
          entry: 'named',
          value: ({ offerUntil }) => offerUntil && shortInstant(offerUntil),
        },
        {
          key: 'wonMailAt',
          title: m.sales_mail(),
          width: 120,
          drop: 3,
          entry: false,
          value: ({ wonMailAt }) => wonMailAt && shortInstant(wonMailAt),
        },
        {
          key: 'pickupAt',
          title: m.sales_pickup(),
          width: 120,
          drop: 3,
          entry: 'named',
          value: ({ pickupAt }) => pickupAt && shortInstant(pickupAt),
        },
        {
          key: 'consignor',
          title: m.sales_consignor(),
          width: 104,
          drop: 2,
          entry: 'named',
          value: ({ consignor }) => consignor?.name ?? null,
        },
        {
          key: 'payout',
          title: m.sales_payout(),
          width: 120,
          align: 'right',
          drop: 2,
          value: ({ settlement }) => settlement && formatWonAmount(settlement.payout),
        },
        {
          key: 'settledAt',
          title: m.sales_settled(),
          width: 120,
          drop: 2,
          entry: 'named',
          value: ({ settledAt }) => settledAt && shortInstant(settledAt),
        },
        {
          key: 'voidReason',
          title: m.sales_void_reason(),
          width: 160,
          drop: 1,
          // Only reasons written by staff; the status covers the others.
          value: ({ ending, voidReason }) => (ending === 'cancelled' ? voidReason : null),
        },
        {
          key: 'runnerUp',
          title: m.sales_runner(),
          width: 160,
          drop: 1,
          value: ({ runnerUp }) => runnerUp && `${runnerUp.name} ${formatWonAmount(runnerUp.amount)}`,
        },
      ]}
      filters={[
        {
          name: 'program',
          title: m.sales_program(),
          options: (programs ?? []).map(({ _id, title }) => ({ value: _id, label: title.ko })),
        },
        {
          name: 'state',
          title: m.list_column_state(),
          options: saleStates.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
        { name: 'overdue', title: m.sales_overdue(), options: [{ value: 'true', label: m.sales_overdue() }] },
      ]}
      actions={[
        {
          key: 'pay',
          label: m.sales_act_pay(),
          icon: 'check',
          confirm: (records) => ({
            title: m.sales_pay_title({ count: records.length }),
            text: records.map(nameOf).join(', '),
            label: m.sales_act_pay(),
          }),
          run: runOnEach(({ _id }) => client.pay({ params: { id: _id }, body: {} })),
          doneText: (count) => m.sales_said_paid({ count }),
        },
        {
          key: 'mail',
          label: m.sales_act_mail(),
          icon: 'mail',
          run: runOnEach(({ work }) => client.wonEmail({ params: { id: work._id } })),
          doneText: (count) => m.sales_said_mailed({ count }),
        },
        ...salePapers.map(createPaperAction),
        {
          key: 'settle',
          label: m.sales_act_settle(),
          icon: 'check',
          confirm: (records) => ({
            title: m.sales_settle_title({ count: records.length }),
            text: records
              .map(
                (sale) =>
                  `${nameOf(sale)}: ${sale.consignor?.name ?? '–'} ${formatWonAmount(sale.settlement?.payout ?? 0)}`,
              )
              .join(', '),
            label: m.sales_act_settle(),
          }),
          run: runOnEach(({ _id }) => client.settle({ params: { id: _id } })),
          doneText: (count) => m.sales_said_settled({ count }),
        },
        {
          key: 'offer',
          label: m.sales_act_offer(),
          icon: 'external',
          needs: 'console:voids',
          confirm: (records) => ({
            title: m.sales_offer_title(),
            text: m.sales_offer_text({
              names: records.map(({ runnerUp, work }) => `LOT ${work.lot} ${runnerUp?.name ?? '–'}`).join(', '),
            }),
            label: m.sales_act_offer(),
          }),
          run: runOnEach(({ _id }) => client.offer({ params: { id: _id }, body: {} })),
          doneText: (count) => m.sales_said_offered({ count }),
        },
        {
          key: 'void',
          label: m.sales_act_void(),
          icon: 'close',
          isHarmful: true,
          needs: 'console:voids',
          run: async (records) => {
            const reason = await askReason({
              title: m.sales_void_title(),
              text: records.map(nameOf).join(', '),
              label: m.sales_act_void(),
              harm: true,
            })
            if (reason === null) return { done: 0, failed: [] }
            return runOnEach(({ _id }) => client.giveUp({ params: { id: _id }, body: { reason } }))(records)
          },
          doneText: (count) => m.sales_said_void({ count }),
        },
      ]}
      head={<CollectForm done={reload} />}
      search={m.sales_search()}
      empty={{ title: m.sales_empty_title(), text: m.sales_empty_text() }}
    />
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { resource as programList, showRefusal } from '#auction/auctions/console/resource.tsx'
import { client, downloadSalesReport } from '#auction/sales/console/resource.tsx'
import { type Sale, sales } from '#auction/sales/contract.ts'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayRequest, useMayWrite } from '#console/kit/use-rights.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/live-events.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { formatWon } from './format-times.ts'
import styles from './post-sale-panel.module.css'

const nameOf = ({ work }: Sale) => [work.author?.name, work.title.ko].filter(Boolean).join(', ')

/** Post-sale panel of the live desk: latest sale, runner-up offers and totals. */
export function PostSalePanel({ program, title, closed }: { program: string; title: string; closed: number }) {
  const mayWrite = useMayWrite(programList.access)
  const mayOffer = useMayRequest('console:voids')
  const { data, refetch } = useQuery({
    // The key includes the number of closed lots, so each closing refetches.
    queryKey: [sales.list.path, 'desk', program, closed],
    queryFn: ({ signal }) =>
      readAllPages('sales', (page) =>
        client.list({ query: { ...page, program, sort: '-createdAt' } }, { signal }),
      ).then((list) => list.sales),
    placeholderData: (before) => before,
  })
  useLiveEvents('sales', () => void refetch())
  if (!data || data.length === 0) return null
  const validSales = data.filter(({ state }) => state !== 'void')
  const [latest] = validSales.filter(({ state }) => state !== 'offered')
  const orphans = data.filter(({ runnerUp }) => runnerUp !== null)
  const sum = (of: readonly Sale[], part: (sale: Sale) => number) => of.reduce((all, sale) => all + part(sale), 0)
  const inState = (...states: Sale['state'][]) => validSales.filter(({ state }) => states.includes(state))
  const run = (work: Promise<unknown>, successText: string) =>
    work.then(() => {
      showSuccess(successText)
      void refetch()
    }, showRefusal)
  const offer = async (sale: Sale) => {
    const isSure = await confirmDestructive({
      title: m.bids_offer_title(),
      text: m.bids_offer_text({
        lot: sale.work.lot,
        name: sale.runnerUp?.name ?? '',
        amount: formatWon(sale.runnerUp?.amount ?? 0),
      }),
      label: m.bids_offer(),
    })
    if (isSure) await run(client.offer({ params: { id: sale._id }, body: {} }), m.bids_offered())
  }
  return (
    <aside className={styles.after} aria-label={m.bids_after()}>
      {latest && (
        <section>
          <h3>{m.bids_after_latest({ lot: latest.work.lot })}</h3>
          <div className={styles.work}>
            <Thumbnail picture={latest.work.picture} width={52} height={64} />
            <p>
              {nameOf(latest)}
              <b>{formatWon(latest.hammer)}</b>
            </p>
          </div>
          <dl>
            <dt>{m.bids_after_buyer()}</dt>
            <dd>{latest.user?.name ?? '–'}</dd>
            <dt>{m.bids_after_mail()}</dt>
            <dd>{latest.wonMailAt ? shortInstant(latest.wonMailAt) : '–'}</dd>
            <dt>{m.bids_after_pay_until()}</dt>
            <dd>{shortInstant(latest.payUntil)}</dd>
          </dl>
          <div className={styles.actions}>
            <Button
              size="compact-sm"
              onClick={() =>
                void client
                  .paper({ params: { id: latest._id, kind: 'invoice' } })
                  .then(({ url }) => downloadFile(url))
                  .catch(showRefusal)
              }
            >
              {m.bids_after_invoice()}
            </Button>
            {mayWrite && (latest.state === 'awaiting' || latest.state === 'paid') && (
              <Button
                size="compact-sm"
                onClick={() => void run(client.wonEmail({ params: { id: latest.work._id } }), m.bids_after_mailed())}
              >
                {m.bids_after_mail_again()}
              </Button>
            )}
          </div>
        </section>
      )}
      {orphans.map((sale) => (
        <section key={sale._id}>
          <h3>{m.bids_after_runner({ lot: sale.work.lot })}</h3>
          <p className={styles.announcement}>{m.bids_after_runner_text()}</p>
          <dl>
            <dt>{m.bids_after_next()}</dt>
            <dd>{sale.runnerUp?.name}</dd>
            <dt>{m.bids_after_next_sum()}</dt>
            <dd>{formatWon(sale.runnerUp?.amount ?? 0)}</dd>
            <dt>{m.bids_after_hammer()}</dt>
            <dd>{formatWon(sale.hammer)}</dd>
          </dl>
          {mayOffer && (
            <Button size="compact-sm" variant="filled" onClick={() => void offer(sale)}>
              {m.bids_offer()}
            </Button>
          )}
        </section>
      ))}
      <section>
        <h3>{m.bids_after_report()}</h3>
        <dl>
          <dt>{m.bids_after_sold({ count: inState('awaiting', 'paid', 'collected').length })}</dt>
          <dd>{formatWon(sum(inState('awaiting', 'paid', 'collected'), ({ hammer }) => hammer))}</dd>
          <dt>{m.bids_after_awaiting({ count: inState('awaiting').length })}</dt>
          <dd>{formatWon(sum(inState('awaiting'), (sale) => sale.sum.total))}</dd>
          <dt>{m.bids_after_paid({ count: inState('paid', 'collected').length })}</dt>
          <dd>{formatWon(sum(inState('paid', 'collected'), (sale) => sale.sum.total))}</dd>
          <dt>{m.bids_after_waiting()}</dt>
          <dd>{inState('paid').length}</dd>
          <dt>{m.bids_after_collected()}</dt>
          <dd>{inState('collected').length}</dd>
        </dl>
        {mayWrite && (
          <div className={styles.actions}>
            <Button
              size="compact-sm"
              onClick={() => void downloadSalesReport({ id: program, title }).catch(showRefusal)}
            >
              {m.bids_after_excel()}
            </Button>
          </div>
        )}
        <Link to={`/console/auction/sales?program=${program}`}>{m.bids_after_all()}</Link>
      </section>
    </aside>
  )
}

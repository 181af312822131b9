import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#content/site/site-shell/format-dates.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { paperNames } from '#platform/papers/public/document-labels.ts'
import { errorMessage, refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { PickupTicketCard } from '#trade/pickups/public/pickup-ticket.tsx'
import type { PickupsPart } from '#trade/pickups/public/pickups-parts.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { type Pickup, sales } from '../../sales/contract.ts'
import { SumRows } from '../bidding/sheet/sum-rows.tsx'
import { formatWon } from '../format/format-amounts.ts'
import { workPath } from '../paths.ts'
import { formatWorkName } from '../works/work-view.ts'
import styles from './my-bids.module.css'
import { PaymentAccount } from './payment-account.tsx'

const client = clientOf(sales)
const load = () => readAllPages('pickups', (query) => client.mine({ query }))

const stateLabels: Record<Pickup['state'], () => string> = {
  offered: m.auction_sale_offered,
  awaiting: m.auction_sale_awaiting,
  paid: m.auction_sale_paid,
  collected: m.auction_sale_collected,
  void: m.auction_sale_void,
}

const endingLabels: Record<NonNullable<Pickup['ending']>, () => string> = {
  declined: m.auction_sale_declined,
  expired: m.auction_sale_expired,
  cancelled: m.auction_sale_void,
}

/** Won works: amount, payment deadline and pickup. */
function WonWorks() {
  const { value, error, reload } = useLoaded(load)
  return (
    <>
      <h2 className={styles.of}>{m.auction_me_pickups()}</h2>
      {!value && <LoadState error={error} reload={reload} />}
      {value?.pickups.length === 0 && (
        <section className={parts.part}>
          <p>{m.auction_pickups_none()}</p>
          <Link className={parts.link} to={currentLocalePath('/me/bids')}>
            {m.auction_me_bids()}
          </Link>
        </section>
      )}
      {value?.pickups.map((pickup) => (
        <OnePickup key={pickup._id} pickup={pickup} onChange={reload} />
      ))}
    </>
  )
}

export const pickupsPart: PickupsPart = { position: 10, site: 'auction', Part: WonWorks }

/** Offset of Seoul time in ms, for datetime-local fields. */
const seoulOffset = 9 * 3_600_000
const toField = (instant: string | null): string =>
  instant ? new Date(Date.parse(instant) + seoulOffset).toISOString().slice(0, 16) : ''
const fromField = (text: string): string => new Date(Date.parse(`${text}:00.000Z`) - seoulOffset).toISOString()

function OnePickup({ pickup, onChange }: { pickup: Pickup; onChange: () => void }) {
  const { work, sum, state } = pickup
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    setError('')
    setAnnouncement('')
    try {
      await work()
      setAnnouncement(done)
      onChange()
    } catch (failed) {
      setError(refusalMessage(failed))
    }
    setBusy(false)
  }
  const choose = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('pickupAt')
    if (typeof text !== 'string' || text === '') return
    void act(
      () => client.setPickup({ params: { id: pickup._id }, body: { pickupAt: fromField(text) } }),
      m.auction_pickup_kept(),
    )
  }
  const answer = (take: boolean) =>
    act(() => client.answer({ params: { id: pickup._id }, body: { take } }), m.auction_offer_answered())
  const fetchInvoice = async () => {
    setBusy(true)
    setError('')
    setAnnouncement('')
    try {
      downloadFile((await client.invoice({ params: { id: pickup._id } })).url)
    } catch (failed) {
      setError(errorMessage(failed))
    }
    setBusy(false)
  }
  return (
    <section className={parts.part} data-sale={pickup._id}>
      <h3 className={parts.section}>
        <Link
          to={currentLocalePath(workPath(work._id))}
          reloadDocument
          className={parts.record}
          lang={foreignLang(work.lang)}
        >
          {formatWorkName(work)}
        </Link>
      </h3>
      <p className={parts.meta}>
        {m.auction_lot({ lot: work.lot })} · {work.program.title} · {m.auction_invoice({ number: pickup.number })}
      </p>
      <div className={styles.ticket}>
        <dl className={styles.rows}>
          <div>
            <dt>{m.auction_sale_state()}</dt>
            <dd>{pickup.ending ? endingLabels[pickup.ending]() : stateLabels[state]()}</dd>
          </div>
          <div>
            <dt>{m.auction_hammer()}</dt>
            <dd>{formatWon(sum.hammer)}</dd>
          </div>
          <SumRows sum={sum} />
          <div>
            <dt>{m.auction_to_pay()}</dt>
            <dd>{formatWon(sum.total)}</dd>
          </div>
          {state === 'awaiting' && (
            <div>
              <dt>{m.auction_pay_until()}</dt>
              <dd>{formatDateTime(pickup.payUntil)}</dd>
            </div>
          )}
          {pickup.pickupAt && (
            <div>
              <dt>{m.auction_pickup_at()}</dt>
              <dd>{formatDateTime(pickup.pickupAt)}</dd>
            </div>
          )}
        </dl>
        {pickup.ticket && <PickupTicketCard ticket={pickup.ticket} />}
      </div>
      {state === 'awaiting' && (
        <>
          {pickup.payTo && <PaymentAccount account={pickup.payTo} total={sum.total} />}
          <p className={parts.meta}>{pickup.payTo ? m.auction_pay_text() : m.auction_pay_ask()}</p>
        </>
      )}
      {state === 'offered' && (
        <>
          <p>{m.auction_offer_text({ time: pickup.offerUntil ? formatDateTime(pickup.offerUntil) : '' })}</p>
          <div className={parts.acts}>
            <Button busy={isBusy} onClick={() => void answer(true)}>
              {m.auction_offer_take()}
            </Button>
            <Button look="outline" busy={isBusy} onClick={() => void answer(false)}>
              {m.auction_offer_decline()}
            </Button>
          </div>
        </>
      )}
      {state === 'paid' && (
        <form className={styles.when} onSubmit={choose}>
          <label>
            {m.auction_pickup_when()}
            <input type="datetime-local" name="pickupAt" required step={1800} defaultValue={toField(pickup.pickupAt)} />
          </label>
          <Button type="submit" low busy={isBusy}>
            {m.auction_pickup_keep()}
          </Button>
        </form>
      )}
      {state !== 'offered' && state !== 'void' && (
        <div className={parts.acts}>
          <Button low look="outline" busy={isBusy} onClick={() => void fetchInvoice()}>
            {paperNames.invoice()}
          </Button>
        </div>
      )}
      <p role="status" className={parts.said}>
        {announcement}
      </p>
      {error && (
        <p role="alert" className={parts.wrong}>
          {error}
        </p>
      )}
    </section>
  )
}

import { useEffect, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { sumOf } from '../../programs/rules.ts'
import { useLive, useServerNow } from '../live/use-live.ts'
import { Price } from '../parts/price.tsx'
import { loginPlace, place, workPath } from '../place.ts'
import { won } from '../sums.ts'
import type { WorkView } from '../works/work-view.ts'
import { type Bid, type Choice, dropBid, keepBid, keptBid } from './bid.ts'
import { Chooser } from './chooser.tsx'
import { Clock } from './clock.tsx'
import { Closed } from './closed.tsx'
import { EntrySteps } from './entry-steps.tsx'
import { useOwn } from './own.ts'
import styles from './panel.module.css'
import { Sheet } from './sheet.tsx'
import { standingOf } from './standing.ts'
import { StateLine } from './state-line.tsx'

/** The bidding on a work: state, price, time, amount and button, in this order, always. */
export function BidPanel({ work, phone }: { work: WorkView; phone: string }) {
  const { program } = work
  const live = useLive(program._id)
  const own = useOwn(program._id)
  const now = useServerNow()
  const [kind, setKind] = useState<Choice['kind']>('open')
  const [chosen, setChosen] = useState<number | null>(null)
  const [wasOffered, setOffered] = useState(false)
  const [sheet, setSheet] = useState<Bid | null>(null)

  const lot = live.lots.get(work._id)
  const mine = own.lots.get(work._id)
  const standing = standingOf(lot, mine, live.line, own.entry)
  const leads = standing === 'leading' || standing === 'tight'

  // What was being sent when the page went away is shown again.
  useEffect(() => {
    const kept = keptBid(work._id)
    if (!kept) return
    setKind(kept.kind)
    setChosen(kept.amount)
    setOffered(true)
    if (kept.isSent) setSheet(kept)
    else dropBid(work._id)
  }, [work._id])
  // Who leads can only raise the maximum; everybody else bids the next amount or more.
  const least = lot && (leads && mine ? Math.max(lot.next, (mine.maximum ?? mine.highest) + 1) : lot.next)
  // The next amount is offered once. When the price passes what is chosen, nothing is chosen: no amount changes itself.
  if (least !== undefined && !wasOffered) {
    setOffered(true)
    if (!leads) setChosen(least)
  }
  if (least !== undefined && chosen !== null && chosen < least && !sheet) setChosen(null)

  if (!lot) return <div className={styles.waiting} aria-busy="true" />
  const isClosed = lot.state === 'sold' || lot.state === 'passed' || lot.state === 'withdrawn'
  const isOver = !isClosed && now !== undefined && now >= new Date(lot.endsAt).getTime()
  const amountKind = leads ? 'maximum' : kind
  const open = () => {
    if (chosen === null) return
    const bid: Bid = { kind: amountKind, amount: chosen, key: newKey(), isSent: false }
    if (own.isMember) return setSheet(bid)
    // Back from the log-in the amount is here again.
    keepBid(work._id, bid)
    window.location.assign(loginPlace(place(workPath(work._id))))
  }
  const total = chosen === null ? null : sumOf(chosen, program.premium).total
  const isAway = live.line === 'lost'
  const mayChoose = lot.state === 'open' && !isOver && !isAway && standing !== 'unready'
  const words = leads ? m.auction_raise_maximum : amountKind === 'maximum' ? m.auction_set_maximum : null
  const buttonWords =
    chosen === null ? m.auction_choose_first() : words ? words() : m.auction_bid_amount({ amount: won(chosen) })

  return (
    <section className={styles.panel} aria-label={m.auction_bidding()} data-panel="">
      {standing && (
        <StateLine standing={standing} lot={lot} own={mine} live={live} entry={own.entry} program={program} />
      )}
      <div className={styles.top}>
        <p className={styles.label}>
          {isClosed && lot.price !== null
            ? m.auction_hammer()
            : lot.price === null
              ? m.auction_start()
              : m.auction_current()}
        </p>
        <p className={styles.label}>{m.auction_bids({ count: lot.bids })}</p>
      </div>
      <p className={styles.price} data-old={isAway || undefined} data-testid="price">
        <Price sum={lot.price ?? work.startPrice} large />
      </p>
      {isClosed ? (
        <Closed lot={lot} own={mine} premium={program.premium} />
      ) : (
        <>
          <Clock lot={lot} line={live.line} heardAt={live.heardAt} windowSeconds={program.windowSeconds} now={now} />
          {own.error && (
            <p className={styles.wrong} role="alert">
              {own.error}{' '}
              <Button look="plain" low onClick={own.reload}>
                {m.auction_again()}
              </Button>
            </p>
          )}
          {standing === 'unready' && own.entry && (
            <EntrySteps program={program} entry={own.entry} onEntry={own.setEntry} />
          )}
          {mayChoose && (
            <>
              <Chooser
                kind={amountKind}
                onKind={leads ? undefined : setKind}
                lot={lot}
                increments={program.increments}
                least={least ?? lot.next}
                chosen={chosen}
                onChoose={setChosen}
              />
              <p className={styles.total}>
                <span>
                  {m.auction_total()} <small>{m.auction_total_with({ premium: program.premium / 100 })}</small>
                </span>
                <b>{total === null ? m.auction_total_later() : won(total)}</b>
              </p>
            </>
          )}
          {lot.state === 'open' && standing !== 'unready' && (
            <div className={styles.act}>
              {isAway ? (
                <>
                  <Button className={styles.bid} disabled>
                    {m.auction_bid_away()}
                  </Button>
                  <p className={styles.note}>{m.auction_bid_away_phone({ phone })}</p>
                </>
              ) : isOver ? (
                <Button className={styles.bid} disabled>
                  {m.auction_bid_over()}
                </Button>
              ) : (
                <>
                  <Button className={styles.bid} disabled={chosen === null} onClick={open}>
                    {own.isMember || chosen === null ? buttonWords : m.auction_login_to_bid({ amount: won(chosen) })}
                  </Button>
                  <p className={styles.note}>{m.auction_bid_opens()}</p>
                </>
              )}
            </div>
          )}
        </>
      )}
      {!isClosed && lot.state === 'coming' && !own.isMember && (
        <ButtonLink className={styles.bid} to={loginPlace(place(workPath(work._id)))} reloadDocument>
          {m.auction_login_ready()}
        </ButtonLink>
      )}
      {sheet && (
        <Sheet
          work={work}
          lot={lot}
          first={sheet}
          own={mine}
          now={now}
          onEntry={own.reload}
          onClose={(isTaken) => {
            setSheet(null)
            if (isTaken) setChosen(null)
            own.reload()
          }}
        />
      )}
    </section>
  )
}

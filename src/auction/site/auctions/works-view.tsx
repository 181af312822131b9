import { type ReactNode, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'
import { useHydrated } from '#ui/browser/use-hydrated.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import type { PublicWorkLine } from '../../works/contract.ts'
import { determineBidStatus } from '../bidding/bid-status.ts'
import { type MemberAuction, useMemberAuction } from '../bidding/use-member-auction.ts'
import type { LiveLots } from '../live/lot-watch.ts'
import { useLiveLots, useServerNow } from '../live/use-live-lots.ts'
import { StatusIcon } from '../parts/status-icon.tsx'
import { localizePath, workPath } from '../paths.ts'
import { EndTimeline } from './end-timeline.tsx'
import { EndTimelineStrip } from './end-timeline-strip.tsx'
import { estimateRanges, isInEstimateRange, isWorkClosed } from './filter-works.ts'
import { LotTable } from './lot-table.tsx'
import styles from './works-view.module.css'
import { WorksWall } from './works-wall.tsx'

const orders = ['end', 'price', 'bids'] as const
type Order = (typeof orders)[number]
const orderWords: Record<Order, () => string> = {
  end: m.auction_order_end,
  price: m.auction_order_price,
  bids: m.auction_order_bids,
}

const noSearch = new URLSearchParams()

const sorted = (works: readonly PublicWorkLine[], live: LiveLots, order: Order): PublicWorkLine[] => {
  const end = (work: PublicWorkLine) => live.lots.get(work._id)?.endsAt ?? work.dueAt
  const price = (work: PublicWorkLine) => live.lots.get(work._id)?.price ?? work.startPrice
  const bids = (work: PublicWorkLine) => live.lots.get(work._id)?.bids ?? 0
  if (order === 'price') return works.toSorted((a, b) => price(b) - price(a))
  if (order === 'bids') return works.toSorted((a, b) => bids(b) - bids(a))
  return works.toSorted((a, b) => end(a).localeCompare(end(b)) || a.lot - b.lot)
}

interface ShownProps {
  program: string
  works: readonly PublicWorkLine[]
  children: ReactNode
}

/** Works of an auction or room with the timeline; order, view and filters are in the address. */
export function WorksView({ program, works, children }: ShownProps) {
  const live = useLiveLots(program)
  const own = useMemberAuction(program)
  const now = useServerNow()
  const [asked] = useSearchParams()
  // The cached page is the same for every query string; apply it only after hydration.
  const search = useHydrated() ? asked : noSearch
  const order = orders.find((one) => one === search.get('order')) ?? 'end'
  const isTable = search.get('view') === 'table'
  const isMine = search.get('mine') === '1'
  const estimate = search.get('estimate') ?? ''
  const isOpenAlone = search.get('closed') === '0'
  const estimates = useMemo(() => estimateRanges(works), [works])
  const hasClosed = useMemo(() => works.some((work) => isWorkClosed(live, work)), [works, live])
  const shown = useMemo(
    () =>
      sorted(works, live, order).filter(
        (work) =>
          (!isMine || own.lots.has(work._id)) &&
          (estimate === '' || isInEstimateRange(work, estimate)) &&
          !(isOpenAlone && isWorkClosed(live, work)),
      ),
    [works, live, order, isMine, own.lots, estimate, isOpenAlone],
  )
  const go = useNavigate()
  const to = (name: string, value: string | null): string => {
    const next = new URLSearchParams(search)
    if (value === null) next.delete(name)
    else next.set(name, value)
    return `?${next}`
  }
  const props = { works: shown, live, own, now }
  return (
    <>
      {children}
      <EndTimeline {...props} works={works.toSorted((a, b) => a.lot - b.lot)} wide />
      <EndTimelineStrip works={works} live={live} now={now} />
      <div className={styles.bar}>
        <nav aria-label={m.auction_order()}>
          <ul>
            {orders.map((one) => (
              <li key={one}>
                <Choice to={to('order', one === 'end' ? null : one)} isOn={one === order}>
                  {orderWords[one]()}
                </Choice>
              </li>
            ))}
            {estimates.length > 0 && (
              <li className={styles.menu}>
                <label>
                  {m.auction_estimate_head()}{' '}
                  <select
                    value={estimate}
                    onChange={({ currentTarget: { value } }) =>
                      void go(to('estimate', value === '' ? null : value), { replace: true, preventScrollReset: true })
                    }
                  >
                    <option value="">{m.auction_estimate_any()}</option>
                    {estimates.map(({ value, words }) => (
                      <option key={value} value={value}>
                        {words}
                      </option>
                    ))}
                  </select>
                  <Icon name="chevron-down" small />
                </label>
              </li>
            )}
            {(hasClosed || isOpenAlone) && (
              <li>
                <Choice to={to('closed', isOpenAlone ? null : '0')} isOn={!isOpenAlone}>
                  {m.auction_closed_too()}
                </Choice>
              </li>
            )}
            {own.lots.size > 0 && (
              <li>
                <Choice to={to('mine', isMine ? null : '1')} isOn={isMine}>
                  {m.auction_only_mine({ count: own.lots.size })}
                </Choice>
              </li>
            )}
          </ul>
        </nav>
        <nav aria-label={m.auction_view()} className={styles.views}>
          <ul>
            <li>
              <Choice to={to('view', null)} isOn={!isTable}>
                {m.auction_view_wall()}
              </Choice>
            </li>
            <li>
              <Choice to={to('view', 'table')} isOn={isTable}>
                {m.auction_view_table()}
              </Choice>
            </li>
          </ul>
        </nav>
      </div>
      {live.line === 'lost' && (
        <p role="status" className={styles.away}>
          <StatusIcon status="away" /> {m.auction_state_away()}
        </p>
      )}
      {works.length === 0 && <p className={styles.none}>{m.auction_no_works()}</p>}
      {works.length > 0 && shown.length === 0 && <p className={styles.none}>{m.auction_none_mine()}</p>}
      {shown.length > 0 && (isTable ? <LotTable {...props} /> : <WorksWall {...props} />)}
      <OwnBar works={works} live={live} own={own} />
    </>
  )
}

function Choice({ to, isOn, children }: { to: string; isOn: boolean; children: ReactNode }) {
  return (
    <ButtonLink look="plain" low to={to} replace preventScrollReset aria-current={isOn ? 'true' : undefined}>
      {children}
    </ButtonLink>
  )
}

/** Bottom bar while the member is outbid on one of the lots. */
function OwnBar({ works, live, own }: { works: readonly PublicWorkLine[]; live: LiveLots; own: MemberAuction }) {
  const outbid = works.filter(({ _id }) => determineBidStatus(live.lots.get(_id), own.lots.get(_id)) === 'outbid')
  const [first] = outbid
  if (!first) return null
  return (
    <div className={styles.own} role="status" aria-live="assertive">
      <p>
        <StatusIcon status="outbid" /> {m.auction_outbid_on({ lots: outbid.map(({ lot }) => lot).join(', ') })}
      </p>
      <ButtonLink low to={localizePath(workPath(first._id))} className={styles.ownAct}>
        {m.auction_look()}
      </ButtonLink>
    </div>
  )
}

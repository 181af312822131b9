import { type ReactNode, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'
import { useHydrated } from '#ui/browser/use-hydrated.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import type { PublicWorkLine } from '../../works/contract.ts'
import { isLotClosed } from '../../works/rules.ts'
import { determineBidStatus } from '../bidding/bid-status.ts'
import { type MemberAuction, useMemberAuction } from '../bidding/use-member-auction.ts'
import type { LiveLots } from '../live/lot-watch.ts'
import { useLiveLots, useServerNow } from '../live/use-live-lots.ts'
import { StatusIcon } from '../parts/status-icon.tsx'
import { localizePath, workPath } from '../paths.ts'
import { EndTimeline } from './end-timeline.tsx'
import { EndTimelineStrip } from './end-timeline-strip.tsx'
import { workFilters } from './filter-works.ts'
import { LotTable } from './lot-table.tsx'
import styles from './works-view.module.css'
import { WorksWall } from './works-wall.tsx'

const orders = ['end', 'price', 'bids'] as const
type Order = (typeof orders)[number]
const orderLabels: Record<Order, () => string> = {
  end: m.auction_order_end,
  price: m.auction_order_price,
  bids: m.auction_order_bids,
}

const noSearch = new URLSearchParams()

const isClosed = ({ lots }: LiveLots, { _id }: PublicWorkLine) => isLotClosed(lots.get(_id)?.state)

const sortWorks = (works: readonly PublicWorkLine[], live: LiveLots, order: Order): PublicWorkLine[] => {
  const end = (work: PublicWorkLine) => live.lots.get(work._id)?.endsAt ?? work.dueAt
  const getPrice = (work: PublicWorkLine) => live.lots.get(work._id)?.price ?? work.startPrice
  const countBids = (work: PublicWorkLine) => live.lots.get(work._id)?.bids ?? 0
  if (order === 'price') return works.toSorted((a, b) => getPrice(b) - getPrice(a))
  if (order === 'bids') return works.toSorted((a, b) => countBids(b) - countBids(a))
  return works.toSorted((a, b) => end(a).localeCompare(end(b)) || a.lot - b.lot)
}

interface WorksViewProps {
  program: string
  works: readonly PublicWorkLine[]
  children: ReactNode
}

/** Works of an auction or room with the timeline; order, view and filters are in the address. */
export function WorksView({ program, works, children }: WorksViewProps) {
  const live = useLiveLots(program)
  const own = useMemberAuction(program)
  const now = useServerNow()
  const [address] = useSearchParams()
  // The cached page is the same for every query string; apply it only after hydration.
  const search = useHydrated() ? address : noSearch
  const order = orders.find((name) => name === search.get('order')) ?? 'end'
  const isTable = search.get('view') === 'table'
  const onlyOwn = search.get('mine') === '1'
  const hidesClosed = search.get('closed') === '0'
  const filters = useMemo(
    () =>
      workFilters.map((filter) => ({
        ...filter,
        value: search.get(filter.name) ?? '',
        available: filter.options(works),
      })),
    [works, search],
  )
  const hasClosed = useMemo(() => works.some((work) => isClosed(live, work)), [works, live])
  const shown = useMemo(
    () =>
      sortWorks(works, live, order).filter(
        (work) =>
          (!onlyOwn || own.lots.has(work._id)) &&
          filters.every(({ value, matches }) => value === '' || matches(work, value)) &&
          !(hidesClosed && isClosed(live, work)),
      ),
    [works, live, order, onlyOwn, own.lots, filters, hidesClosed],
  )
  const navigate = useNavigate()
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
            {orders.map((name) => (
              <li key={name}>
                <Choice to={to('order', name === 'end' ? null : name)} isOn={name === order}>
                  {orderLabels[name]()}
                </Choice>
              </li>
            ))}
            {filters.map(
              ({ name, label, value: selected, available }) =>
                available.length > 0 && (
                  <li key={name} className={styles.menu}>
                    <label>
                      {label()}{' '}
                      <select
                        value={selected}
                        onChange={({ currentTarget: { value } }) =>
                          void navigate(to(name, value === '' ? null : value), {
                            replace: true,
                            preventScrollReset: true,
                          })
                        }
                      >
                        <option value="">{m.auction_estimate_any()}</option>
                        {available.map((option) => (
                          <option key={option.value} value={option.value}>
                            {option.label}
                          </option>
                        ))}
                      </select>
                      <Icon name="chevron-down" small />
                    </label>
                  </li>
                ),
            )}
            {(hasClosed || hidesClosed) && (
              <li>
                <Choice to={to('closed', hidesClosed ? null : '0')} isOn={!hidesClosed}>
                  {m.auction_closed_too()}
                </Choice>
              </li>
            )}
            {own.lots.size > 0 && (
              <li>
                <Choice to={to('mine', onlyOwn ? null : '1')} isOn={onlyOwn}>
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

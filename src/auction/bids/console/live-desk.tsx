import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { resource as programList, client as programs, showRefusal } from '#auction/auctions/console/resource.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { formatTime } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { bids } from '../contract.ts'
import { BidHistory } from './bid-history.tsx'
import { formatTimeLeft, formatWon } from './format-times.ts'
import styles from './live-desk.module.css'
import { PostSalePanel } from './post-sale-panel.tsx'
import { useAuctionStream, useDatabaseNow } from './use-auction-stream.ts'

const client = clientOf(bids)

/** Minutes for which the demonstration's bidders bid once started. */
const robotMinutes = 10

/** Listed one by one: `m[…]` would bundle every message of the product. */
const endLabels = { sold: m.bids_lot_sold, passed: m.bids_lot_passed, withdrawn: m.bids_lot_withdrawn }

/** Live desk: the lots of an auction in the order of their ends, and the bids of the selected lot as they arrive. */
export default function LiveDesk() {
  const [search, setSearch] = useSearchParams()
  const [chosen, choose] = useState<string>()
  const mayWrite = useMayWrite(programList.access)
  const {
    data: list,
    error: listError,
    refetch: relist,
  } = useQuery({
    queryKey: [programList.path, 'desk'],
    queryFn: ({ signal }) =>
      readAllPages('programs', (page) => programs.list({ query: { ...page, visible: 'true' } }, { signal })).then(
        (list) => list.programs,
      ),
  })
  const defaultProgram = list?.find(({ state }) => state === 'running') ?? list?.[0]
  const program = search.get('program') ?? defaultProgram?._id ?? ''
  const desk = useQuery({
    queryKey: [bids.desk.path, program],
    queryFn: ({ signal }) => client.desk({ params: { id: program } }, { signal }),
    enabled: program !== '',
  })
  const open =
    desk.data?.lots.filter(({ state }) => state === 'open' || state === 'stopped' || state === 'coming') ?? []
  const closed = desk.data?.lots.filter((lot) => !open.includes(lot)) ?? []
  const lots = [...open.toSorted((a, b) => (a.endsAt < b.endsAt ? -1 : 1)), ...closed.toReversed()]
  const lot = lots.find(({ _id }) => _id === chosen) ?? lots[0]
  const [earlier, setEarlier] = useState<{ lot: string; before: number }>()
  const before = earlier?.lot === lot?._id ? earlier?.before : undefined
  const history = useQuery({
    queryKey: [bids.deskHistory.path, lot?._id, before],
    queryFn: ({ signal }) =>
      client.deskHistory(
        { params: { work: lot?._id ?? '' }, query: { ...(before !== undefined && { before }) } },
        { signal },
      ),
    enabled: lot !== undefined,
  })
  const reloadDesk = () => {
    // `refetch` runs even when the query is disabled.
    if (program !== '') void desk.refetch()
    if (lot) void history.refetch()
  }
  const { isConnected, clockOffset } = useAuctionStream(program, reloadDesk)
  const now = useDatabaseNow(clockOffset)
  const isStopped = open.some(({ state }) => state === 'stopped')

  const stop = async () => {
    const reason = await askReason({
      title: m.bids_stop_title(),
      text: m.bids_stop_text(),
      label: m.bids_stop(),
      harm: true,
    })
    if (reason === null) return
    await programs
      .stop({ params: { id: program }, body: { reason } })
      .then(() => showSuccess(m.bids_stopped()), showRefusal)
    reloadDesk()
  }
  const resume = async () => {
    const reason = await askReason({
      title: m.bids_resume_title(),
      text: m.bids_resume_text(),
      label: m.bids_resume(),
    })
    if (reason === null) return
    await programs
      .resume({ params: { id: program }, body: { reason } })
      .then(() => showSuccess(m.bids_resumed()), showRefusal)
    reloadDesk()
  }

  const setRobot = async (minutes: number) => {
    await client.robot({ params: { id: program }, body: { minutes } }).catch(showRefusal)
    reloadDesk()
  }

  return (
    <Screen
      title={m.bids_live_title()}
      note={
        <Select
          aria-label={m.bids_program()}
          data={(list ?? []).map(({ _id, title }) => ({ value: _id, label: title.ko }))}
          value={program || null}
          onChange={(next) => next && setSearch({ program: next }, { replace: true })}
          allowDeselect={false}
        />
      }
      hasNoMargin
    >
      {listError && !list && <FailureNotice error={listError} onRetry={relist} />}
      {desk.error && <FailureNotice error={desk.error} onRetry={desk.refetch} />}
      {list?.length === 0 && <p className={styles.none}>{m.bids_live_none()}</p>}
      {desk.data && (
        <>
          <div className={styles.bar}>
            <p role="status">
              {isConnected ? m.bids_live_clock({ time: formatTime(now) }) : m.bids_live_lost()} ·{' '}
              {m.bids_live_watchers({ count: desk.data.watchers })}
            </p>
            {mayWrite && desk.data.robot && open.length > 0 && (
              <Button variant="subtle" onClick={() => void setRobot(desk.data.robot?.until ? 0 : robotMinutes)}>
                {desk.data.robot.until
                  ? m.bids_robot_stop({ time: formatTime(Date.parse(desk.data.robot.until)) })
                  : m.bids_robot_start({ minutes: robotMinutes })}
              </Button>
            )}
            {mayWrite &&
              open.length > 0 &&
              (isStopped ? (
                <Button onClick={() => void resume()}>{m.bids_resume()}</Button>
              ) : (
                <Button variant="default" onClick={() => void stop()}>
                  {m.bids_stop()}
                </Button>
              ))}
          </div>
          <div className={styles.desk}>
            <ol className={styles.lots} aria-label={m.bids_live_lots()}>
              {lots.map((one) => (
                <li key={one._id}>
                  <button
                    type="button"
                    className={styles.lot}
                    aria-current={one._id === lot?._id || undefined}
                    onClick={() => choose(one._id)}
                  >
                    <span className={styles.picture}>
                      <Thumbnail picture={one.picture} width={36} height={44} />
                    </span>
                    <b>LOT {one.lot}</b>
                    <span className={styles.time}>
                      {open.includes(one) ? formatTimeLeft(one, now) : endLabels[one.state as keyof typeof endLabels]()}
                    </span>
                    <span className={styles.name}>{[one.author, one.title].filter(Boolean).join(', ')}</span>
                    <span className={styles.price}>{one.price === null ? m.bids_no_bid() : formatWon(one.price)}</span>
                    <span className={styles.count}>{m.bids_count({ count: one.bids })}</span>
                    {one.endsAt > one.dueAt && open.includes(one) && (
                      <span className={styles.moved}>{m.bids_moved({ time: formatTime(Date.parse(one.endsAt)) })}</span>
                    )}
                  </button>
                </li>
              ))}
            </ol>
            {history.error && !history.data && <FailureNotice error={history.error} onRetry={history.refetch} />}
            {history.data && lot && (
              <BidHistory
                key={lot._id}
                number={lot.lot}
                title={[lot.author, lot.title].filter(Boolean).join(', ')}
                picture={lot.picture}
                history={history.data}
                now={now}
                reread={reloadDesk}
                turnTo={(row) => setEarlier(row === undefined ? undefined : { lot: lot._id, before: row })}
                isLatest={before === undefined}
              />
            )}
            <PostSalePanel
              program={program}
              title={list?.find(({ _id }) => _id === program)?.title.ko ?? ''}
              closed={closed.length}
            />
          </div>
        </>
      )}
    </Screen>
  )
}

import { Button, Group, Table } from '@mantine/core'
import { showRefusal } from '#auction/auctions/console/resource.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { useMayRequest, useMayWrite } from '#console/kit/use-rights.ts'
import type { Answer as AnswerOf, Picture } from '#kit/contract.ts'
import { formatTime } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { bids, type ConsoleBid, type RefusedBid } from '../contract.ts'
import { channelLabels } from '../staff-bids/console/channel-labels.ts'
import { StaffBidForm } from '../staff-bids/console/staff-bid-form.tsx'
import { formatExactClock, formatTimeLeft, formatWon } from './format-times.ts'
import { kindLabels } from './kind-labels.ts'
import styles from './live-desk.module.css'

const client = clientOf(bids)

type Answer = AnswerOf<typeof bids.deskHistory>

const reasonLabels: Record<RefusedBid['reason'], () => string> = {
  ended: m.bids_field_ended,
  not_started: m.bids_field_not_started,
  stopped: m.bids_field_stopped,
  not_entitled: m.bids_refused_not_entitled,
  too_low: m.bids_refused_too_low,
  leading: m.bids_refused_leading,
  not_higher: m.bids_refused_not_higher,
  key_reused: m.bids_field_key_reused,
}

/** How and where the bid was made: `한 번 · 전화 · 패들 27`. */
const formatKind = ({ kind, channel, paddle }: ConsoleBid): string =>
  [
    kindLabels[kind](),
    channel && channel !== 'online' && channelLabels[channel](),
    paddle !== null && m.bids_paddle_short({ number: paddle }),
  ]
    .filter(Boolean)
    .join(' · ')

type Row = { at: string; key: string } & ({ bid: ConsoleBid } | { refused: RefusedBid })

/** Merges accepted and refused bids of a lot, latest first. */
const rowsOf = ({ bids: accepted, refused }: Answer): Row[] =>
  [
    ...accepted.map((bid) => ({ at: bid.at, key: bid._id, bid })),
    ...refused.map((one) => ({ at: one.at, key: one._id, refused: one })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 'bid' in a && 'bid' in b ? b.bid.seq - a.bid.seq : 0))

interface HistoryProps {
  number: number
  title: string
  picture: Picture | null
  history: Answer
  now: number
  reread: () => void
  /** Shows the rows before a number; `undefined` shows the latest. */
  turnTo: (before: number | undefined) => void
  isLatest: boolean
}

/** Current state of a lot and its bid history. */
export function BidHistory({ number, title, picture, history, now, reread, turnTo, isLatest }: HistoryProps) {
  const { lot } = history
  const oldest = history.bids.at(-1)?.seq ?? 1
  // Staff stop the auction before they void a bid.
  const mayAsk = useMayRequest('console:voids')
  const mayWrite = useMayWrite(bids.deskHistory.access)
  const mayVoid = mayAsk && (lot.state === 'open' || lot.state === 'stopped')
  const takeOut = async (bid: ConsoleBid) => {
    const reason = await askReason({
      title: m.bids_void_title({ name: bid.user?.name ?? bid.mark }),
      text: m.bids_void_text(),
      label: m.bids_void(),
      harm: true,
    })
    if (reason === null) return
    await client
      .void({ params: { work: lot._id, id: bid._id }, body: { reason } })
      .then(() => showSuccess(m.bids_voided()), showRefusal)
    reread()
  }
  return (
    <section className={styles.history} aria-label={`LOT ${number} ${title}`}>
      <div className={styles.head}>
        <Thumbnail picture={picture} width={80} height={104} />
        <div className={styles.what}>
          <p className={styles.over}>
            LOT {number} ·{' '}
            {lot.reserveMet === null
              ? m.bids_reserve_none()
              : lot.reserveMet
                ? m.bids_reserve_met()
                : m.bids_reserve_short()}
          </p>
          <h2>{title}</h2>
          <p className={styles.now}>{lot.price === null ? m.bids_no_bid() : formatWon(lot.price)}</p>
        </div>
        {mayVoid && (
          <p className={styles.left}>
            <small>{m.bids_left()}</small>
            {formatTimeLeft(lot, now)}
            <small>{m.bids_ends({ time: formatTime(Date.parse(lot.endsAt)) })}</small>
          </p>
        )}
      </div>
      {mayWrite && lot.state === 'open' && <StaffBidForm key={lot._id} lot={lot} onEntered={reread} />}
      <div className={styles.bids}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{m.bids_row()}</Table.Th>
              <Table.Th>{m.bids_at()}</Table.Th>
              <Table.Th>{m.bids_bidder()}</Table.Th>
              <Table.Th>{m.bids_kind()}</Table.Th>
              <Table.Th ta="right">{m.bids_amount()}</Table.Th>
              <Table.Th>{m.bids_result()}</Table.Th>
              <Table.Th ta="right">{m.bids_hash()}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rowsOf(history).map((row) =>
              'bid' in row ? (
                <Table.Tr key={row.key} data-voided={row.bid.voided || undefined} className={styles.row}>
                  <Table.Td>{row.bid.seq}</Table.Td>
                  <Table.Td>{formatExactClock(row.at, now)}</Table.Td>
                  <Table.Td>
                    {row.bid.user?.name ?? '–'} ({row.bid.mark})
                  </Table.Td>
                  <Table.Td>{formatKind(row.bid)}</Table.Td>
                  <Table.Td ta="right">{formatWon(row.bid.price)}</Table.Td>
                  <Table.Td className={styles.result}>
                    {row.bid.kind === 'void' || row.bid.voided
                      ? m.bids_result_void()
                      : row.bid.leader === row.bid.bidder
                        ? m.bids_result_leads()
                        : m.bids_result_behind()}
                    {mayVoid && !row.bid.voided && (row.bid.kind === 'open' || row.bid.kind === 'maximum') && (
                      <Button variant="subtle" size="compact-xs" onClick={() => void takeOut(row.bid)}>
                        {m.bids_void()}
                      </Button>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">
                    <code>
                      {row.bid.hash.slice(0, 4)} {row.bid.hash.slice(4, 8)}
                    </code>
                  </Table.Td>
                </Table.Tr>
              ) : (
                <Table.Tr key={row.key} className={styles.refused}>
                  <Table.Td>–</Table.Td>
                  <Table.Td>{formatExactClock(row.at, now)}</Table.Td>
                  <Table.Td>{row.refused.user?.name ?? '–'}</Table.Td>
                  <Table.Td>{kindLabels[row.refused.kind]()}</Table.Td>
                  <Table.Td ta="right">
                    {row.refused.amount === null ? m.bids_hidden() : formatWon(row.refused.amount)}
                  </Table.Td>
                  <Table.Td>{m.bids_refused({ reason: reasonLabels[row.refused.reason]() })}</Table.Td>
                  <Table.Td />
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </div>
      <Group gap={8} mt={8}>
        {oldest > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => turnTo(oldest)}>
            {m.bids_earlier()}
          </Button>
        )}
        {!isLatest && (
          <Button variant="subtle" size="compact-sm" onClick={() => turnTo(undefined)}>
            {m.bids_latest()}
          </Button>
        )}
      </Group>
      <p className={styles.announcement}>{m.bids_never_removed()}</p>
    </section>
  )
}

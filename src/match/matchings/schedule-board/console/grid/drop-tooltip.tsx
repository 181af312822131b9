import type { CSSProperties } from 'react'
import { m } from '#messages/messages.js'
import { wayLabels } from '../../../rules-labels.ts'
import type { Board } from '../../contract.ts'
import styles from '../board.module.css'
import { formatLocalTime, formatSeoulTime, refusalReason, tableLabel } from '../board-labels.ts'
import { canDrop, type DropTarget, type LiftedMeeting } from '../board-rows.ts'

interface TipProps {
  board: Board
  lifted: LiftedMeeting
  target: DropTarget
  style: CSSProperties
  isLow: boolean
}

/** Tooltip of the drop target: the time on both clocks, the table and what changes, or why the drop is refused. */
export function DropTooltip({ board, lifted, target, style, isLow }: TipProps) {
  const slot = board.slots[target.column]
  const seat = slot && lifted.answers.get(slot._id)
  if (!slot || !seat) return null
  const place = target.place ?? seat.place
  const buyer = board.buyers.find(({ name }) => name === lifted.buyer)
  const seller = board.sellers.find(({ name }) => name === lifted.seller)
  const clocks = [buyer, seller].flatMap((company) => (company ? formatLocalTime(slot.startAt, company) || [] : []))
  const time = formatSeoulTime(slot.startAt)
  const isFree = canDrop(seat, target.place)
  const where = seat.way === 'online' ? wayLabels.online() : tableLabel(place ?? 0)
  const moved = () => {
    if (lifted.from === null) return m.board_effect_new()
    const isOnline = seat.way === 'online'
    const isSame = isOnline || lifted.from.place === place
    if (isSame) return seat.answer === 'here' ? m.board_why_here() : isOnline ? '' : m.board_effect_same()
    return m.board_effect_table({ from: tableLabel(lifted.from.place), to: tableLabel(place ?? 0) })
  }
  const explanation = isFree ? moved() : seat.answer === 'free' ? m.board_why_table() : refusalReason(seat)
  return (
    <div className={styles.tip} style={style} data-low={isLow || undefined} data-refused={!isFree || undefined}>
      <strong>{isFree ? `${time}, ${where}` : time}</strong>
      {clocks.length > 0 && <span>{clocks.join(' · ')}</span>}
      {explanation && <span>{explanation}</span>}
    </div>
  )
}

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { stateLabels } from '../../rules-labels.ts'
import type { Board, BoardMeeting } from '../contract.ts'
import styles from './board.module.css'
import { answerLabel, changeLabel, formatSeoulTime, placeLabel, refusalReason, tableLabel } from './board-labels.ts'
import { canDrop, countAnswers, type DropTarget, isLiftable, type LiftedMeeting, namesOf } from './board-rows.ts'

interface BoardFooterProps {
  board: Board | undefined
  lifted: LiftedMeeting | null
  target: DropTarget | null
  selected: BoardMeeting | null
  /** Why the last drop was refused. */
  status: string
  mayWrite: boolean
  onLift(meeting: BoardMeeting): void
  onDrop(): void
  onStop(): void
}

const counted = ['free', 'seller', 'buyer', 'outside', 'no_place', 'past', 'closed'] as const

/** Screen-reader text of the target cell of a lifted meeting. */
const targetText = (board: Board, lifted: LiftedMeeting, target: DropTarget | null): string => {
  const slot = target && board.slots[target.column]
  const seat = slot && lifted.answers.get(slot._id)
  if (!slot || !seat || !target) return ''
  const time = formatSeoulTime(slot.startAt)
  if (!canDrop(seat, target.place))
    return `${time} ${seat.answer === 'free' ? m.board_why_table() : refusalReason(seat)}`
  return `${time} ${seat.way === 'online' ? answerLabel('free') : tableLabel(target.place ?? seat.place ?? 0)}`
}

/** Footer of the board: the selected meeting with its actions; while a meeting is lifted, the answers of its row. */
export function BoardFooter({
  board,
  lifted,
  target,
  selected,
  status,
  mayWrite,
  onLift,
  onDrop,
  onStop,
}: BoardFooterProps) {
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  if (!board) return null
  if (lifted) {
    const counts = countAnswers(lifted.answers)
    return (
      <div className={styles.strip} data-strip>
        <strong>
          {lifted.buyer} × {lifted.seller}
        </strong>
        <span role="status">{status || targetText(board, lifted, target)}</span>
        <span className={styles.counts}>
          {counted.flatMap((answer) => (counts[answer] ? `${answerLabel(answer)} ${counts[answer]}` : [])).join(' · ')}
        </span>
        <span className={styles.hints}>
          {m.board_keys()}
          <button type="button" onClick={onDrop}>
            <kbd>Enter</kbd> {m.board_drop()}
          </button>
          <button type="button" onClick={onStop}>
            <kbd>Esc</kbd> {m.board_stop()}
          </button>
        </span>
      </div>
    )
  }
  const meeting = selected && board.meetings.find(({ _id, slot }) => _id === selected._id && slot === selected.slot)
  const slot = meeting && board.slots[meeting.slot]
  const hint = isTouch ? m.board_hint_touch() : m.board_hint()
  if (!meeting || !slot)
    return (
      <div className={styles.chosen}>
        <span role="status">{status || (mayWrite ? hint : m.board_hint_read())}</span>
      </div>
    )
  const { seller, buyer } = namesOf(board, meeting)
  return (
    <div className={styles.chosen}>
      <strong>
        {buyer} × {seller}
      </strong>
      <span role="status">
        {status ||
          [
            formatSeoulTime(slot.startAt),
            placeLabel(meeting),
            stateLabels[meeting.state](),
            meeting.unreleased ? m.board_untold() : '',
            changeLabel(meeting.changed),
          ]
            .filter(Boolean)
            .join(' · ')}
      </span>
      <span className={styles.hints}>
        <Button size="compact-sm" component={Link} to={`/console/matchings/${meeting._id}`}>
          {m.board_open()}
        </Button>
        {mayWrite && isLiftable(meeting) && (
          <Button size="compact-sm" onClick={() => onLift(meeting)}>
            {m.board_move()}
          </Button>
        )}
      </span>
    </div>
  )
}

import { Button } from '@mantine/core'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { BackLink } from '#console/kit/parts/back-link.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { useShortcuts } from '#ui/browser/use-shortcuts.ts'
import { WorkbookDialog } from '../../documents/console/workbook-dialog.tsx'
import { RequestDialog } from '../../on-behalf/console/request-dialog.tsx'
import { PlanControls } from '../../plan-release/console/plan-controls.tsx'
import type { BoardMeeting, WaitingRequest } from '../contract.ts'
import { BoardFilters } from './board-filters.tsx'
import { BoardFooter } from './board-footer.tsx'
import { refusalReason } from './board-labels.ts'
import {
  type BoardRow,
  buildRows,
  canDrop,
  type DropTarget,
  isRowKind,
  type LiftedMeeting,
  namesOf,
  nextPlace,
} from './board-rows.ts'
import { BoardGrid } from './grid/board-grid.tsx'
import { client, useBoard } from './use-board.ts'
import { WaitingRequests } from './waiting-requests.tsx'

/**
 * Schedule board of a fair: who meets whom, when and where. The operator moves meetings on it and releases the plan.
 */
export default function BoardScreen() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const day = search.get('day')
  const requestedKind = search.get('rows')
  const kind = isRowKind(requestedKind) ? requestedKind : 'sellers'
  const mayWrite = useMayWrite('console:fairs')
  const [query, setQuery] = useState('')
  const [reason, setReason] = useState('')
  const [lifted, setLifted] = useState<LiftedMeeting | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const [selected, setSelected] = useState<BoardMeeting | null>(null)
  const [status, setStatus] = useState('')
  const { data: board, error, refetch, place, undo, canUndo, reread } = useBoard(id, day)
  const deferredQuery = useDeferredValue(query)
  const rows = useMemo(
    () => (board ? buildRows(board, kind, deferredQuery, (number) => m.board_table({ number })) : []),
    [board, kind, deferredQuery],
  )

  const choose = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const stop = () => {
    setLifted(null)
    setTarget(null)
  }

  const lift = async (one: Omit<LiftedMeeting, 'answers'>, column: number, table: number | null) => {
    if (!board?.day) return
    setStatus('')
    setTarget({ column, place: table })
    try {
      const { seats } = await client.seats({ params: { id: one._id }, query: { day: board.day } })
      setLifted({ ...one, answers: new Map(seats.map((seat) => [seat.slot, seat])) })
    } catch (failed) {
      stop()
      showError(failed)
    }
  }
  const liftMeeting = (meeting: BoardMeeting, row: BoardRow | null) => {
    if (!board) return
    const { _id, updatedAt, place: at, slot } = meeting
    const own = board[kind === 'buyers' ? 'buyers' : 'sellers'][kind === 'buyers' ? meeting.buyer : meeting.seller]?._id
    const from = { slot: board.slots[slot]?._id ?? '', place: at ?? 1 }
    void lift(
      { _id, updatedAt, ...namesOf(board, meeting), from, row: row?.key ?? own ?? null },
      slot,
      kind === 'tables' ? at : null,
    )
  }
  const liftRequest = ({ _id, updatedAt, seller, buyer }: WaitingRequest) => {
    if (!board) return
    const own =
      kind === 'buyers'
        ? board.buyers.find(({ name }) => name === buyer)
        : board.sellers.find(({ name }) => name === seller)
    void lift({ _id, updatedAt, seller, buyer, from: null, row: own?._id ?? null }, 0, kind === 'tables' ? 1 : null)
  }

  const drop = async (at: DropTarget) => {
    const slot = board?.slots[at.column]
    const seat = slot && lifted?.answers.get(slot._id)
    if (!board || !lifted || !slot || !seat) return stop()
    if (!canDrop(seat, at.place)) return setStatus(seat.answer === 'free' ? m.board_why_table() : refusalReason(seat))
    const number = at.place ?? seat.place
    if (lifted.from?.slot === slot._id && lifted.from.place === number) return stop()
    stop()
    const refused = await place(lifted, slot._id, number, reason)
    setStatus(refused ?? '')
    if (refused) showError(refused)
    else if (!board.fair.released) showSuccess(m.board_said_held(), takeBack)
    // Both companies know a placed and announced meeting: it must be cancelled, not undone.
    else showSuccess(m.board_said_moved(), lifted.from ? takeBack : undefined)
  }
  const takeBack = async () => {
    const refused = await undo()
    if (refused) throw new Error(refused)
  }

  /** Handles a key while a meeting is lifted; returns true if the key was handled. */
  const step = (event: KeyboardEvent): boolean => {
    if (!board || !lifted) return false
    const { column, place: at } = target ?? { column: 0, place: null }
    const seat = lifted.answers.get(board.slots[column]?._id ?? '')
    const last = board.slots.length - 1
    const to = (next: number) =>
      setTarget({ column: Math.max(0, Math.min(last, next)), place: kind === 'tables' ? at : null })
    const moveDown = (by: 1 | -1) => {
      const next =
        kind === 'tables'
          ? Math.max(1, Math.min(board.fair.tables, (at ?? 1) + by))
          : nextPlace(seat?.places ?? [], at ?? seat?.place ?? null, by)
      setTarget({ column, place: next })
    }
    switch (pressedKey(event)) {
      case 'ArrowLeft':
        to(column - 1)
        return true
      case 'ArrowRight':
        to(column + 1)
        return true
      case 'Home':
        to(0)
        return true
      case 'End':
        to(last)
        return true
      case 'ArrowDown':
        moveDown(1)
        return true
      case 'ArrowUp':
        moveDown(-1)
        return true
      case 'Enter':
      case ' ':
        void drop({ column, place: at })
        return true
      case 'Escape':
        stop()
        return true
      default:
        return false
    }
  }
  useShortcuts({
    Escape: { run: stop },
    '/': { run: () => document.getElementById('board-words')?.focus() },
  })

  const back = <BackLink to={`/console/fairs/${id}`} label={m.match_back_to_fair()} />
  if (error && !board)
    return (
      <Screen title={m.board_title()} before={back}>
        <FailureNotice error={error} onRetry={refetch} />
      </Screen>
    )
  return (
    <Screen
      title={m.board_title()}
      before={back}
      note={board?.fair.title}
      hasNoMargin
      fillsScreen
      asideWidth={328}
      actions={
        board &&
        mayWrite && (
          <>
            {canUndo && (
              <Button
                variant="subtle"
                leftSection={<Icon name="undo" />}
                onClick={() => void takeBack().catch(showError)}
              >
                {m.board_undo()}
              </Button>
            )}
            <RequestDialog board={board} reread={reread} />
            <WorkbookDialog fair={board.fair._id} />
            <PlanControls board={board} reread={reread} />
          </>
        )
      }
      filters={
        <BoardFilters
          board={board}
          kind={kind}
          query={query}
          reason={reason}
          mayWrite={mayWrite}
          onKind={(value) => {
            stop()
            choose('rows', value)
          }}
          onDay={(value) => choose('day', value)}
          onQuery={setQuery}
          onReason={setReason}
        />
      }
      aside={
        // Until the day is loaded there is no slot in which to place a request.
        <WaitingRequests
          fair={id}
          mayWrite={mayWrite && Boolean(board?.day)}
          chosen={lifted?._id ?? null}
          onChoose={liftRequest}
        />
      }
      foot={
        <BoardFooter
          board={board}
          lifted={lifted}
          target={target}
          selected={selected}
          status={status}
          mayWrite={mayWrite}
          onLift={(meeting) => liftMeeting(meeting, null)}
          onDrop={() => target && void drop(target)}
          onStop={stop}
        />
      }
    >
      {board && board.slots.length === 0 && <Notice title={m.board_empty_title()} text={m.board_empty_text()} />}
      {board && board.slots.length > 0 && (
        <BoardGrid
          board={board}
          rows={rows}
          kind={kind}
          mayWrite={mayWrite}
          lifted={lifted}
          target={target}
          onLift={liftMeeting}
          onTarget={setTarget}
          onDrop={(at) => void drop(at)}
          onStop={stop}
          onStep={step}
          onSelect={setSelected}
        />
      )}
    </Screen>
  )
}

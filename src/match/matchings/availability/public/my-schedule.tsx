import { type SyntheticEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import { Notice } from '#people/account/forms/notice.tsx'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { useLeaveWarning } from '#people/account/me/me-context.ts'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { matchings } from '../../contract.ts'
import {
  dayKey,
  formatCityOffset,
  formatTime,
  formatTimeBeside,
  formatWeekdayTime,
  seoul,
} from '../../public/format-time.ts'
import { readPendingRequest, sendRequest } from '../../requests/public/pending-request.ts'
import { wayLabels } from '../../rules-labels.ts'
import { groupRuns } from '../../time-grid/public/grid-axis.ts'
import { ScheduleWindow } from '../../time-grid/public/schedule-window.tsx'
import { type Cell, TimeGrid } from '../../time-grid/public/time-grid.tsx'
import { DraftChoice, DraftStatus } from './draft-choice.tsx'
import { CoverageLine, DrawingSummary } from './drawing-summary.tsx'
import { DrawingTools } from './drawing-tools.tsx'
import { FreeTimeList } from './free-time-list.tsx'
import styles from './my-schedule.module.css'
import { calculateCoverage, countFreeSellers } from './seller-coverage.ts'
import { TimeBlock } from './time-block.tsx'
import { drawingToTimes } from './time-drawing.ts'
import { initialDrawing, type Schedule, useDraft } from './use-draft.ts'
import { useDrawing } from './use-drawing.ts'

const client = clientOf(matchings)

/** Page on which a buyer draws free times, on a grid or in an equivalent list. */
export default function MySchedule() {
  const { fair = '' } = useParams()
  const load = useCallback(() => client.schedule({ params: { fair } }), [fair])
  const { value, error, set, reload } = useLoaded(load)
  const zone = value?.timeZone ?? seoul
  const from = value?.slots[0]?.startAt
  return (
    <ScheduleWindow
      title={m.matchings_times_title()}
      about={value?.fair.title ?? ''}
      clocks={from ? [...new Set([zone, seoul])].map((one) => formatCityOffset(one, from)) : []}
      back="/me/matchings"
    >
      {value ? (
        <Drawing schedule={value} onSaved={set} />
      ) : (
        <div className={styles.notice}>
          <LoadState error={error} reload={reload} />
        </div>
      )}
    </ScheduleWindow>
  )
}

/** Local storage key of the preferred view. */
const view = 'match.times.view'

function Drawing({ schedule, onSaved }: { schedule: Schedule; onSaved: (schedule: Schedule) => void }) {
  const { fair, slots, timeZone, sellers } = schedule
  const [first] = useState(() => initialDrawing(schedule))
  const drawing = useDrawing(slots, first, schedule.buyerType)
  const draft = useDraft(schedule, drawing, first.base, onSaved)
  const { drawn, isChanged } = drawing
  const [asList, setAsList] = useState(() => localStorage.getItem(view) === 'list')
  const [busy, setBusy] = useState(false)
  useLeaveWarning(isChanged)
  const second = timeZone === seoul ? null : seoul

  // A buyer without free times came here from a request: after saving, the request is sent.
  const [search] = useSearchParams()
  const pendingRequest = readPendingRequest(search)
  const [sent, setSent] = useState<string>()
  const navigate = useNavigate()
  useEffect(() => {
    if (sent) void navigate(currentLocalePath(`/me/matchings/${sent}`), { replace: true })
  }, [sent, navigate])

  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const times = drawingToTimes(drawn)
      const version = await draft.settled()
      const fresh = await client.setTimes({ params: { fair: fair._id }, body: { times, version } })
      onSaved(fresh)
      draft.saved(fresh)
      drawing.forget(times.length)
      if (pendingRequest && times.length > 0) setSent((await sendRequest(pendingRequest, client.request))._id)
    } catch (error) {
      drawing.refuse(refusalMessage(error))
      // Load what was drawn elsewhere, to show it for comparison.
      await draft.refetch()
    } finally {
      setBusy(false)
    }
  }

  const free = useMemo(() => countFreeSellers(sellers, slots), [sellers, slots])
  const fit = calculateCoverage(sellers, slots, (id) => drawn.has(id))
  const spots = slots.map((slot) => ({ ...slot, id: slot._id }))
  const blocks = groupRuns(spots, ({ id, meeting }) => (meeting ? null : (drawn.get(id) ?? null)))
  const blockOf = new Map(blocks.flatMap((run) => run.map((spot) => [spot.id, run] as const)))

  const cells = slots.map((slot, position): Cell => {
    const way = drawn.get(slot._id)
    const base = { id: slot._id, startAt: slot.startAt, endAt: slot.endAt }
    if (slot.meeting) {
      const text = `${slot.meeting.company} ${formatTime(slot.startAt, timeZone)}`
      return { ...base, look: 'meeting', text, name: m.matchings_times_meeting({ company: slot.meeting.company }) }
    }
    if (!way && slot.past) return { ...base, look: 'closed', text: '', name: m.matchings_field_past() }
    if (!way) {
      const count = free[position] ?? 0
      return {
        ...base,
        look: 'empty',
        text: sellers.length > 0 && <span className={styles.free}>{count}</span>,
        name: [m.matchings_times_empty(), sellers.length > 0 && m.matchings_times_fitting({ count })]
          .filter(Boolean)
          .join(', '),
      }
    }
    const run = blockOf.get(slot._id) ?? []
    const place = run.findIndex(({ id }) => id === slot._id)
    const span = { startAt: run[0]?.startAt ?? slot.startAt, endAt: run.at(-1)?.endAt ?? slot.endAt }
    const state = slot.held ? `, ${m.matchings_times_held()}` : ''
    const name = m.matchings_times_drawn({ way: wayLabels[way]() }) + state
    const count = sellers.length > 0 ? `, ${m.matchings_times_fitting({ count: free[position] ?? 0 })}` : ''
    return {
      ...base,
      look: way,
      text: place === 0 && <TimeBlock span={span} way={way} timeZone={timeZone} isShort={run.length === 1} />,
      name: name + count,
      joins: { above: place > 0, below: place < run.length - 1 },
    }
  })

  const describeDrawn = (key: string) => {
    const count = slots.filter(({ _id, startAt }) => drawn.has(_id) && dayKey(startAt, seoul) === key).length
    return count > 0 ? m.matchings_times_cells({ count }) : ''
  }
  const tipOf = (ids: readonly string[], first: string): readonly [string, string] => {
    const chosen = slots.filter(({ _id }) => ids.includes(_id))
    const [from, to] = [chosen[0], chosen.at(-1)]
    if (!from || !to) return ['', '']
    const fixed = chosen.filter(({ _id }) => !drawing.isFixed(_id))
    const positions = chosen.map(({ _id }) => slots.findIndex((slot) => slot._id === _id))
    const open = sellers.filter(({ busy: busySlots }) =>
      positions.some((position) => !busySlots.includes(position)),
    ).length
    const other = second ? `, ${formatTimeBeside(from.startAt, second, timeZone)}–${formatTime(to.endAt, second)}` : ''
    const count = fixed.length
    const effect = drawing.willErase(first)
      ? m.matchings_tip_remove({ count })
      : m.matchings_tip_add({ count: fixed.filter(({ _id }) => !drawn.has(_id)).length })
    return [
      `${formatWeekdayTime(from.startAt, timeZone)}–${formatTime(to.endAt, timeZone)}${other}`,
      sellers.length > 0 ? `${effect} · ${m.matchings_times_fitting({ count: open })}` : effect,
    ]
  }
  const onKey = (key: string, id: string): boolean => {
    if (key === '1') drawing.paintAs([id], 'online')
    else if (key === '2') drawing.paintAs([id], 'offline')
    else if (key === 'Delete' || key === 'Backspace') drawing.paintAs([id], 'erase')
    else if (key === 'Ctrl+z') drawing.undo()
    else if (key === 'Ctrl+a') drawing.paint(drawing.sessionOf(id), id)
    else return false
    return true
  }
  const changeView = (list: boolean) => {
    localStorage.setItem(view, list ? 'list' : 'grid')
    setAsList(list)
  }

  if (slots.length === 0)
    return (
      <div className={styles.notice}>
        <Notice>{m.matchings_times_none()}</Notice>
      </div>
    )
  return (
    <div className={styles.root}>
      <div className={styles.tools}>
        <DrawingTools drawing={drawing} slots={slots} asList={asList} onView={changeView} />
      </div>
      <div className={styles.body}>
        {asList ? (
          <FreeTimeList drawing={drawing} slots={slots} timeZone={timeZone} free={sellers.length > 0 ? free : null} />
        ) : (
          <TimeGrid
            label={m.matchings_times_title()}
            timeZone={timeZone}
            second={second}
            cells={cells}
            breaks={schedule.breaks}
            onStroke={drawing.paint}
            onStretch={drawing.stretch}
            onKey={onKey}
            noteOf={describeDrawn}
            start={slots.find(({ past }) => !past)?._id}
            tipOf={tipOf}
            multiple
          />
        )}
        <p className={styles.legend}>
          {sellers.length > 0 && !asList && <span>{m.matchings_times_legend()}</span>}
          <span className={styles.sign} data-look="online">
            {wayLabels.online()}
          </span>
          <span className={styles.sign} data-look="offline">
            {wayLabels.offline()}
          </span>
          <span className={styles.sign} data-look="meeting">
            {m.matchings_times_confirmed()}
          </span>
        </p>
      </div>
      <DrawingSummary
        blocks={blocks}
        drawn={drawn}
        timeZone={timeZone}
        fit={fit}
        slots={slots}
        onErase={(ids) => drawing.paintAs(ids, 'erase')}
        onAdd={(id) => drawing.paintAs([id], schedule.buyerType)}
      />
      <form className={styles.foot} onSubmit={(event) => void save(event)}>
        <div role="alert" className={styles.error}>
          {drawing.errorText && !draft.other && <Notice wrong>{drawing.errorText}</Notice>}
        </div>
        <DraftChoice draft={draft} count={drawn.size} />
        <CoverageLine fit={fit} />
        {!asList && (
          <p className={styles.keys} aria-hidden="true">
            <kbd>←↑↓→</kbd> {m.matchings_keys_move()} <kbd>Space</kbd> {m.matchings_keys_paint()} <kbd>Shift+↓</kbd>{' '}
            {m.matchings_keys_stretch()} <kbd>1</kbd> <kbd>2</kbd> {m.matchings_keys_way()} <kbd>Ctrl+Z</kbd>{' '}
            {m.matchings_times_undo()}
          </p>
        )}
        <p className={styles.status}>
          <span role="status">{drawing.status}</span>
          <DraftStatus draft={draft} isChanged={isChanged} timeZone={timeZone} />
        </p>
        <Button type="submit" low busy={busy} className={styles.save}>
          {pendingRequest
            ? m.matchings_ask_save_send({ count: drawn.size })
            : m.matchings_times_save({ count: drawn.size })}
        </Button>
      </form>
    </div>
  )
}

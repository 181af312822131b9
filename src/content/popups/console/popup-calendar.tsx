import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { addMonths } from '#console/kit/parts/time/month-layout.ts'
import { publicationState } from '#console/kit/parts/time/publication-period.tsx'
import { monthName } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureScreen } from '#console/kit/screen/screen-failure.tsx'
import { readAllPages } from '#kit/read-all-pages.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import type { Popup } from '../contract.ts'
import { CalendarLegend, CalendarMonth, type CalendarPeriod } from './calendar-month.tsx'
import styles from './popup-calendar.module.css'
import { PopupPanel } from './popup-panel.tsx'
import { resource } from './popup-resource.tsx'
import { ViewSwitch } from './view-switch.tsx'

const isSame = (one: CalendarPeriod, other: CalendarPeriod) =>
  one.startAt === other.startAt && one.endAt === other.endAt

/** Calendar of all popups. The selected popup is edited beside it, and its bar follows typing and dragging. */
export function PopupCalendar() {
  const [parameters, setParameters] = useSearchParams()
  const today = formatSeoulDay(new Date())
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(parameters.get('month') ?? '')
    ? (parameters.get('month') ?? '')
    : today.slice(0, 7)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: [resource.path, 'list', 'calendar'],
    queryFn: ({ signal }) =>
      readAllPages('records', (page) => resource.list({ ...page, sort: '-startAt' }, { signal })),
  })
  const popups = data?.records
  const chosen = popups?.find(({ _id }) => _id === parameters.get('popup'))

  const setParameter = (name: string, value: string | undefined) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { preventScrollReset: true },
    )

  // The selected popup is drawn with its unsaved period. Dragging a bar selects its popup and passes on the new period.
  const [edited, setEdited] = useState<{ id: string; period: CalendarPeriod }>()
  const [dragged, setDragged] = useState<{ id: string; period: CalendarPeriod; turn: number }>()
  // Period set by an arrow key until the form reports it, so that a fast second key press continues from it.
  const pendingPeriod = useRef<{ id: string; period: CalendarPeriod }>(undefined)
  const dragPopup = (popup: Popup, period: CalendarPeriod) => {
    setParameter('popup', popup._id)
    pendingPeriod.current = { id: popup._id, period }
    setDragged((before) => ({ id: popup._id, period, turn: (before?.turn ?? 0) + 1 }))
  }
  const storeEditedPeriod = useCallback((id: string, period: CalendarPeriod) => {
    if (pendingPeriod.current?.id !== id || isSame(pendingPeriod.current.period, period))
      pendingPeriod.current = undefined
    setEdited({ id, period })
  }, [])

  const now = new Date()
  const runningCount = popups?.filter((popup) => publicationState(popup, now) === 'running').length ?? 0
  const upcomingCount = popups?.filter((popup) => publicationState(popup, now) === 'coming').length ?? 0
  return (
    <Screen
      hasNoMargin
      title={m.popups_title()}
      note={popups && m.popups_calendar_note({ running: runningCount, coming: upcomingCount })}
      actions={
        <>
          <ViewSwitch />
          <Button component={Link} to="/console/popups/create" variant="filled" leftSection={<Icon name="add" />}>
            {m.popups_create()}
          </Button>
        </>
      }
      asideWidth={424}
      aside={
        chosen && (
          <PopupPanel
            key={chosen._id}
            popup={chosen}
            others={popups ?? []}
            dragged={dragged?.id === chosen._id ? dragged : undefined}
            follow={storeEditedPeriod}
            close={() => setParameter('popup', undefined)}
          />
        )
      }
      foot={<p className={styles.help}>{m.popups_calendar_help()}</p>}
    >
      {error && !popups ? (
        <FailureScreen title={m.list_error_title()} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.calendar}>
          <div className={styles.months}>
            <h2 className={styles.month}>{monthName(month)}</h2>
            <Button.Group>
              <Button
                onClick={() => setParameter('month', addMonths(month, -1))}
                aria-label={monthName(addMonths(month, -1))}
              >
                <Icon name="left" />
              </Button>
              <Button onClick={() => setParameter('month', undefined)}>{m.popups_calendar_today()}</Button>
              <Button
                onClick={() => setParameter('month', addMonths(month, 1))}
                aria-label={monthName(addMonths(month, 1))}
              >
                <Icon name="right" />
              </Button>
            </Button.Group>
            <CalendarLegend />
          </div>
          <CalendarMonth
            month={month}
            today={today}
            popups={popups ?? []}
            chosen={chosen?._id}
            edited={edited?.id === chosen?._id ? edited : undefined}
            choose={(popup) => setParameter('popup', popup._id)}
            drag={dragPopup}
            findPendingPeriod={({ _id }) =>
              pendingPeriod.current?.id === _id ? pendingPeriod.current.period : undefined
            }
          />
        </div>
      )}
    </Screen>
  )
}

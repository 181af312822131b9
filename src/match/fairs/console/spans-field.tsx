import { usePath } from '#console/kit/form/form-context.ts'
import { LocalizedControl } from '#console/kit/form/localized-control.tsx'
import { Rows } from '#console/kit/form/rows.tsx'
import { PeriodControl } from '#console/kit/form/time-controls.tsx'
import { m } from '#messages/messages.js'
import { mostSessions, type Span, slotsOf } from '../rules.ts'

const isSpan = (value: unknown): value is Span => {
  const { startAt, endAt } = (value ?? {}) as Partial<Span>
  return !Number.isNaN(Date.parse(startAt ?? '')) && !Number.isNaN(Date.parse(endAt ?? ''))
}
const spansOf = (value: unknown): Span[] => (Array.isArray(value) ? value.filter(isSpan) : [])

/** Sessions of a fair, a row each; below, the seats that they give are counted. */
export function SessionsField() {
  const sessions = spansOf(usePath('sessions').value)
  const breaks = spansOf(usePath('breaks').value)
  const minutes = Number(usePath('slotMinutes').value)
  const tables = Number(usePath('tables').value)
  const slots = minutes >= 10 ? slotsOf(sessions, breaks, minutes).length : 0
  return (
    <>
      <Rows
        name="sessions"
        most={mostSessions}
        blank={{ startAt: null, endAt: null }}
        add={m.fairs_session_add()}
        title={(place) => m.fairs_session({ place })}
      >
        {(path, index) => (
          <PeriodControl from={`${path}.startAt`} to={`${path}.endAt`} label={m.fairs_session({ place: index + 1 })} />
        )}
      </Rows>
      <p role="status">{m.fairs_seats({ slots, tables: tables || 0, seats: slots * (tables || 0) })}</p>
    </>
  )
}

/** Breaks, in which there are no slots. */
export function BreaksField() {
  return (
    <Rows
      name="breaks"
      most={mostSessions}
      blank={{ startAt: null, endAt: null, title: {} }}
      add={m.fairs_break_add()}
      title={(place) => m.fairs_break({ place })}
    >
      {(path, index) => (
        <>
          <PeriodControl from={`${path}.startAt`} to={`${path}.endAt`} label={m.fairs_break({ place: index + 1 })} />
          <LocalizedControl name={`${path}.title`} label={m.fairs_break_title()} max={40} />
        </>
      )}
    </Rows>
  )
}

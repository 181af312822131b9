import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { RowList } from '#console/kit/form/fields/row-list.tsx'
import { PeriodControl } from '#console/kit/form/fields/time-controls.tsx'
import { m } from '#messages/messages.js'
import { maxSessions } from '../rules.ts'
import type { FairSetupValues } from './fair-setup.ts'
import { SlotTimeline } from './slot-timeline.tsx'

/** Editable sessions of a fair, with a timeline of the resulting days below. */
export function SessionsField({ setup }: { setup: FairSetupValues }) {
  return (
    <>
      <RowList
        name="sessions"
        maxRows={maxSessions}
        blank={{ startAt: null, endAt: null }}
        add={m.fairs_session_add()}
        title={(place) => m.fairs_session({ place })}
      >
        {(path, index) => (
          <PeriodControl
            from={`${path}.startAt`}
            to={`${path}.endAt`}
            label={m.fairs_session({ place: index + 1 })}
            required
          />
        )}
      </RowList>
      <SlotTimeline setup={setup} />
    </>
  )
}

/** Editable breaks; no slots are created in them. */
export function BreaksField() {
  return (
    <RowList
      name="breaks"
      maxRows={maxSessions}
      blank={{ startAt: null, endAt: null, title: {} }}
      add={m.fairs_break_add()}
      title={(place) => m.fairs_break({ place })}
    >
      {(path, index) => (
        <>
          <PeriodControl
            from={`${path}.startAt`}
            to={`${path}.endAt`}
            label={m.fairs_break({ place: index + 1 })}
            required
          />
          <LocalizedControl name={`${path}.title`} label={m.fairs_break_title()} max={40} />
        </>
      )}
    </RowList>
  )
}

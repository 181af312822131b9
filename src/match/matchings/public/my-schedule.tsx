import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'
import { here } from '#people/account/frame.tsx'
import { useLeaveQuestion } from '#people/account/me/own.ts'
import { Notice } from '#people/account/notice.tsx'
import parts from '#people/account/parts.module.css'
import { useLoaded } from '#people/account/use-loaded.ts'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { matchings } from '../contract.ts'
import { askedIn, sendAsked } from './asking.ts'
import { CalendarFeed } from './calendar-feed.tsx'
import styles from './matchings.module.css'
import { type Cell, TimeGrid } from './time-grid.tsx'
import { useKept } from './use-kept.ts'
import { whyOf } from './why.ts'
import { wayWords } from './words.ts'
import { city, clock, day, dayKey, seoul, spanText } from './zones.ts'

const client = clientOf(matchings)
type Schedule = Awaited<ReturnType<typeof client.schedule>>
type Way = keyof typeof wayWords
type Brush = Way | 'erase'

/** The buyer draws when they can meet: on the grid, or in the list that says the same. */
export default function MySchedule() {
  const { fair = '' } = useParams()
  const load = useCallback(() => client.schedule({ params: { fair } }), [fair])
  const { value, error, set, reload } = useLoaded(load)
  return (
    <>
      <h1 className={parts.title}>{m.matchings_times_title()}</h1>
      {error && (
        <>
          <Notice wrong>{error}</Notice>
          <Button look="outline" onClick={reload}>
            {m.account_retry()}
          </Button>
        </>
      )}
      {!value && !error && <p role="status">{m.me_loading()}</p>}
      {value && <Drawing schedule={value} onSaved={set} />}
      <CalendarFeed />
    </>
  )
}

const keptText = (drawn: ReadonlyMap<string, Way>): string => [...drawn].map((pair) => pair.join(' ')).join()

/** What was drawn and not saved, on what is offered and agreed by now; null where there is nothing of it. */
const restored = ({ slots }: Schedule, text: string): ReadonlyMap<string, Way> | null => {
  if (text === '') return null
  const drawn = new Map(text.split(',').map((pair) => [pair.slice(0, 36), pair.slice(37)] as const))
  return new Map(
    slots.flatMap(({ _id, way, held, meeting }) => {
      const own = held || meeting ? way : drawn.get(_id)
      return own === 'online' || own === 'offline' ? [[_id, own] as const] : []
    }),
  )
}

function Drawing({ schedule, onSaved }: { schedule: Schedule; onSaved: (schedule: Schedule) => void }) {
  const { fair, slots, timeZone } = schedule
  const saved = new Map(slots.flatMap(({ _id, way }) => (way ? [[_id, way] as const] : [])))
  const kept = useKept(`match.times.${fair._id}`, '')
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Way>>(() => restored(schedule, kept.value) ?? saved)
  const [undone, setUndone] = useState<ReadonlyMap<string, Way>[]>([])
  const [brush, setBrush] = useState<Brush>(schedule.buyerType)
  const [asList, setAsList] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [said, setSaid] = useState(() => (restored(schedule, kept.value) ? m.matchings_times_restored() : ''))
  const isChanged = drawn.size !== saved.size || [...drawn].some(([id, way]) => saved.get(id) !== way)
  useLeaveQuestion(isChanged)

  const refresh = useCallback(() => {
    if (!isChanged) void client.schedule({ params: { fair: fair._id } }).then(onSaved, () => undefined)
  }, [isChanged, fair._id, onSaved])
  useLiveEvents('matchings', refresh)

  // Somebody who asked a seller without having given times: these are saved, and then the request is sent.
  const [search] = useSearchParams()
  const asked = askedIn(search)
  const [sent, setSent] = useState<string>()
  const navigate = useNavigate()
  useEffect(() => {
    if (sent) void navigate(here(`/me/matchings/${sent}`))
  }, [sent, navigate])

  const isFixed = (id: string) => slots.some((slot) => slot._id === id && (slot.held || slot.meeting))

  const draw = (next: ReadonlyMap<string, Way>) => {
    setUndone([...undone.slice(-19), drawn])
    setDrawn(next)
    kept.keep(keptText(next))
    const difference = next.size - drawn.size
    setSaid(m.matchings_times_said({ change: Math.abs(difference), all: next.size }))
    setWrong(undefined)
  }
  const paint = (ids: readonly string[], first: string, by: Brush = brush) => {
    const next = new Map(drawn)
    // Starting on a time that has this way already takes it away.
    const isErasing = by === 'erase' || drawn.get(first) === by
    const free = ids.filter((id) => !isFixed(id))
    if (free.length === 0) return setWrong(m.matchings_field_used())
    for (const id of free) isErasing ? next.delete(id) : next.set(id, by as Way)
    draw(next)
  }
  /** All of the day that one belongs to. */
  const paintDay = (id: string) => {
    const startAt = slots.find(({ _id }) => _id === id)?.startAt
    if (!startAt || brush === 'erase') return
    const free = slots.filter((slot) => dayKey(slot.startAt, seoul) === dayKey(startAt, seoul) && !isFixed(slot._id))
    draw(new Map([...drawn, ...free.map(({ _id }) => [_id, brush] as const)]))
  }
  const undo = () => {
    const before = undone.at(-1)
    if (!before) return
    setDrawn(before)
    kept.keep(keptText(before))
    setUndone(undone.slice(0, -1))
  }
  const onKey = (key: string, id: string): boolean => {
    if (key === '1') paint([id], id, 'online')
    else if (key === '2') paint([id], id, 'offline')
    else if (key === 'Delete' || key === 'Backspace') paint([id], id, 'erase')
    else if (key === 'Ctrl+z') undo()
    else if (key === 'Ctrl+a') paintDay(id)
    else return false
    return true
  }

  const save = async () => {
    setBusy(true)
    setWrong(undefined)
    try {
      const times = [...drawn].map(([slot, way]) => ({ slot, way }))
      onSaved(await client.setTimes({ params: { fair: fair._id }, body: { times } }))
      kept.forget()
      setSaid(m.matchings_times_saved({ count: times.length }))
      if (asked && times.length > 0) setSent((await sendAsked(asked, client.request))._id)
    } catch (error) {
      setWrong(whyOf(error))
    } finally {
      setBusy(false)
    }
  }

  const cells = slots.map((slot): Cell => {
    const way = drawn.get(slot._id)
    const look = slot.meeting ? 'meeting' : (way ?? 'empty')
    const text = slot.meeting ? slot.meeting.company : way ? wayWords[way]() : ''
    const name = slot.meeting
      ? m.matchings_times_meeting({ company: slot.meeting.company })
      : way
        ? `${wayWords[way]()}${slot.held ? `, ${m.matchings_times_held()}` : ''}`
        : m.matchings_times_empty()
    return { id: slot._id, startAt: slot.startAt, endAt: slot.endAt, look, text, name }
  })
  const days = [...new Set(slots.map(({ startAt }) => dayKey(startAt, seoul)))]
  const brushes: readonly { key: Brush; word: string }[] = [
    { key: 'online', word: wayWords.online() },
    { key: 'offline', word: wayWords.offline() },
    { key: 'erase', word: m.matchings_times_erase() },
  ]

  if (slots.length === 0) return <Notice>{m.matchings_times_none()}</Notice>
  return (
    <section className={parts.part}>
      <p className={parts.lead}>
        {fair.title} · {city(timeZone)}
        {timeZone !== seoul && ` / ${city(seoul)}`}
      </p>
      <p className={parts.meta}>{m.matchings_times_help()}</p>
      <div className={styles.tools}>
        <fieldset className={styles.brushes}>
          <legend className={styles.hidden}>{m.matchings_times_brush()}</legend>
          {brushes.map(({ key, word }) => (
            <button
              key={key}
              type="button"
              className={styles.brush}
              aria-pressed={brush === key}
              onClick={() => setBrush(key)}
            >
              {word}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          className={styles.tool}
          onClick={() =>
            brush !== 'erase' &&
            draw(
              new Map([...drawn, ...slots.filter(({ _id }) => !isFixed(_id)).map(({ _id }) => [_id, brush] as const)]),
            )
          }
        >
          {m.matchings_times_all()}
        </button>
        <button type="button" className={styles.tool} onClick={undo} disabled={undone.length === 0}>
          {m.matchings_times_undo()}
        </button>
        <button type="button" className={styles.tool} aria-pressed={asList} onClick={() => setAsList(!asList)}>
          {m.matchings_times_list()}
        </button>
      </div>
      {asList ? (
        days.map((key) => (
          <fieldset key={key} className={styles.list}>
            <legend className={parts.name}>
              {day(slots.find(({ startAt }) => dayKey(startAt, seoul) === key)?.startAt ?? '', seoul)}
            </legend>
            {slots
              .filter(({ startAt }) => dayKey(startAt, seoul) === key)
              .map((slot) => (
                <label key={slot._id} className={parts.check}>
                  <input
                    type="checkbox"
                    checked={drawn.has(slot._id)}
                    disabled={isFixed(slot._id)}
                    onChange={() =>
                      paint([slot._id], slot._id, drawn.has(slot._id) || brush === 'erase' ? 'erase' : brush)
                    }
                  />
                  <span>
                    {clock(slot.startAt, timeZone)}–{clock(slot.endAt, timeZone)}
                    {timeZone !== seoul && ` · ${city(seoul)} ${clock(slot.startAt, seoul)}`}
                    {drawn.has(slot._id) && ` · ${wayWords[drawn.get(slot._id) ?? 'online']()}`}
                    {slot.meeting && ` · ${m.matchings_times_meeting({ company: slot.meeting.company })}`}
                    {!slot.meeting && slot.held && ` · ${m.matchings_times_held()}`}
                  </span>
                </label>
              ))}
          </fieldset>
        ))
      ) : (
        <TimeGrid
          label={m.matchings_times_title()}
          timeZone={timeZone}
          cells={cells}
          onStroke={paint}
          onKey={onKey}
          multiple
        />
      )}
      <div role="alert">{wrong && <Notice wrong>{wrong}</Notice>}</div>
      <div className={styles.foot}>
        <Button busy={busy} onClick={() => void save()}>
          {asked ? m.matchings_ask_save_send({ count: drawn.size }) : m.matchings_times_save({ count: drawn.size })}
        </Button>
        <span className={parts.said} role="status">
          {said}
        </span>
        <Link className={parts.link} to={here('/me/matchings')}>
          {m.matchings_me()}
        </Link>
      </div>
      {slots.some(({ meeting }) => meeting) && (
        <ul className={parts.rows}>
          {slots
            .filter(({ meeting }) => meeting)
            .map((slot) => (
              <li key={slot._id} className={parts.row}>
                <Link className={parts.link} to={here(`/me/matchings/${slot.meeting?.matching}`)}>
                  {slot.meeting?.company}
                </Link>
                <span className={parts.meta}>{spanText(slot, timeZone)}</span>
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}

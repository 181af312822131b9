import { type KeyboardEvent, useCallback, useState } from 'react'
import { m } from '#messages/messages.js'
import { Notice } from '#people/account/forms/notice.tsx'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Icon } from '#ui/controls/icon.tsx'
import draw from '../../availability/public/my-schedule.module.css'
import { type Matching, matchings } from '../../contract.ts'
import { CompanyMark } from '../../public/company-mark.tsx'
import { dayKey, formatCityOffset, formatSpan, formatWeekdayTime, seoul } from '../../public/format-time.ts'
import { useStoredInput } from '../../public/use-stored-input.ts'
import { maxPicks } from '../../rules.ts'
import { refusalLabels, wayLabels } from '../../rules-labels.ts'
import { ScheduleWindow } from '../../time-grid/public/schedule-window.tsx'
import { type Cell, TimeGrid } from '../../time-grid/public/time-grid.tsx'
import { OfferPrompt } from './offer-prompt.tsx'
import styles from './offer-times.module.css'
import { SelectedSlots } from './selected-slots.tsx'
import { type PickSlot, SlotDetails } from './slot-details.tsx'
import { SlotList } from './slot-list.tsx'

const client = clientOf(matchings)

interface Props {
  matching: Matching
  /** Why the last act was refused. */
  errorText: string | undefined
  act: (call: () => Promise<{ matching: Matching }>) => Promise<boolean>
}

/** Local storage key of the preferred view; phones start with the list. */
const view = 'match.picks.view'
const listFirst = (): boolean => {
  const stored = localStorage.getItem(view)
  return stored === null ? window.matchMedia('(max-width: 767px)').matches : stored === 'list'
}

const seatOf = (number: number) => m.matchings_pick_seat({ number })

/** Window in which a seller offers up to three of the buyer's times, or declines; both ask for confirmation. */
export function OfferTimes({ matching, errorText, act }: Props) {
  const load = useCallback(() => client.schedules({ params: { id: matching._id } }), [matching._id])
  const { value, error, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const chosen = useStoredInput(`match.picks.${matching._id}`, matching.picks.map(({ slot }) => slot).join())
  const pickedIds = chosen.value === '' ? [] : chosen.value.split(',')
  const setPicked = (ids: readonly string[]) => chosen.keep(ids.join())
  const reason = useStoredInput(`match.decline.${matching._id}`, '')
  /** Fourth time, which waits for another to give way. */
  const [fourth, setFourth] = useState<string>()
  const [seen, setSeen] = useState<string>()
  const [status, setStatus] = useState('')
  const [action, setAction] = useState<'accept' | 'decline'>()
  const [busy, setBusy] = useState(false)
  const [asList, setAsList] = useState(listFirst)
  const changeView = (list: boolean) => {
    localStorage.setItem(view, list ? 'list' : 'grid')
    setAsList(list)
  }

  const zones = [matching.seller.timeZone, matching.buyer.timeZone]
  const from = value?.slots[0]?.startAt
  const frame = {
    title: m.matchings_pick_title(),
    about: `${matching.buyer.name} · ${matching.fair.title}`,
    clocks: from ? [...new Set(zones)].map((zone) => formatCityOffset(zone, from)) : [],
    back: `/me/matchings/${matching._id}`,
  }
  if (!value)
    return (
      <ScheduleWindow {...frame}>
        <div className={draw.notice}>
          {error ? <Notice wrong>{error}</Notice> : <p role="status">{m.me_loading()}</p>}
        </div>
      </ScheduleWindow>
    )
  const { slots, timeZone } = value
  const second = matching.buyer.timeZone === timeZone ? null : matching.buyer.timeZone
  const slotOf = (id: string | undefined): PickSlot | undefined => slots.find(({ _id }) => _id === id)
  // Drop picks that another meeting took in the meantime; `lost` reports them.
  const picked = pickedIds.filter((id) => !slotOf(id)?.refusal)
  const lost = pickedIds.flatMap((id) => {
    const slot = slotOf(id)
    return slot?.refusal ? [slot] : []
  })

  const toggleSlot = (ids: readonly string[]) => {
    const [id = ''] = ids
    const slot = slotOf(id)
    if (!slot) return
    setSeen(id)
    setAction(undefined)
    setStatus('')
    if (picked.includes(id)) {
      setPicked(picked.filter((one) => one !== id))
      setFourth(undefined)
    } else if (slot.refusal) setStatus(refusalLabels[slot.refusal]())
    else if (picked.length >= maxPicks) setFourth(id)
    else {
      setPicked([...picked, id])
      setStatus(slot.waiting > 0 ? m.matchings_pick_waiting({ count: slot.waiting }) : '')
    }
  }
  const swap = (out: string) => {
    if (!fourth) return
    setPicked(picked.map((id) => (id === out ? fourth : id)))
    setFourth(undefined)
  }
  const send = async () => {
    setBusy(true)
    const params = { id: matching._id }
    const isDone = await act(() =>
      action === 'decline'
        ? client.decline({ params, body: { reason: reason.value.trim() } })
        : client.offer({ params, body: { slots: [...picked] } }),
    )
    if (isDone) for (const one of [chosen, reason]) one.forget()
    setBusy(false)
    setAction(undefined)
    reload()
  }
  /** Escape closes the swap or the prompt before it closes the window. */
  const handleEscape = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || !(fourth || action)) return
    event.preventDefault()
    event.stopPropagation()
    setFourth(undefined)
    setAction(undefined)
  }

  const cells = slots.map((slot): Cell => {
    const seat = picked.indexOf(slot._id) + 1
    const way = slot.way ? wayLabels[slot.way]() : ''
    const place =
      slot.way === 'offline' && slot.place ? `${way} ${m.matchings_pick_table({ number: slot.place })}` : way
    const waits = slot.waiting > 0 && m.matchings_pick_waits({ count: slot.waiting })
    const refused =
      slot.refusal === 'own_meeting' ? (slot.company ?? '') : slot.refusal ? refusalLabels[slot.refusal]() : ''
    const name = slot.refusal
      ? [refusalLabels[slot.refusal](), slot.company].filter(Boolean).join(', ')
      : [seat > 0 && seatOf(seat), place, waits].filter(Boolean).join(', ')
    return {
      id: slot._id,
      startAt: slot.startAt,
      endAt: slot.endAt,
      look: seat > 0 ? 'chosen' : slot.refusal ? (slot.refusal === 'own_meeting' ? 'meeting' : 'closed') : 'given',
      way: slot.way,
      text: slot.refusal ? (
        slot.refusal !== 'not_given' && slot.refusal !== 'past' && refused
      ) : (
        <span className={styles.cell}>
          {seat > 0 && <i className={styles.door}>{seat}</i>}
          <span>{place}</span>
          {slot.waiting > 0 && (
            <span className={styles.waits}>
              <Hourglass />
              {slot.waiting}
            </span>
          )}
        </span>
      ),
      name,
    }
  })
  const freeCount = slots.filter(({ way }) => way !== null).length
  const noteOf = (key: string) => {
    const ofDay = slots.filter(({ startAt }) => dayKey(startAt, seoul) === key)
    const open = ofDay.filter(({ refusal }) => refusal === null).length
    return open > 0 ? m.matchings_pick_cells({ count: open }) : ''
  }
  const waiting = slotOf(fourth)
  const shown = slotOf(seen) ?? slotOf(picked[0]) ?? slots.find(({ refusal }) => refusal === null)

  return (
    <ScheduleWindow {...frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the open prompt from anywhere inside */}
      <div className={styles.root} onKeyDown={handleEscape}>
        <div className={styles.scroll}>
          <section className={styles.request} aria-label={m.matchings_facts()}>
            <p className={styles.who}>
              <CompanyMark name={matching.buyer.name} side="buyer" />
              <b>{matching.buyer.name}</b>
            </p>
            {matching.product && (
              <p className={styles.product}>
                <span>{m.matchings_product()}</span> {matching.product.name}
              </p>
            )}
            {matching.message && <p className={styles.message}>{matching.message}</p>}
            <button type="button" className={styles.decline} onClick={() => setAction('decline')}>
              {m.matchings_decline()}
            </button>
          </section>
          <div className={styles.grid}>
            <div className={styles.over}>
              <p className={styles.help}>
                <b>{m.matchings_pick_given({ count: freeCount })}</b>{' '}
                {m.matchings_pick_help({ hours: value.holdHours })}
              </p>
              <button type="button" className={draw.tool} onClick={() => changeView(!asList)}>
                {asList ? m.matchings_times_grid() : m.matchings_times_list()}
              </button>
            </div>
            {asList ? (
              <SlotList
                slots={slots}
                picked={picked}
                timeZone={timeZone}
                second={second}
                onPress={toggleSlot}
                onFocused={setSeen}
              />
            ) : (
              <TimeGrid
                label={m.matchings_pick_title()}
                timeZone={timeZone}
                second={second}
                cells={cells}
                breaks={value.breaks}
                onStroke={toggleSlot}
                onFocused={setSeen}
                noteOf={noteOf}
                start={shown?._id}
                multiple={false}
              />
            )}
            {!asList && (
              <p className={draw.legend}>
                <span className={draw.sign} data-look="closed">
                  {m.matchings_pick_not_given()}
                </span>
                <span className={styles.sign}>
                  <Hourglass /> {m.matchings_pick_legend_waits()}
                </span>
                <span className={draw.sign} data-look="meeting">
                  {m.matchings_pick_own_meeting()}
                </span>
              </p>
            )}
          </div>
          {shown && (
            <SlotDetails
              slot={shown}
              slots={slots}
              picked={picked}
              timeZone={timeZone}
              second={second}
              holdHours={value.holdHours}
            />
          )}
        </div>
        <div className={styles.bars} role="status">
          {lost.map((slot) => (
            <p key={slot._id} className={styles.bar}>
              {m.matchings_pick_lost({ time: formatSpan(slot, timeZone) })}
            </p>
          ))}
          {status && !fourth && <p className={styles.status}>{status}</p>}
          {waiting && (
            <p className={styles.bar}>
              <Icon name="warning" small />
              <span>
                <b>{m.matchings_pick_swap()}</b>{' '}
                {m.matchings_pick_swap_for({ time: formatWeekdayTime(waiting.startAt, timeZone) })}
              </span>
              <button type="button" className={styles.keep} onClick={() => setFourth(undefined)}>
                {m.matchings_pick_keep()} <kbd>Esc</kbd>
              </button>
            </p>
          )}
        </div>
        <div role="alert" className={styles.bars}>
          {errorText && (
            <p className={styles.bar}>
              <Icon name="warning" small />
              <span>{errorText}</span>
            </p>
          )}
        </div>
        {action ? (
          <OfferPrompt
            action={action}
            busy={busy}
            company={matching.buyer.name}
            times={picked.flatMap((id) => slotOf(id) ?? [])}
            timeZone={timeZone}
            holdHours={value.holdHours}
            reason={reason.value}
            onReason={reason.keep}
            onBack={() => setAction(undefined)}
            onSend={() => void send()}
          />
        ) : (
          <SelectedSlots
            picked={picked.flatMap((id) => slotOf(id) ?? [])}
            timeZone={timeZone}
            second={second}
            isSwapping={fourth !== undefined}
            onSwap={swap}
            onKeep={() => setFourth(undefined)}
            onDrop={(id) => toggleSlot([id])}
            onOffer={() => (picked.length > 0 ? setAction('accept') : setStatus(m.matchings_pick_none()))}
          />
        )}
      </div>
    </ScheduleWindow>
  )
}

function Hourglass() {
  return (
    <svg className={styles.glass} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M4 2.5h8M4 13.5h8M5 2.5c0 3.5 6 7 6 11M11 2.5c0 3.5-6 7-6 11" />
    </svg>
  )
}

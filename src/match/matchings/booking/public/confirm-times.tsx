import { type KeyboardEvent, type SyntheticEvent, useCallback, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { type Matching, matchings } from '../../contract.ts'
import {
  cityName,
  dayKey,
  formatCityOffset,
  formatDay,
  formatTime,
  formatWeekdayTime,
  seoul,
} from '../../public/format-time.ts'
import { StateMark } from '../../public/state-mark.tsx'
import { useCurrentTime } from '../../public/use-current-time.ts'
import { useStoredInput } from '../../public/use-stored-input.ts'
import { DeclinePrompt } from '../../requests/public/decline-prompt.tsx'
import { type BestReason, bestOffer } from '../../rules.ts'
import { wayLabels } from '../../rules-labels.ts'
import { ScheduleWindow } from '../../time-grid/public/schedule-window.tsx'
import styles from './confirm-times.module.css'

const client = clientOf(matchings)
type ChoiceSlot = Awaited<ReturnType<typeof client.choices>>['slots'][number]
type LostTime = Matching['events'][number]['times'][number]

interface Props {
  matching: Matching
  /** Times of the offer that were lost to another meeting. */
  lost: readonly LostTime[]
  /** Message about lost times; `errorText` is why the last action was refused. */
  lostMessage: string | undefined
  errorText: string | undefined
  act: (call: () => Promise<{ matching: Matching }>) => Promise<boolean>
}

const minute = 60_000
const bestReasonLabels: Record<BestReason, () => string> = {
  same_table: m.matchings_best_same_table,
  next_to: m.matchings_best_next_to,
  same_day: m.matchings_best_same_day,
  in_hours: m.matchings_best_in_hours,
  unwaited: m.matchings_best_unwaited,
  first: m.matchings_best_first,
}

/** True if the start is before 7:00, or at 22:00 or later, on the company's clock. */
const isOutOfHours = (instant: string, timeZone: string): boolean => {
  const hour = Number(formatTime(instant, timeZone).slice(0, 2))
  return hour < 7 || hour >= 22
}

const spanOf = ({ startAt, endAt }: ChoiceSlot) => ({
  startsAt: Date.parse(startAt),
  endsAt: Date.parse(endAt),
  day: dayKey(startAt, seoul),
})

/** The offered times, each with a button that confirms it. Lost times stay in place, struck through. */
export function ConfirmTimes({ matching, lost, lostMessage, errorText, act }: Props) {
  const load = useCallback(() => client.choices({ params: { id: matching._id } }), [matching._id])
  const { value, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const [busy, setBusy] = useState<string>()
  const [isDeclining, setDeclining] = useState(false)
  const reason = useStoredInput(`match.decline.${matching._id}`, '')
  const { timeZone } = matching.buyer
  const slots = value?.slots ?? []
  const offered = slots.filter((slot) => matching.picks.some((pick) => pick.slot === slot._id))
  const best = bestOffer(
    offered.map((slot) => ({
      ...spanOf(slot),
      slot: slot._id,
      place: slot.offered === 'offline' ? slot.place : null,
      isOutOfHours: slot.offered !== 'offline' && isOutOfHours(slot.startAt, timeZone),
      waiting: slot.waiting,
    })),
    slots.filter(({ meeting }) => meeting).map((slot) => ({ ...spanOf(slot), place: slot.meetingPlace })),
  )
  const confirm = async (event: SyntheticEvent, slot: string) => {
    event.preventDefault()
    if (busy) return
    setBusy(slot)
    await act(() => client.confirm({ params: { id: matching._id }, body: { slot } }))
    setBusy(undefined)
  }
  const decline = async () => {
    if (busy) return
    setBusy('decline')
    const isDone = await act(() =>
      client.decline({ params: { id: matching._id }, body: { reason: reason.value.trim() } }),
    )
    if (isDone) reason.forget()
    setBusy(undefined)
    setDeclining(false)
  }
  /** Escape closes the decline prompt before it closes the window. */
  const keep = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || !isDeclining) return
    event.preventDefault()
    event.stopPropagation()
    setDeclining(false)
  }
  const times = [
    ...matching.picks.map((pick) => ({ ...pick, isLost: false })),
    ...lost.map((time) => ({ ...time, slot: '', isLost: true })),
  ].toSorted((a, b) => a.startAt.localeCompare(b.startAt))
  const from = times[0]?.startAt

  return (
    <ScheduleWindow
      title={m.matchings_confirm_title()}
      about={[matching.seller.name, matching.product?.name].filter(Boolean).join(' · ')}
      clocks={from ? [...new Set([timeZone, seoul])].map((zone) => formatCityOffset(zone, from)) : []}
      back={`/me/matchings/${matching._id}`}
      isFit
    >
      {matching.heldUntil && <HoldBar matching={matching} />}
      {lostMessage && (
        <p className={styles.notice} role="status">
          {lostMessage}
        </p>
      )}
      <div role="alert">{errorText && <p className={styles.notice}>{errorText}</p>}</div>
      <ul className={styles.offers}>
        {times.map((time) => {
          const slot = slots.find(({ _id }) => _id === time.slot)
          const isBest = best?.slot === time.slot && !time.isLost
          // For in-person meetings Seoul time comes first.
          const [first, second] = time.way === 'offline' ? [seoul, timeZone] : [timeZone, seoul]
          const isHall = time.way === 'offline' && slot?.place
          const timeText = (
            <>
              <span className={styles.way}>
                <Icon name={time.way === 'offline' ? 'table' : 'video'} small />
                {wayLabels[time.way]()}
                {isHall && `, ${m.matchings_table({ number: slot.place ?? 0 })}`}
              </span>
              <span className={styles.clock}>{formatTime(time.startAt, first)}</span>
              <span className={styles.day}>
                {formatDay(time.startAt, first)}, {cityName(first)}
              </span>
              {second !== first && (
                <span className={styles.second}>
                  {cityName(second)} {formatWeekdayTime(time.startAt, second)}
                </span>
              )}
            </>
          )
          if (time.isLost)
            return (
              <li key={time.startAt} className={styles.offer} data-lost="">
                <del className={styles.text}>{timeText}</del>
                <span className={styles.taken}>{m.matchings_action_lose()}</span>
              </li>
            )
          const label = formatWeekdayTime(time.startAt, first)
          return (
            <li key={time.startAt} className={styles.offer} data-best={isBest || undefined}>
              <span className={styles.text}>
                {isBest && best && <span className={styles.best}>{bestReasonLabels[best.reason]()}</span>}
                {timeText}
              </span>
              {slot && <Neighbours slot={slot} slots={slots} zone={first} company={matching.seller.name} />}
              {slot && <SlotFacts slot={slot} timeZone={timeZone} />}
              <form onSubmit={(event) => void confirm(event, time.slot)}>
                <Button
                  type="submit"
                  low
                  look={isBest || times.length === 1 ? 'primary' : 'outline'}
                  busy={busy === time.slot}
                  className={styles.confirm}
                >
                  {m.matchings_confirm_at({ time: label })}
                </Button>
              </form>
            </li>
          )
        })}
      </ul>
      {isDeclining ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the open prompt from anywhere inside
        <div className={styles.ask} onKeyDown={keep}>
          <DeclinePrompt
            side="buyer"
            busy={busy === 'decline'}
            reason={reason.value}
            onReason={reason.keep}
            onBack={() => setDeclining(false)}
            onSend={() => void decline()}
          />
        </div>
      ) : (
        <div className={styles.foot}>
          <p>{matching.picks.length > 0 && m.matchings_confirm_effect()}</p>
          <Link
            className={styles.other}
            data-main={matching.picks.length === 0 || undefined}
            to={currentLocalePath(`/me/schedule/${matching.fair._id}`)}
          >
            {m.matchings_lost_more_times()}
          </Link>
          {matching.picks.length > 0 && (
            <button type="button" className={styles.decline} onClick={() => setDeclining(true)}>
              {m.matchings_decline()}
            </button>
          )}
        </div>
      )}
    </ScheduleWindow>
  )
}

/** Deadline of the hold on both clocks, with a progress bar. */
function HoldBar({ matching }: { matching: Matching }) {
  const now = useCurrentTime()
  const until = matching.heldUntil ?? ''
  const { timeZone } = matching.buyer
  const since = matching.events.findLast(({ action }) => action === 'offer')?.createdAt ?? until
  const [left, total] = [Math.max(Date.parse(until) - now, 0), Date.parse(until) - Date.parse(since)]
  const minutes = Math.floor(left / minute)
  return (
    <div className={styles.hold}>
      <StateMark state="offered" />
      <p>
        <b>{m.matchings_until({ time: `${formatDay(until, timeZone)} ${formatTime(until, timeZone)}` })}</b>{' '}
        {timeZone !== seoul && `${cityName(seoul)} ${formatWeekdayTime(until, seoul)} · `}
        {m.matchings_hold_left({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })}
      </p>
      <span
        className={styles.passed}
        aria-hidden="true"
        style={{ '--left': total > 0 ? Math.min(left / total, 1) : 0 }}
      />
    </div>
  )
}

/** The buyer's slots around an offered one. */
function Neighbours({
  slot,
  slots,
  zone,
  company,
}: {
  slot: ChoiceSlot
  slots: readonly ChoiceSlot[]
  zone: string
  company: string
}) {
  const ofDay = slots.filter(({ startAt }) => dayKey(startAt, seoul) === dayKey(slot.startAt, seoul))
  const place = ofDay.indexOf(slot)
  const first = Math.max(0, Math.min(place - 1, ofDay.length - 4))
  return (
    <span className={styles.strip}>
      {ofDay.slice(first, first + 4).map((one) => {
        const isThis = one === slot
        const look = isThis ? 'this' : one.meeting ? 'meeting' : one.other ? 'other' : undefined
        const text = isThis
          ? company
          : one.meeting
            ? m.matchings_times_meeting({ company: one.meeting })
            : one.other
              ? m.matchings_choice_other({ company: one.other })
              : m.matchings_choice_free()
        return (
          <span key={one._id} className={styles.near} data-look={look}>
            <span>{formatTime(one.startAt, zone)}</span>
            <span className={styles.nearText}>{text}</span>
          </span>
        )
      })}
    </span>
  )
}

/** Pros and cons of an offered time. */
function SlotFacts({ slot, timeZone }: { slot: ChoiceSlot; timeZone: string }) {
  return (
    <span className={styles.facts}>
      {slot.offered !== 'offline' && isOutOfHours(slot.startAt, timeZone) && (
        <span data-trouble="">
          <Icon name="warning" small />
          {m.matchings_choice_out_of_hours({ city: cityName(timeZone) })}
        </span>
      )}
      <span data-trouble={slot.waiting > 0 || undefined}>
        <Icon name={slot.waiting > 0 ? 'warning' : 'check'} small />
        {slot.waiting > 0 ? m.matchings_choice_waits({ count: slot.waiting }) : m.matchings_choice_waits_none()}
      </span>
    </span>
  )
}

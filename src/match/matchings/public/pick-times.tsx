import { useCallback, useState } from 'react'
import { m } from '#messages/messages.js'
import { Notice } from '#people/account/notice.tsx'
import parts from '#people/account/parts.module.css'
import { useLoaded } from '#people/account/use-loaded.ts'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { type Matching, matchings } from '../contract.ts'
import { mostPicks } from '../rules.ts'
import styles from './matchings.module.css'
import { type Cell, TimeGrid } from './time-grid.tsx'
import { useKept } from './use-kept.ts'
import { wayWords } from './words.ts'
import { spanText } from './zones.ts'

const client = clientOf(matchings)

interface Props {
  matching: Matching
  act: (call: () => Promise<{ matching: Matching }>) => Promise<boolean>
}

const refusals = {
  not_given: m.matchings_pick_not_given,
  past: m.matchings_pick_past,
  own_meeting: m.matchings_pick_own_meeting,
  their_meeting: m.matchings_pick_their_meeting,
  no_place: m.matchings_pick_no_place,
} as const

/** The seller takes up to three of the buyer's times, or declines; both are asked before. */
export function PickTimes({ matching, act }: Props) {
  const load = useCallback(() => client.schedules({ params: { id: matching._id } }), [matching._id])
  const { value, error, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const chosen = useKept(`match.picks.${matching._id}`, matching.picks.map(({ slot }) => slot).join())
  const wanted = chosen.value === '' ? [] : chosen.value.split(',')
  const setPicked = (ids: readonly string[]) => chosen.keep(ids.join())
  /** A fourth, which waits for one to give way. */
  const [fourth, setFourth] = useState<string>()
  const [said, setSaid] = useState('')
  const reason = useKept(`match.decline.${matching._id}`, '')
  const [asked, setAsked] = useState<'accept' | 'decline'>()
  const [busy, setBusy] = useState(false)

  if (error && !value) return <Notice wrong>{error}</Notice>
  if (!value) return <p role="status">{m.me_loading()}</p>
  const { slots, timeZone } = value
  const slotOf = (id: string) => slots.find(({ _id }) => _id === id)
  // What was taken by another meeting while it was chosen here is out, and is said.
  const picked = wanted.filter((id) => !slotOf(id)?.refusal)
  const lost = wanted.flatMap((id) => {
    const slot = slotOf(id)
    return slot?.refusal ? [slot] : []
  })

  const press = (ids: readonly string[]) => {
    const [id = ''] = ids
    const slot = slotOf(id)
    if (!slot) return
    setAsked(undefined)
    if (picked.includes(id)) {
      setPicked(picked.filter((one) => one !== id))
      setFourth(undefined)
    } else if (slot.refusal) setSaid(refusals[slot.refusal]())
    else if (picked.length >= mostPicks) setFourth(id)
    else {
      setPicked([...picked, id])
      setSaid(slot.waiting > 0 ? m.matchings_pick_waiting({ count: slot.waiting }) : '')
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
      asked === 'decline'
        ? client.decline({ params, body: { reason: reason.value } })
        : client.offer({ params, body: { slots: [...picked] } }),
    )
    if (isDone) for (const one of [chosen, reason]) one.forget()
    setBusy(false)
    setAsked(undefined)
    reload()
  }

  const cells = slots.map((slot): Cell => {
    const isPicked = picked.includes(slot._id)
    const word = slot.refusal ? refusals[slot.refusal]() : slot.way ? wayWords[slot.way]() : ''
    const look = isPicked
      ? 'chosen'
      : slot.refusal === 'own_meeting'
        ? 'meeting'
        : slot.refusal
          ? 'closed'
          : (slot.way ?? 'closed')
    const text = isPicked
      ? m.matchings_pick_seat({ number: picked.indexOf(slot._id) + 1 })
      : slot.refusal === 'not_given'
        ? ''
        : word
    return { id: slot._id, startAt: slot.startAt, endAt: slot.endAt, look, text, name: isPicked ? text : word }
  })

  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.matchings_pick_title()}</h2>
      <p className={parts.meta}>{m.matchings_pick_help({ hours: value.holdHours })}</p>
      <TimeGrid label={m.matchings_pick_title()} timeZone={timeZone} cells={cells} onStroke={press} multiple={false} />
      {fourth && (
        <p className={styles.swap} role="status">
          {m.matchings_pick_swap()}{' '}
          <button type="button" className={styles.tool} onClick={() => setFourth(undefined)}>
            {m.matchings_pick_keep()}
          </button>
        </p>
      )}
      <ol className={styles.seats}>
        {Array.from({ length: mostPicks }, (_, index) => {
          const id = picked[index]
          const slot = id ? slotOf(id) : undefined
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
            <li key={index} className={styles.seat} data-taken={slot ? true : undefined}>
              <span className={parts.meta}>{m.matchings_pick_seat({ number: index + 1 })}</span>
              {slot && <span>{spanText(slot, timeZone)}</span>}
              {slot && fourth && (
                <button type="button" className={styles.tool} onClick={() => swap(slot._id)}>
                  {m.matchings_pick_swap_this()}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      <div role="status">
        {lost.map((slot) => (
          <p key={slot._id} className={styles.swap}>
            {m.matchings_pick_lost({ time: spanText(slot, timeZone) })}
          </p>
        ))}
        <p className={parts.meta}>{said}</p>
      </div>
      {asked ? (
        <div className={styles.step}>
          <p>{asked === 'accept' ? m.matchings_ask_accept() : m.matchings_ask_decline()}</p>
          {asked === 'decline' && (
            <textarea
              className={styles.area}
              aria-label={m.matchings_reason()}
              placeholder={m.matchings_reason()}
              maxLength={500}
              value={reason.value}
              onChange={(event) => reason.keep(event.target.value)}
            />
          )}
          <div className={parts.acts}>
            <Button look="outline" low onClick={() => setAsked(undefined)}>
              {m.matchings_back()}
            </Button>
            <Button low busy={busy} onClick={() => void send()}>
              {asked === 'accept' ? m.matchings_accept() : m.matchings_decline()}
            </Button>
          </div>
        </div>
      ) : (
        <div className={parts.acts}>
          <Button look="outline" onClick={() => setAsked('decline')}>
            {m.matchings_decline()}
          </Button>
          <Button onClick={() => (picked.length > 0 ? setAsked('accept') : setSaid(m.matchings_pick_none()))}>
            {m.matchings_offer({ count: picked.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

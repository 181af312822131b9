import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { matchings } from '../contract.ts'
import { type Drawn, fitted, readText, savedOf, textOf, timesOf } from './drawn.ts'
import type { DrawingState } from './use-drawing.ts'
import { whyOf } from './why.ts'

const client = clientOf(matchings)
export type Schedule = Awaited<ReturnType<typeof client.schedule>>

/** Milliseconds after the last stroke, and between attempts while the line is away. */
const pause = 2000
const retry = 10_000

const keyOf = ({ fair }: Schedule) => `match.times.${fair._id}`

/** What the server has of a drawing: what was drawn on some device, else what is saved. */
export const heldBy = ({ draft, slots }: Schedule): Drawn =>
  fitted(slots, draft ? new Map(draft.times.map(({ slot, way }) => [slot, way])) : savedOf(slots))

/** What this window knows of the server's: `text` null where it was drawn upon something older. */
interface Base {
  version: number
  text: string | null
}

/** How a window begins: with what this tab has and could not send, else with what the server has. */
export const beginningOf = (schedule: Schedule): { drawn: Drawn; base: Base; isRestored: boolean } => {
  const held = heldBy(schedule)
  const kept = sessionStorage.getItem(keyOf(schedule))
  const [version = '', text = ''] = kept?.split('|') ?? []
  const drawn = kept === null ? held : fitted(schedule.slots, readText(text))
  const isSame = textOf(drawn) === textOf(held)
  const base =
    kept === null || isSame || Number(version) >= schedule.version
      ? { version: schedule.version, text: textOf(held) }
      : { version: Number(version), text: null }
  return { drawn, base, isRestored: textOf(drawn) !== textOf(savedOf(schedule.slots)) }
}

/**
 * Keeps a drawing on the server, two seconds after the last stroke, and in this tab until it is there. Another window or
 * device that drew meanwhile is either taken, where nothing was drawn here, or there is a choice (`other`).
 */
export const useDraft = (
  schedule: Schedule,
  drawing: DrawingState,
  first: Base,
  onSchedule: (schedule: Schedule) => void,
) => {
  const fair = schedule.fair._id
  const { drawn, take, refuse } = drawing
  const [base, setBase] = useState(first)
  const latest = useRef(first)
  const know = useCallback((next: Base) => {
    latest.current = next
    setBase(next)
  }, [])
  const [isSending, setSending] = useState(false)
  const [isCut, setCut] = useState(false)
  const [keptAt, setKeptAt] = useState<string | undefined>(schedule.draft?.savedAt)
  const sending = useRef<Promise<void>>(undefined)

  const text = textOf(drawn)
  const isUnsent = text !== base.text
  const held = heldBy(schedule)
  const heldText = textOf(held)
  const isBehind = !isSending && schedule.version > base.version
  const isSplit = isBehind && isUnsent && text !== heldText

  const refetch = useCallback(
    () => client.schedule({ params: { fair } }).then(onSchedule, () => undefined),
    [fair, onSchedule],
  )
  useLiveEvents('schedules', refetch)
  useLiveEvents('matchings', refetch)

  // In this tab as long as the server does not have it: over a reload, and without a line.
  useEffect(() => {
    if (isUnsent) sessionStorage.setItem(keyOf(schedule), `${base.version}|${text}`)
    else sessionStorage.removeItem(keyOf(schedule))
  }, [isUnsent, base.version, text, schedule])

  // Nothing was drawn here meanwhile, or the same.
  useEffect(() => {
    if (!isBehind || isSplit) return
    if (text !== heldText) take(held, m.matchings_draft_taken())
    know({ version: schedule.version, text: heldText })
    setKeptAt(schedule.draft?.savedAt)
  }, [isBehind, isSplit, text, heldText, held, take, know, schedule])

  const send = useCallback(() => {
    const isSaved = text === textOf(savedOf(schedule.slots))
    const sent = async () => {
      setSending(true)
      try {
        const body = { times: isSaved ? null : timesOf(drawn), version: base.version }
        const { version, savedAt } = await client.draftTimes({ params: { fair }, body })
        know({ version, text })
        setKeptAt(isSaved ? undefined : savedAt)
        setCut(false)
      } catch (error) {
        const isRefused = error instanceof CallRefused && error.status < 500 && error.status !== 429
        setCut(true)
        if (isRefused && error.refusal.fields?.version) await refetch()
        else if (isRefused) refuse(whyOf(error))
      } finally {
        setSending(false)
      }
    }
    sending.current = sent()
  }, [text, schedule.slots, fair, drawn, base.version, know, refetch, refuse])

  const mustSend = isUnsent && !isBehind && !isSending
  useEffect(() => {
    if (!mustSend) return
    const timer = setTimeout(send, isCut ? retry : pause)
    window.addEventListener('online', send)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', send)
    }
  }, [mustSend, isCut, send])

  return {
    /** When the server last took it; undefined where there is nothing to keep. */
    keptAt,
    /** It is in this tab alone: the line is away, or the server refused it. */
    isOnlyHere: isUnsent && isCut,
    /** What was drawn elsewhere, where both did. */
    other: isSplit ? held : null,
    takeOther: () => {
      know({ version: schedule.version, text: heldText })
      setKeptAt(schedule.draft?.savedAt)
      setCut(false)
      take(held, m.matchings_draft_taken())
    },
    keepOwn: () => {
      know({ version: schedule.version, text: heldText })
      setCut(false)
    },
    /** The version to save over, once what is under way is there. */
    settled: async () => {
      await sending.current
      return latest.current.version
    },
    /** It is saved: the server keeps no drawing any more. */
    saved: (fresh: Schedule) => {
      know({ version: fresh.version, text: textOf(savedOf(fresh.slots)) })
      setKeptAt(undefined)
      setCut(false)
    },
    refetch,
  }
}
export type DraftState = ReturnType<typeof useDraft>

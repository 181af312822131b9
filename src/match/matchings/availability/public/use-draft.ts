import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { matchings } from '../../contract.ts'
import {
  applyFixedSlots,
  drawingToTimes,
  parseDrawing,
  savedDrawing,
  serializeDrawing,
  type TimeDrawing,
} from './time-drawing.ts'
import type { DrawingState } from './use-drawing.ts'

const client = clientOf(matchings)
export type Schedule = Awaited<ReturnType<typeof client.schedule>>

/** Milliseconds between the last stroke and sending, and between retries while offline. */
const pause = 2000
const retryInterval = 10_000

const keyOf = ({ fair }: Schedule) => `match.times.${fair._id}`

/** Returns the server's drawing: the draft of any device, else the saved times. */
export const serverDrawing = ({ draft, slots }: Schedule): TimeDrawing =>
  applyFixedSlots(slots, draft ? new Map(draft.times.map(({ slot, way }) => [slot, way])) : savedDrawing(slots))

/** Server version that this window builds on; `text` is null if the drawing builds on an older one. */
interface Base {
  version: number
  text: string | null
}

/** Returns the initial drawing: what this tab could not send, else what the server has. */
export const initialDrawing = (schedule: Schedule): { drawn: TimeDrawing; base: Base; isRestored: boolean } => {
  const remote = serverDrawing(schedule)
  const stored = sessionStorage.getItem(keyOf(schedule))
  const [version = '', text = ''] = stored?.split('|') ?? []
  const drawn = stored === null ? remote : applyFixedSlots(schedule.slots, parseDrawing(text))
  const isSame = serializeDrawing(drawn) === serializeDrawing(remote)
  const base =
    stored === null || isSame || Number(version) >= schedule.version
      ? { version: schedule.version, text: serializeDrawing(remote) }
      : { version: Number(version), text: null }
  return { drawn, base, isRestored: serializeDrawing(drawn) !== serializeDrawing(savedDrawing(schedule.slots)) }
}

/**
 * Stores a drawing on the server, two seconds after the last stroke, and in this tab until then. A change from another
 * window or device is adopted if nothing was drawn here; otherwise the buyer chooses (`other`).
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
  const setServerBase = useCallback((next: Base) => {
    latest.current = next
    setBase(next)
  }, [])
  const [isSending, setSending] = useState(false)
  const [isCut, setCut] = useState(false)
  const [keptAt, setKeptAt] = useState<string | undefined>(schedule.draft?.savedAt)
  const sending = useRef<Promise<void>>(undefined)

  const text = serializeDrawing(drawn)
  const isUnsent = text !== base.text
  const remote = serverDrawing(schedule)
  const remoteText = serializeDrawing(remote)
  const isBehind = !isSending && schedule.version > base.version
  const isSplit = isBehind && isUnsent && text !== remoteText

  const refetch = useCallback(
    () => client.schedule({ params: { fair } }).then(onSchedule, () => undefined),
    [fair, onSchedule],
  )
  useLiveEvents('schedules', refetch)
  useLiveEvents('matchings', refetch)

  // In this tab until the server has it, so that it survives a reload and being offline.
  useEffect(() => {
    if (isUnsent) sessionStorage.setItem(keyOf(schedule), `${base.version}|${text}`)
    else sessionStorage.removeItem(keyOf(schedule))
  }, [isUnsent, base.version, text, schedule])

  // Adopt the server's drawing: nothing, or the same, was drawn here meanwhile.
  useEffect(() => {
    if (!isBehind || isSplit) return
    if (text !== remoteText) take(remote, m.matchings_draft_taken())
    setServerBase({ version: schedule.version, text: remoteText })
    setKeptAt(schedule.draft?.savedAt)
  }, [isBehind, isSplit, text, remoteText, remote, take, setServerBase, schedule])

  const send = useCallback(() => {
    const isSaved = text === serializeDrawing(savedDrawing(schedule.slots))
    const flush = async () => {
      setSending(true)
      try {
        const body = { times: isSaved ? null : drawingToTimes(drawn), version: base.version }
        const { version, savedAt } = await client.draftTimes({ params: { fair }, body })
        setServerBase({ version, text })
        setKeptAt(isSaved ? undefined : savedAt)
        setCut(false)
      } catch (error) {
        const isRefused = error instanceof CallRefused && error.status < 500 && error.status !== 429
        setCut(true)
        if (isRefused && error.refusal.fields?.version) await refetch()
        else if (isRefused) refuse(refusalMessage(error))
      } finally {
        setSending(false)
      }
    }
    sending.current = flush()
  }, [text, schedule.slots, fair, drawn, base.version, setServerBase, refetch, refuse])

  const mustSend = isUnsent && !isBehind && !isSending
  useEffect(() => {
    if (!mustSend) return
    const timer = setTimeout(send, isCut ? retryInterval : pause)
    window.addEventListener('online', send)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', send)
    }
  }, [mustSend, isCut, send])

  return {
    /** When the server last stored the draft; undefined without a draft. */
    keptAt,
    /** True if the draft is only in this tab: offline, or refused by the server. */
    isOnlyHere: isUnsent && isCut,
    /** The other window's drawing if both drew, else null. */
    other: isSplit ? remote : null,
    takeOther: () => {
      setServerBase({ version: schedule.version, text: remoteText })
      setKeptAt(schedule.draft?.savedAt)
      setCut(false)
      take(remote, m.matchings_draft_taken())
    },
    keepOwn: () => {
      setServerBase({ version: schedule.version, text: remoteText })
      setCut(false)
    },
    /** Waits for a pending request and returns the version to save on top of. */
    settled: async () => {
      await sending.current
      return latest.current.version
    },
    /** Call after saving: the server has no draft any more. */
    saved: (fresh: Schedule) => {
      setServerBase({ version: fresh.version, text: serializeDrawing(savedDrawing(fresh.slots)) })
      setKeptAt(undefined)
      setCut(false)
    },
    refetch,
  }
}
export type DraftState = ReturnType<typeof useDraft>

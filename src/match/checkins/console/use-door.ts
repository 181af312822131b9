import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { readKept, useAccountKey, useKept, writeKept } from '#console/kit/parts/kept.ts'
import { CallRefused } from '#kit/client.ts'
import { codeIn } from '#kit/text/typed-code.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { type Badge, checkins, Door } from '../contract.ts'
import { mostArrivals, type Result } from '../rules.ts'

const client = clientOf(checkins)

/** Milliseconds between two attempts to send what is kept. */
const again = 10_000

const Arrivals = z.array(z.object({ code: z.string(), at: z.string() }))
type Arrivals = z.infer<typeof Arrivals>
const KeptDoor = Door.nullable()
const none: Arrivals = []

/** The fair that the address on a badge is of; null of a code that was typed. */
const fairIn = (text: string): string | null => /\/fairs\/([0-9a-f-]{36})\//i.exec(text)?.[1]?.toLowerCase() ?? null

/** What is shown of a code: `badge` where the door knows it. */
export interface Shown {
  /** Counts what was read: the same badge again is another reading. */
  turn: number
  code: string | null
  result: Result
  badge: Badge | null
  /** When it came in, or was read. */
  at: string
  day: string
}

/**
 * The door of a fair on this device. Its badges and what was not sent yet are kept in the browser: codes are answered
 * without a line too, arrivals are sent when there is one, and none is lost by a reload.
 */
export const useDoor = (fair: string) => {
  const account = useAccountKey()
  const [kept, keep] = useKept<Door | null>(`door:${fair}`, KeptDoor, null)
  const [queue] = useKept<Arrivals>(`arrivals:${fair}`, Arrivals, none)
  const [shown, setShown] = useState<Shown | null>(null)
  const [problem, setProblem] = useState('')
  const [isOffline, setOffline] = useState(false)
  const query = useQuery({
    queryKey: [checkins.door.path, fair],
    queryFn: ({ signal }) => client.door({ params: { id: fair } }, { signal }).then(({ door }) => door),
    retry: false,
    refetchOnReconnect: 'always',
    networkMode: 'always',
  })
  const { data, error, refetch } = query
  useEffect(() => {
    // Of no account any more, it would be kept beyond the log-out.
    if (data && account) keep(data)
  }, [account, data, keep])
  useLiveEvents('checkins', () => void refetch())
  const door = data ?? kept

  const change = useCallback(
    (next: (before: Arrivals) => Arrivals) => {
      const name = `arrivals:${fair}`
      const left = next(readKept(account, name, Arrivals) ?? [])
      writeKept(account, name, left.length > 0 ? left : undefined)
    },
    [account, fair],
  )

  const turn = useRef(0)
  const sending = useRef(false)
  const send = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (;;) {
        const arrivals = (readKept(account, `arrivals:${fair}`, Arrivals) ?? []).slice(0, mostArrivals)
        if (arrivals.length === 0) break
        const { outcomes } = await client.arrive({ params: { id: fair }, body: { arrivals } })
        const isSent = new Set(arrivals.map(({ code, at }) => `${code} ${at}`))
        change((before) => before.filter(({ code, at }) => !isSent.has(`${code} ${at}`)))
        setShown((before) => {
          const told = outcomes.find(({ code, at }) => code === before?.code && at === before.at)
          return before && told && told.result !== before.result
            ? { ...before, result: told.result, at: told.since ?? before.at }
            : before
        })
        setOffline(false)
        setProblem('')
        void refetch()
      }
    } catch (failed) {
      // Refused for a reason that another attempt does not change; or there is no line.
      if (failed instanceof CallRefused) setProblem(failed.message)
      else setOffline(true)
    } finally {
      sending.current = false
    }
  }, [account, fair, change, refetch])
  useEffect(() => {
    void send()
    const timer = window.setInterval(() => void send(), again)
    const heard = () => void send()
    const lost = () => setOffline(true)
    window.addEventListener('online', heard)
    window.addEventListener('offline', lost)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', heard)
      window.removeEventListener('offline', lost)
    }
  }, [send])

  /** A badge that this door does not know may have been made since: the server is asked, where there is a line. */
  const ask = async (asked: Shown & { code: string }) => {
    try {
      const { outcomes } = await client.arrive({
        params: { id: fair },
        body: { arrivals: [{ code: asked.code, at: asked.at }] },
      })
      const [told] = outcomes
      if (!told || told.result === 'unknown') return
      const { data: now } = await refetch()
      const badge = now?.badges.find(({ code }) => code === asked.code) ?? null
      setShown((before) =>
        before?.turn === asked.turn ? { ...before, badge, result: told.result, at: told.since ?? before.at } : before,
      )
    } catch {
      // It stays unknown; what the door has to send by itself tells of the line.
    }
  }

  /** Answers a code that was read or typed, and keeps the arrival until it is sent. */
  const read = (text: string): void => {
    const at = new Date().toISOString()
    const { day } = seoulDayOf(Date.parse(at))
    const code = codeIn(text)
    const badge = door?.badges.find((one) => one.code === code) ?? null
    const waiting = queue.find((one) => one.code === code && seoulDayOf(Date.parse(one.at)).day === day)
    const since = badge?.arrivals.find((arrival) => arrival.day === day)?.at ?? waiting?.at
    const other = fairIn(text)
    const answer = (): Result => {
      if (!code) return 'unknown'
      if (!badge) return other && other !== fair ? 'other_fair' : 'unknown'
      if (!door?.days.includes(day)) return 'wrong_day'
      return since ? 'already' : 'in'
    }
    const result = answer()
    turn.current += 1
    const next = { turn: turn.current, code, badge, result, at: result === 'already' ? (since ?? at) : at, day }
    setShown(next)
    if (code && result === 'in') {
      change((before) => [...before, { code, at }])
      void send()
    }
    if (code && result === 'unknown') void ask({ ...next, code })
  }

  /** Takes back that a badge came in, before or after it was sent; answers why not, or nothing. */
  const undo = async ({ code, day }: Shown): Promise<string | null> => {
    if (!code) return null
    change((before) => before.filter((one) => one.code !== code))
    try {
      await client.undo({ params: { id: fair }, body: { code, day } })
      setShown(null)
      void refetch()
      return null
    } catch (failed) {
      return failed instanceof Error ? failed.message : String(failed)
    }
  }

  const clear = useCallback(() => setShown(null), [])
  const today = seoulDayOf(Date.now()).day
  const came = new Set([
    ...(door?.badges.filter(({ arrivals }) => arrivals.some(({ day }) => day === today)) ?? []).map(({ code }) => code),
    ...queue.map(({ code }) => code),
  ])
  return { door, error, refetch, shown, clear, read, undo, waiting: queue.length, isOffline, problem, came, today }
}

import { useEffect, useRef } from 'react'
import { refresh } from './session.ts'
import { currentSession, currentTokens } from './session-tokens.ts'

/**
 * Event for a screen: a record of the topic changed. `missed`: the stream was interrupted, so any record may have
 * changed.
 */
type LiveEvent = { topic: string; id: string } | 'missed'

const path = '/api/v1/events'
/** Milliseconds before the next attempt; the last value repeats. */
const retryDelays = [250, 1000, 3000, 10_000] as const

const listeners = new Set<(event: LiveEvent) => void>()
let stop: AbortController | undefined

const notifyListeners = (event: LiveEvent) => {
  for (const listener of [...listeners]) listener(event)
}

/** Parses one event of a stream (WHATWG HTML, 9.2.6), limited to the fields this server sends. */
const dispatchEvent = (block: string) => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const event = field('event')
  if (event === 'missed') notifyListeners('missed')
  if (event === 'changed') notifyListeners(JSON.parse(field('data') ?? '{}'))
}

/** Reads one stream to its end; true if it was opened. */
const listenOnce = async (signal: AbortSignal): Promise<boolean> => {
  const session = currentSession()
  if (!session) return false
  if (session.expiresAt < Date.now()) await refresh()
  // EventSource cannot send an Authorization header; fetch can read the same stream.
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${currentTokens().accessToken}`, accept: 'text/event-stream' },
    cache: 'no-store',
    credentials: 'omit',
    signal,
  })
  if (!response.ok || !response.body) return false
  // Events between two streams were lost.
  notifyListeners('missed')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return true
    const blocks = (buffer + value).split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) dispatchEvent(block)
  }
}

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const keepListening = async (signal: AbortSignal) => {
  for (let failures = 0; !signal.aborted; ) {
    const opened = await listenOnce(signal).catch(() => false)
    failures = opened ? 0 : failures + 1
    if (!signal.aborted) await delay(retryDelays[Math.min(failures, retryDelays.length - 1)] ?? 10_000)
  }
}

const subscribe = (listener: (event: LiveEvent) => void) => {
  listeners.add(listener)
  if (!stop) {
    stop = new AbortController()
    void keepListening(stop.signal)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.abort()
    stop = undefined
  }
}

/**
 * Calls `changed` when a record of the topic changed, or may have. All screens of a tab share one stream, which
 * reconnects automatically.
 */
export const useLiveEvents = (topic: string, changed: () => void): void => {
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  }, [changed])
  useEffect(
    () =>
      subscribe((event) => {
        if (event === 'missed' || event.topic === topic) latest.current()
      }),
    [topic],
  )
}

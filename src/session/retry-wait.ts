import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'

/** Formats a wait: 45초, 2분, 2분 5초. `seconds` must be positive. */
export const formatWait = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes === 0) return m.login_seconds({ count: rest })
  return rest === 0 ? m.login_minutes({ count: minutes }) : m.login_minutes_seconds({ minutes, seconds: rest })
}

interface RetryWait {
  /** Remaining whole seconds. */
  remaining: number
  /** Initial whole seconds, announced once while `remaining` counts down silently. */
  total: number
  /** True from the end of a wait until the next one begins. */
  isOver: boolean
  begin: (seconds: number) => void
}

/** Countdown of a wait required by the server. */
export const useWait = (): RetryWait => {
  const [first, setFirst] = useState(0)
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [until])
  return {
    remaining: left,
    total: first,
    isOver: first > 0 && left === 0,
    begin: (seconds) => {
      const wholeSeconds = Math.max(1, Math.ceil(seconds))
      setFirst(wholeSeconds)
      setLeft(wholeSeconds)
      setUntil(Date.now() + wholeSeconds * 1000)
    },
  }
}

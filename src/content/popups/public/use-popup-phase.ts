import { useEffect, useState } from 'react'

/**
 * Scroll progress of a visitor: `arrived` on the first screen, `past` beyond it (on a short page: at its end). `closed`
 * while nothing may interrupt: on forms, receipts and errors, and while a field has the focus.
 */
export type PopupPhase = 'closed' | 'arrived' | 'past'

const fieldSelector = 'input, textarea, select'

const getReach = (): PopupPhase => {
  if (document.querySelector('[data-no-popups]') || document.activeElement?.matches(fieldSelector)) return 'closed'
  const scrollEnd = Math.min(innerHeight, document.documentElement.scrollHeight - innerHeight)
  return scrollEnd > 1 && scrollY >= scrollEnd - 1 ? 'past' : 'arrived'
}

/** True while a popup has the focus or is modal: scrolling must not remove it. */
const isHeld = (): boolean =>
  document.querySelector('dialog[data-popup]:modal') !== null ||
  (document.activeElement?.closest('[data-popup]') ?? null) !== null

/** Returns the scroll progress on the page at `path`; `closed` until hydration. */
export const usePopupPhase = (path: string): PopupPhase => {
  const [reach, setReach] = useState<{ path: string; reach: PopupPhase }>({ path, reach: 'closed' })
  useEffect(() => {
    let frame = 0
    const updatePhase = () => {
      frame = 0
      if (!isHeld())
        setReach((before) =>
          before.path === path && before.reach === getReach() ? before : { path, reach: getReach() },
        )
    }
    // Wait for the next frame: a new page has reset its scroll position by then.
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(updatePhase)
    }
    scheduleUpdate()
    const events = ['scroll', 'resize', 'focusin', 'focusout'] as const
    for (const name of events) addEventListener(name, scheduleUpdate, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const name of events) removeEventListener(name, scheduleUpdate)
    }
  }, [path])
  return reach.path === path ? reach.reach : 'closed'
}

import { useEffect, useState } from 'react'

/**
 * How far a visitor has come on a page: just `arrived` over its first screen, or `past` that, which of a short page is
 * its end. `closed` while nothing may come in between: on forms, receipts and errors, and while somebody types.
 */
export type Reach = 'closed' | 'arrived' | 'past'

const fields = 'input, textarea, select'

const reachOf = (): Reach => {
  if (document.querySelector('[data-no-popups]') || document.activeElement?.matches(fields)) return 'closed'
  const way = Math.min(innerHeight, document.documentElement.scrollHeight - innerHeight)
  return way > 1 && scrollY >= way - 1 ? 'past' : 'arrived'
}

/** A popup that has the focus, or all of it, is not taken away by scrolling. */
const isHeld = (): boolean =>
  document.querySelector('dialog[data-popup]:modal') !== null ||
  (document.activeElement?.closest('[data-popup]') ?? null) !== null

/** How far this visit has come on the page at `path`; `closed` until the page is awake. */
export const useReach = (path: string): Reach => {
  const [reach, setReach] = useState<{ path: string; reach: Reach }>({ path, reach: 'closed' })
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (!isHeld())
        setReach((before) => (before.path === path && before.reach === reachOf() ? before : { path, reach: reachOf() }))
    }
    // In the next frame: by then another page has been scrolled to where it begins.
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    soon()
    const watched = ['scroll', 'resize', 'focusin', 'focusout'] as const
    for (const name of watched) addEventListener(name, soon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const name of watched) removeEventListener(name, soon)
    }
  }, [path])
  return reach.path === path ? reach.reach : 'closed'
}

import { useSyncExternalStore } from 'react'

/** Milliseconds without pointer or keyboard input after which the user counts as away. */
const pause = 5 * 60_000

let active = true
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const change = (next: boolean) => {
  if (active === next) return
  active = next
  for (const listener of [...listeners]) listener()
}

const seen = () => {
  clearTimeout(timer)
  timer = setTimeout(() => change(false), pause)
  change(true)
}

const watch = (listener: () => void) => {
  if (listeners.size === 0) {
    window.addEventListener('pointerdown', seen, { passive: true })
    window.addEventListener('keydown', seen, { passive: true })
    seen()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('pointerdown', seen)
    window.removeEventListener('keydown', seen)
    clearTimeout(timer)
  }
}

/** True if there was pointer or keyboard input in the last five minutes. */
export const useIsActive = (): boolean =>
  useSyncExternalStore(
    watch,
    () => active,
    () => true,
  )

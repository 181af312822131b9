import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * True after hydration. Elements that require script stay hidden in their reserved space until then, so that no button
 * is dead.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

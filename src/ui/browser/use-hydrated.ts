import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * Whether React has hydrated here. What only works by script keeps its place and stays out of sight until then, so that
 * nobody meets a button that does nothing.
 */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds; no on the server. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (onChange) => {
        const list = matchMedia(query)
        list.addEventListener('change', onChange)
        return () => list.removeEventListener('change', onChange)
      },
      [query],
    ),
    () => matchMedia(query).matches,
    () => false,
  )

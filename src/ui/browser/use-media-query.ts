import { useCallback, useSyncExternalStore } from 'react'

/** True if a media query matches; false on the server. */
export const useMediaQuery = (query: string): boolean =>
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

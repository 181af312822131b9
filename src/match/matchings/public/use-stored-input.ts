import { useCallback, useState } from 'react'

/**
 * State of unsent input, stored in this tab: it survives a reload, a login and an error, until it is sent (`forget`).
 */
export const useStoredInput = (key: string, initial: string) => {
  const [value, setValue] = useState(() =>
    typeof window === 'undefined' ? initial : (sessionStorage.getItem(key) ?? initial),
  )
  const keep = useCallback(
    (next: string) => {
      sessionStorage.setItem(key, next)
      setValue(next)
    },
    [key],
  )
  const forget = useCallback(() => sessionStorage.removeItem(key), [key])
  return { value, keep, forget }
}

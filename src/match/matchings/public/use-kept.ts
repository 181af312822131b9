import { useCallback, useState } from 'react'

/**
 * What somebody is about to send, kept in this tab: it is still there after a reload, a log-in or a fault, until it was
 * sent (`forget`).
 */
export const useKept = (key: string, initial: string) => {
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

import { useCallback, useEffect, useState } from 'react'
import { errorMessage } from '#session/error-message.ts'

interface Loaded<T> {
  value: T | undefined
  error: string | undefined
  set: (value: T) => void
  reload: () => void
}

/** Loads data once when the page opens. `load` must be a stable function. */
export const useLoaded = <T>(load: () => Promise<T>): Loaded<T> => {
  const [value, set] = useState<T>()
  const [error, setError] = useState<string>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round fetches again
  useEffect(() => {
    let isOpen = true
    load().then(
      (found) => {
        if (!isOpen) return
        set(found)
        setError(undefined)
      },
      (refused: unknown) => isOpen && setError(errorMessage(refused)),
    )
    return () => {
      isOpen = false
    }
  }, [load, round])
  const reload = useCallback(() => setRound((known) => known + 1), [])
  return { value, error, set, reload }
}

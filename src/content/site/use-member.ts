import { useSyncExternalStore } from 'react'

const changes = (onChange: () => void) => {
  addEventListener('storage', onChange)
  addEventListener('pageshow', onChange)
  return () => {
    removeEventListener('storage', onChange)
    removeEventListener('pageshow', onChange)
  }
}
const read = () => sessionStorage.getItem('refreshToken') !== null

/** Whether this tab holds a log-in. The page comes the same for everybody, so the server always says no. */
export const useMember = (): boolean => useSyncExternalStore(changes, read, () => false)

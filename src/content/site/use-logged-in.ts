import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  addEventListener('storage', onChange)
  addEventListener('pageshow', onChange)
  return () => {
    removeEventListener('storage', onChange)
    removeEventListener('pageshow', onChange)
  }
}
const hasRefreshToken = () => sessionStorage.getItem('refreshToken') !== null

/** True if this tab holds a session. The server renders the same page for everyone, so it always returns false. */
export const useLoggedIn = (): boolean => useSyncExternalStore(subscribe, hasRefreshToken, () => false)

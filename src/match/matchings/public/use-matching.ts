import { useCallback, useState } from 'react'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { matchings } from '../contract.ts'
import type { Act } from './use-single-act.ts'

const client = clientOf(matchings)

/**
 * Loads one of the company's matchings and keeps it up to date. Returns how to change it, and why the last change was
 * refused.
 */
export const useMatching = (id: string) => {
  const load = useCallback(async () => (await client.open({ params: { id } })).matching, [id])
  const { value, error, set, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const [errorText, setErrorText] = useState<string>()
  const act: Act = async (call) => {
    setErrorText(undefined)
    try {
      set((await call()).matching)
      return true
    } catch (refused) {
      setErrorText(refusalMessage(refused))
      // Show what the other side has changed in the meantime.
      void load().then(set, () => undefined)
      return false
    }
  }
  return { matching: value, error, reload, errorText: errorText, act }
}

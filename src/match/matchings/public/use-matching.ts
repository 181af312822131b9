import { useCallback, useState } from 'react'
import { useLoaded } from '#people/account/use-loaded.ts'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { matchings } from '../contract.ts'
import type { Act } from './use-once.ts'
import { whyOf } from './why.ts'

const client = clientOf(matchings)

/** One of the own matchings as it is at this moment, how it is changed, and why the last change was refused. */
export const useMatching = (id: string) => {
  const load = useCallback(async () => (await client.open({ params: { id } })).matching, [id])
  const { value, error, set, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const [wrong, setWrong] = useState<string>()
  const act: Act = async (call) => {
    setWrong(undefined)
    try {
      set((await call()).matching)
      return true
    } catch (refused) {
      setWrong(whyOf(refused))
      // What the other side did meanwhile shows where it is.
      void load().then(set, () => undefined)
      return false
    }
  }
  return { matching: value, error, reload, wrong, act }
}

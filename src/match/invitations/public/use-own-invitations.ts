import { useCallback, useState } from 'react'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { type Invitation, invitations } from '../contract.ts'

const client = clientOf(invitations)
const load = async () => (await client.invitations()).invitations

/** Invitations the company can answer as a buyer, and those it sent as a seller. */
export const useOwnInvitations = () => {
  const { value, error, reload } = useLoaded(load)
  useLiveEvents('invitations', reload)
  useLiveEvents('matchings', reload)
  const [busy, setBusy] = useState<string>()
  const [status, setStatus] = useState('')
  const [fault, setFault] = useState('')
  const drop = useCallback(
    async ({ _id, side }: Invitation) => {
      setBusy(_id)
      setStatus('')
      setFault('')
      try {
        await client.dropInvitation({ params: { id: _id } })
        setStatus(side === 'seller' ? m.invitations_withdrawn() : m.invitations_declined())
      } catch (failure) {
        setFault(refusalMessage(failure))
      } finally {
        setBusy(undefined)
        reload()
      }
    },
    [reload],
  )
  const all = value ?? []
  return {
    received: all.filter(({ side }) => side === 'buyer'),
    sent: all.filter(({ side }) => side === 'seller'),
    error,
    reload,
    busy,
    status,
    fault,
    drop,
  }
}
export type OwnInvitations = ReturnType<typeof useOwnInvitations>

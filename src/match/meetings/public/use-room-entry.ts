import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused, createClient } from '#kit/client.ts'
import { refusalMessage } from '#session/error-message.ts'
import { sendCall } from '#session/send-request.ts'
import { clientOf } from '#session/session.ts'
import { type AdmissionState, type EnteredRoom, meetings, type Room } from '../contract.ts'
import { guests } from '../guests/contract.ts'

const member = clientOf(meetings)
const guest = createClient(guests, (call) =>
  sendCall(call, new Headers({ 'accept-language': document.documentElement.lang })),
)

/** Loads the room as seen before entering; `knock` is the state of a guest's earlier admission request. */
export const fetchRoom = async (matching: string, token: string | undefined) =>
  token
    ? await guest.lookAsGuest({ body: { token } })
    : { ...(await member.look({ params: { id: matching } })), knock: null }

/** Interval in ms at which a waiting guest polls. */
const pollInterval = 1500

/** Entry to the room: members enter directly; a guest asks and waits to be admitted. */
export const useRoomEntry = (room: Room, token: string | undefined, initialKnock: AdmissionState | null) => {
  const [entered, setEntered] = useState<EnteredRoom>()
  const [errorText, setErrorText] = useState<string>()
  const [knock, setKnock] = useState(initialKnock)
  const [isWaiting, setWaiting] = useState(false)
  /** False after the guest stopped waiting, so that a late answer does not lead into the room. */
  const isWanted = useRef(false)

  const enterNow = useCallback(
    async () =>
      setEntered(
        token ? await guest.enterAsGuest({ body: { token } }) : await member.enter({ params: { id: room.matching } }),
      ),
    [token, room.matching],
  )
  const ask = useCallback(
    async (word: string) => {
      const answer = await guest.knock({ body: { token: word } })
      if (!isWanted.current) return
      setKnock(answer.knock)
      setWaiting(answer.knock === 'waiting')
      if (answer.knock === 'admitted') await enterNow()
    },
    [enterNow],
  )

  useEffect(() => {
    if (!isWaiting || !token) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const again = () => {
      timer = setTimeout(() => {
        ask(token)
          .catch((error: unknown) => {
            // A network error is not an answer: keep waiting.
            if (!(error instanceof CallRefused && [400, 404, 409].includes(error.status))) return
            setWaiting(false)
            if (isWanted.current) setErrorText(refusalMessage(error))
          })
          .finally(() => {
            if (!isOver) again()
          })
      }, pollInterval)
    }
    again()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWaiting, token, ask])

  return {
    entered,
    errorText: errorText,
    knock,
    isWaiting,
    enter: async () => {
      setErrorText(undefined)
      isWanted.current = true
      try {
        await (token && knock !== 'admitted' ? ask(token) : enterNow())
      } catch (error) {
        setErrorText(refusalMessage(error))
      }
    },
    /** Stops waiting and withdraws the request, so that the peers no longer see the guest. */
    stop: () => {
      isWanted.current = false
      setWaiting(false)
      if (token) guest.knock({ body: { token, leaving: true } }).catch(() => undefined)
    },
    leave: useCallback(() => setEntered(undefined), []),
  }
}

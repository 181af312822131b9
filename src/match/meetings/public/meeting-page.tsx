import { refusalMessage } from '#session/error-message.ts'
import '#ui/tokens.css'
import '#content/site/site-shell/site-tokens.css'
import '#match/site/layout/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import { useCallback, useEffect, useState } from 'react'
import { type HeadersFunction, type LoaderFunctionArgs, type MetaDescriptor, useParams } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { matchContext } from '#match/site/loader-context.ts'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { LoginGate } from '#people/account/me/login-gate.tsx'
import { findSession } from '#session/session-tokens.ts'
import { useSession } from '#session/use-session.ts'
import { FontSheets } from '#ui/fonts.tsx'
import type { AdmissionState, Room } from '../contract.ts'
import { DeviceCheck } from '../media/public/device-check.tsx'
import { useDevices } from '../media/public/use-devices.ts'
import outside from './meeting-page.module.css'
import styles from './meeting-room.module.css'
import { MeetingRoom } from './meeting-room.tsx'
import { fetchRoom, useRoomEntry } from './use-room-entry.ts'

export const handle: PageHandle = { hydrate: 'now' }

export const meta = (): MetaDescriptor[] => [{ title: m.meetings_title() }, { name: 'robots', content: 'noindex' }]

/** Overrides the site-wide policy, which forbids camera, microphone and screen capture. */
export const headers: HeadersFunction = () => ({
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
})

/** Adds the media server to the page's `connect-src`. The page itself is the same for all visitors. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const page = matchContext(context)
  page.connects = (await page.api.meetings.servers()).connects
  return null
}

/** Token of a guest link. It is in the URL fragment, so it never reaches a server log. */
const readGuestToken = () => /^#guest=(.+)$/.exec(window.location.hash)?.[1]

/** Page of an online meeting: access check, device check, and the room. */
export default function MeetingPage() {
  const { matching = '' } = useParams()
  const session = useSession()
  const [looked, setLooked] = useState(false)
  const [token, setToken] = useState<string>()
  useEffect(() => {
    setToken(readGuestToken())
    void findSession().then(() => setLooked(true))
  }, [])
  return (
    <div className={styles.page} data-marketplace="" data-face="match">
      {looked && !token && !session && <LoginGate />}
      {looked && (token || session) ? (
        <RoomEntrance key={token ?? matching} matching={matching} token={token} />
      ) : (
        <main className={outside.quiet}>
          <h1>{m.meetings_title()}</h1>
        </main>
      )}
      <FontSheets />
    </div>
  )
}

function RoomEntrance({ matching, token }: { matching: string; token: string | undefined }) {
  const load = useCallback(async () => {
    const begun = performance.now()
    try {
      const { room, knock } = await fetchRoom(matching, token)
      return { room, knock, delay: Math.round(performance.now() - begun) }
    } catch (error) {
      // Shows the server's reason, such as a withdrawn link or a cancelled meeting.
      throw new Error(refusalMessage(error))
    }
  }, [matching, token])
  const { value, error, reload } = useLoaded(load)
  const door = value?.room.door
  const wait = value && door === 'early' ? Date.parse(value.room.opensAt) - Date.parse(value.room.now) : null
  useEffect(() => {
    if (wait === null) return
    // `setTimeout` takes at most 2^31 - 1 ms (24 days).
    const timer = setTimeout(reload, Math.min(wait + 500, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [wait, reload])
  if (!value)
    return (
      <main className={outside.quiet}>
        <h1>{m.meetings_title()}</h1>
        {error ? (
          <>
            <p role="alert">{error}</p>
            <div className={outside.ways}>
              <button type="button" className={outside.enter} onClick={reload}>
                {m.account_retry()}
              </button>
              {!token && (
                <a className={outside.back} href={currentLocalePath('/me/matchings')}>
                  {m.meetings_back()}
                </a>
              )}
            </div>
          </>
        ) : (
          <p role="status">{m.me_loading()}</p>
        )}
      </main>
    )
  return <RoomVisit room={value.room} initialKnock={value.knock} delay={value.delay} token={token} />
}

/** Device check, then the room, and the device check again after leaving. */
function RoomVisit({ room, initialKnock, delay, token }: RoomVisitProps) {
  const [announcement, setAnnouncement] = useState<string>()
  const door = useRoomEntry(room, token, initialKnock)
  const devices = useDevices(room.door === 'open')
  const leaveRoom = door.leave
  const leave = useCallback(
    (reason: string) => {
      leaveRoom()
      setAnnouncement(reason)
    },
    [leaveRoom],
  )
  const { entered } = door
  if (entered) return <MeetingRoom key={entered.key} entered={entered} devices={devices} leave={leave} />
  return (
    <DeviceCheck
      room={room}
      delay={delay}
      devices={devices}
      door={door}
      enter={(withVideo) => {
        devices.setVideo(withVideo)
        return door.enter()
      }}
      announcement={announcement}
      back={token ? undefined : currentLocalePath(`/me/matchings/${room.matching}`)}
    />
  )
}

interface RoomVisitProps {
  room: Room
  /** State of the guest's earlier admission request. */
  initialKnock: AdmissionState | null
  delay: number
  token: string | undefined
}

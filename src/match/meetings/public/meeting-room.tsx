import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import type { EnteredRoom, Peer } from '../contract.ts'
import { useFileDrop } from '../files/public/use-file-drop.ts'
import { useFileUploads } from '../files/public/use-file-uploads.ts'
import { InviteGuest } from '../guests/public/invite-guest.tsx'
import { WaitingGuests } from '../guests/public/waiting-guests.tsx'
import { LiveVideo } from '../media/public/live-video.tsx'
import type { Devices } from '../media/public/use-devices.ts'
import { CompanyPanel, ProductPanel } from './company-panels.tsx'
import { MeetingAgreements } from './meeting-agreements.tsx'
import styles from './meeting-room.module.css'
import chatStyles from './room-chat.module.css'
import { RoomChat } from './room-chat.tsx'
import { fetchFileUrl } from './room-connection.ts'
import { TimeLeft } from './time-left.tsx'
import { useMeeting } from './use-meeting.ts'
import { useMeetingCompanies } from './use-meeting-companies.ts'

/** The editor is loaded lazily, only inside a room. */
const Notes = lazyComponent(
  () => import('../notes/public/notes-editor.tsx'),
  ({ onRetry }) => (
    <div role="alert">
      <p className={styles.error}>{m.common_part_lost()}</p>
      <button type="button" className={styles.close} onClick={onRetry}>
        {m.account_retry()}
      </button>
    </div>
  ),
)

interface MeetingRoomProps {
  entered: EnteredRoom
  devices: Devices
  leave: (reason: string) => void
}

const roleLabels = {
  seller: m.meetings_role_seller,
  buyer: m.meetings_role_buyer,
  operator: m.meetings_role_operator,
  guest: m.meetings_role_guest,
} as const

const tabs = [
  { key: 'notes', title: m.meetings_notes },
  { key: 'chat', title: m.meetings_chat },
  { key: 'products', title: m.meetings_products },
  { key: 'profiles', title: m.meetings_profiles },
] as const
type Tab = (typeof tabs)[number]['key']

/** Meeting room after entry. */
export function MeetingRoom({ entered, devices, leave }: MeetingRoomProps) {
  const { room, peer } = entered
  const [screen, setScreen] = useState<MediaStream | null>(null)
  const [tab, setTab] = useState<Tab>('notes')
  const [readCount, setReadCount] = useState(0)
  const [isInviting, setInviting] = useState(false)
  const [draft, setDraft] = useState('')
  const camera = devices.stream?.getVideoTracks()[0] ?? null
  const shared = screen?.getVideoTracks()[0] ?? null
  const meeting = useMeeting(entered, {
    audio: devices.stream?.getAudioTracks()[0] ?? null,
    video: shared ?? camera,
    hasAudio: devices.hasAudio,
    hasVideo: devices.hasVideo,
    isScreen: shared !== null,
  })
  const { value: companies, error: companiesError, reload: reloadCompanies } = useMeetingCompanies(room)
  const uploads = useFileUploads(room.matching, meeting.hear)
  const files = peer.role === 'guest' ? undefined : uploads
  const getFileUrl = useCallback((file: string) => fetchFileUrl(entered.key, file), [entered.key])
  const others = meeting.peers.filter(({ _id }) => _id !== peer._id)
  const seconds = useSecondsSince(meeting.lost)

  useEffect(() => {
    if (meeting.ended) leave(meeting.ended)
  }, [meeting.ended, leave])
  useEffect(
    () => () =>
      screen?.getTracks().forEach((track) => {
        track.stop()
      }),
    [screen],
  )

  const toggleScreenSharing = async () => {
    if (screen) return setScreen(null)
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: true })
      // The browser's own stop button also ends sharing.
      stream.getVideoTracks()[0]?.addEventListener('ended', () => setScreen(null))
      setScreen(stream)
    } catch {
      // The user closed the browser's permission dialog: keep the camera.
    }
  }
  const openTab = (next: Tab) => {
    setTab(next)
    setReadCount(meeting.chat.length)
  }
  const drop = useFileDrop(
    files &&
      ((dropped) => {
        files.add(dropped)
        openTab('chat')
      }),
  )
  const unread = tab === 'chat' ? 0 : meeting.chat.length - readCount
  const product = companies?.products.find(({ _id }) => _id === meeting.shown?.product)

  return (
    <main className={styles.room} id="content" {...drop.handlers}>
      <header className={styles.head}>
        <div>
          <h1>{m.meetings_of({ seller: room.seller.name, buyer: room.buyer.name })}</h1>
          <p>{[room.product?.name, room.fair.title].filter(Boolean).join(' · ')}</p>
        </div>
        <TimeLeft room={room} />
      </header>
      <div className={styles.lines}>
        <p className={styles.line} role="status">
          {meeting.lost !== null
            ? m.meetings_reconnecting({ seconds })
            : meeting.refused && m.meetings_refused({ reason: meeting.refused })}
        </p>
        {peer.role !== 'guest' && (
          <WaitingGuests knocks={meeting.knocks} peerKey={entered.key} refresh={meeting.hear} />
        )}
      </div>
      <section className={styles.stage} data-many={others.length > 5 || undefined} aria-label={m.meetings_title()}>
        {others.length === 0 && <p className={styles.waiting}>{m.meetings_waiting()}</p>}
        {others.map((other) => {
          const picture = meeting.pictures.get(other._id)
          return (
            <Person key={other._id} peer={other} state={picture?.state}>
              <LiveVideo
                stream={picture?.stream ?? null}
                label={other.name}
                className={styles.video}
                speaker={devices.speaker}
              />
            </Person>
          )
        })}
        <figure className={styles.own}>
          <LiveVideo
            stream={screen ?? devices.stream}
            label={m.meetings_me()}
            muted
            mirrored={!screen}
            className={styles.video}
          />
          <figcaption>{m.meetings_me()}</figcaption>
        </figure>
        {meeting.shown && product && (
          <p className={styles.shown} role="status">
            {m.meetings_shown_by({ name: meeting.shown.by.name, product: product.name })}
          </p>
        )}
      </section>
      <aside className={styles.panel}>
        {drop.isOver && <p className={chatStyles.drop}>{m.meetings_file_drop()}</p>}
        <div role="tablist" className={styles.tabs}>
          {tabs.map(({ key, title }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`tab-${key}`}
              aria-selected={tab === key}
              aria-controls="panel"
              tabIndex={tab === key ? 0 : -1}
              onClick={() => openTab(key)}
              onKeyDown={(event) => {
                const step = pressedKey(event) === 'ArrowRight' ? 1 : pressedKey(event) === 'ArrowLeft' ? -1 : 0
                const at = tabs.findIndex((entry) => entry.key === tab)
                const next = tabs[(at + step + tabs.length) % tabs.length]
                if (!step || !next) return
                openTab(next.key)
                document.getElementById(`tab-${next.key}`)?.focus()
              }}
            >
              {title()}
              {key === 'chat' && unread > 0 && <b>{unread}</b>}
            </button>
          ))}
        </div>
        <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`} className={styles.body}>
          {tab === 'notes' && (
            <>
              {meeting.notes && <Notes props={meeting.notes} waiting={<p role="status">{m.me_loading()}</p>} />}
              {/* Only the two companies make agreements. */}
              {(peer.role === 'seller' || peer.role === 'buyer') && <MeetingAgreements id={room.matching} />}
            </>
          )}
          {tab === 'chat' && (
            <RoomChat
              messages={meeting.chat}
              draft={draft}
              write={setDraft}
              send={(text) => meeting.say({ kind: 'chat', text })}
              files={files}
              getFileUrl={getFileUrl}
            />
          )}
          {(tab === 'products' || tab === 'profiles') && !companies && (
            <p role="status">
              {companiesError ?? m.me_loading()}{' '}
              {companiesError && (
                <button type="button" className={styles.close} onClick={reloadCompanies}>
                  {m.account_retry()}
                </button>
              )}
            </p>
          )}
          {tab === 'products' && companies && (
            <ProductPanel
              products={companies.products}
              shown={meeting.shown?.by._id === peer._id ? meeting.shown.product : undefined}
              show={(chosen) => meeting.show(chosen, peer)}
            />
          )}
          {tab === 'profiles' && companies && <CompanyPanel seller={companies.seller} buyer={companies.buyer} />}
        </div>
      </aside>
      <footer className={styles.controls}>
        <button type="button" aria-pressed={devices.hasAudio} onClick={() => devices.setAudio(!devices.hasAudio)}>
          {m.meetings_mic()} <span>{devices.hasAudio ? m.meetings_on() : m.meetings_off()}</span>
        </button>
        <button type="button" aria-pressed={devices.hasVideo} onClick={() => devices.setVideo(!devices.hasVideo)}>
          <Icon name="video" small />
          {m.meetings_camera()} <span>{devices.hasVideo ? m.meetings_on() : m.meetings_off()}</span>
        </button>
        {/* Mobile browsers cannot share the screen. */}
        {navigator.mediaDevices && 'getDisplayMedia' in navigator.mediaDevices && (
          <button type="button" aria-pressed={screen !== null} onClick={() => void toggleScreenSharing()}>
            {screen ? m.meetings_screen_stop() : m.meetings_screen()}
          </button>
        )}
        {peer.role !== 'guest' && (
          <button type="button" aria-expanded={isInviting} onClick={() => setInviting(!isInviting)}>
            {m.meetings_invite()}
          </button>
        )}
        <span className={styles.people}>{m.meetings_people({ count: others.length + 1 })}</span>
        <button type="button" className={styles.leave} onClick={() => leave(m.meetings_gone())}>
          {m.meetings_leave()}
        </button>
      </footer>
      {isInviting && <InviteGuest matching={room.matching} peerKey={entered.key} close={() => setInviting(false)} />}
    </main>
  )
}

function Person({
  peer,
  state,
  children,
}: {
  peer: Peer
  state: RTCPeerConnectionState | undefined
  children: ReactNode
}) {
  return (
    <figure className={styles.person} data-state={state}>
      {children}
      <figcaption>
        {peer.name} <span>{roleLabels[peer.role]()}</span>
      </figcaption>
    </figure>
  )
}

const useSecondsSince = (since: number | null): number => {
  const [now, setNow] = useState(0)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => {
    if (since === null) return
    setNow(Date.now())
    timer.current = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer.current)
  }, [since])
  return since === null ? 0 : Math.max(0, Math.round((now - since) / 1000))
}

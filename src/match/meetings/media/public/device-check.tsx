import { useState } from 'react'
import { m } from '#messages/messages.js'
import type { Room } from '../../contract.ts'
import { counterpartName, createClocks } from '../../public/meeting-clocks.ts'
import type { useRoomEntry } from '../../public/use-room-entry.ts'
import styles from './device-check.module.css'
import { LiveVideo } from './live-video.tsx'
import { SoundTest } from './sound-test.tsx'
import type { Devices } from './use-devices.ts'
import { VoiceMeter } from './voice-meter.tsx'

interface DeviceCheckProps {
  room: Room
  /** Round-trip time to the server in ms. */
  delay: number
  devices: Devices
  door: Pick<ReturnType<typeof useRoomEntry>, 'errorText' | 'knock' | 'isWaiting' | 'stop'>
  enter: (withVideo: boolean) => Promise<void>
  announcement: string | undefined
  back: string | undefined
}

/** Lobby of the room: camera and microphone check, opening time, and entry. */
export function DeviceCheck({ room, delay, devices, door: way, enter, announcement, back }: DeviceCheckProps) {
  const [busy, setBusy] = useState(false)
  const { door, product, fair, role } = room
  const { isWaiting } = way
  // A guest must ask first, unless already admitted.
  const isAsking = role === 'guest' && way.knock !== 'admitted'
  const errorText = way.errorText ?? (way.knock === 'refused' ? m.meetings_field_refused() : undefined)
  const clocks = createClocks(room)
  const enterWithMedia = async (withVideo: boolean) => {
    setBusy(true)
    await enter(withVideo)
    setBusy(false)
  }
  const isAvailable = devices.state === 'there'
  const choices = [
    { kind: 'videoinput', label: m.meetings_camera(), found: devices.cameras },
    { kind: 'audioinput', label: m.meetings_microphone(), found: devices.microphones },
    ...(devices.speakers.length > 0
      ? [{ kind: 'audiooutput', label: m.meetings_speaker(), found: devices.speakers } as const]
      : []),
  ] as const
  return (
    <main className={styles.check} id="content">
      {door === 'open' && (
        <section className={styles.own} aria-label={m.meetings_check()}>
          <div className={styles.picture}>
            <LiveVideo stream={devices.stream} label={m.meetings_me()} muted mirrored className={styles.video} />
            <span className={styles.tag}>{m.meetings_me()}</span>
          </div>
          {devices.state === 'none' && (
            <p className={styles.notice} role="alert">
              {m.meetings_denied()}{' '}
              <button type="button" onClick={devices.again}>
                {m.meetings_try_again()}
              </button>
            </p>
          )}
          <div className={styles.choices}>
            {choices.map(({ kind, label, found }) => (
              <label key={kind}>
                <span>{label}</span>
                <select disabled={found.length === 0} onChange={(event) => devices.choose(kind, event.target.value)}>
                  {found.length === 0 && <option>{m.meetings_off()}</option>}
                  {found.map(({ deviceId, label: name }, index) => (
                    <option key={deviceId} value={deviceId}>
                      {name || `${label} ${index + 1}`}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </div>
          <VoiceMeter stream={devices.stream}>
            <SoundTest speaker={devices.speaker} />
          </VoiceMeter>
        </section>
      )}
      <section className={styles.facts}>
        <p className={styles.fair}>{fair.title}</p>
        <h1>{counterpartName(room)}</h1>
        {product && <p className={styles.second}>{product.name}</p>}
        <p className={styles.time}>
          <time dateTime={room.startAt}>{clocks.own(room.startAt)}</time>
        </p>
        <p className={styles.second}>
          {clocks.ownDay(room.startAt)}
          {clocks.other && ` · ${clocks.other(room.startAt)}`} · {m.meetings_opens({ time: clocks.own(room.opensAt) })}
        </p>
        {announcement && (
          <p className={styles.second} role="status">
            {announcement}
          </p>
        )}
        {door === 'early' && <p className={styles.notice}>{m.meetings_opens_auto()}</p>}
        {door === 'over' && <p className={styles.notice}>{m.meetings_field_over()}</p>}
        {door === 'open' && (
          <>
            <dl className={styles.list}>
              <div>
                <dt>{m.meetings_check()}</dt>
                <dd>{isAvailable ? m.meetings_on() : m.meetings_off()}</dd>
              </div>
              <div>
                <dt>{m.meetings_connection()}</dt>
                <dd>{m.meetings_connection_good({ ms: delay })}</dd>
              </div>
            </dl>
            <div className={styles.actions}>
              {/* Next to the button: on a phone this block overlays the rest of the page. */}
              <div role="alert">{errorText && <p className={styles.notice}>{errorText}</p>}</div>
              <p className={styles.waits} role="status">
                {isWaiting && m.meetings_knock_waiting()}
              </p>
              {isWaiting ? (
                <button type="button" className={styles.plain} onClick={way.stop}>
                  {m.meetings_knock_stop()}
                </button>
              ) : (
                <button
                  type="button"
                  className={styles.enter}
                  aria-busy={busy || undefined}
                  onClick={() => !busy && void enterWithMedia(true)}
                >
                  {isAsking ? m.meetings_knock() : m.meetings_enter()}
                </button>
              )}
              {isAvailable && !isWaiting && (
                <p className={styles.without}>
                  <span>{m.meetings_no_camera()}</span>
                  <button type="button" className={styles.plain} onClick={() => !busy && void enterWithMedia(false)}>
                    {m.meetings_enter_audio()}
                  </button>
                </p>
              )}
            </div>
          </>
        )}
        {back && (
          <p>
            <a className={styles.plain} href={back}>
              {m.meetings_back()}
            </a>
          </p>
        )}
      </section>
    </main>
  )
}

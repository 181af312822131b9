import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '#console/kit/parts/back-link.tsx'
import { showError } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { useCamera } from '#console/kit/parts/media/use-camera.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { resultDuration } from '../rules.ts'
import { badgesRoute } from './badges-paper.ts'
import styles from './check-in-screen.module.css'
import { playResultTone } from './result-tone.ts'
import { ScanResult } from './scan-result.tsx'
import { useCheckIn } from './use-check-in.ts'
import { useOfflinePage } from './use-offline-page.ts'

export { headers } from '#console/kit/parts/media/camera-headers.ts'

const papers = clientOf(badgesRoute)
const formatTime = (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' }).format(instant)

/** Check-in screen of a fair: scans badges with the camera, accepts typed codes and names, and works offline. */
export default function CheckInScreen() {
  const { id = '' } = useParams()
  const mayWrite = useMayWrite('console:fairs')
  const { data, error, refetch, shown, clear, read, undo, queued, isOffline, problem, checkedIn, today } =
    useCheckIn(id)
  const isPageStored = useOfflinePage()
  const video = useRef<HTMLVideoElement>(null)
  const [isCameraOn, setCameraOn] = useState(false)
  const [typed, setTyped] = useState('')
  const [isSearching, setSearching] = useState(false)
  const [searchText, setSearchText] = useState('')
  const buttons = useRef<HTMLDivElement>(null)
  const [scan, result] = [shown?.scan, shown?.result]
  useEffect(() => {
    if (scan !== undefined && result) playResultTone(result)
  }, [scan, result])
  useEffect(() => {
    if (scan === undefined || !result) return
    // Do not clear the result while the focus is on one of its buttons.
    const timer = window.setInterval(() => {
      if (!buttons.current?.matches(':hover, :focus-within')) clear()
    }, resultDuration)
    return () => window.clearInterval(timer)
  }, [scan, result, clear])
  // Accept no code before the badges are loaded.
  const isReady = data !== null && data !== undefined
  const camera = useCamera(video, isCameraOn && mayWrite && isReady, read)

  if (error && !data)
    return (
      <Screen title={m.checkins_title()}>
        <FailureNotice error={error} onRetry={refetch} />
      </Screen>
    )
  const day = data ? data.days.indexOf(today) : -1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || typed.trim() === '') return
    read(typed)
    setTyped('')
  }
  const found = (data?.badges ?? []).filter(({ company, name }) =>
    `${company} ${name}`.toLowerCase().includes(searchText.trim().toLowerCase()),
  )
  const cameraLabels = {
    off: m.checkins_camera_off(),
    asking: m.checkins_camera_asking(),
    on: m.checkins_camera_on(),
    refused: m.checkins_camera_refused(),
    none: m.checkins_camera_none(),
  }
  const print = async () => {
    try {
      downloadFile((await papers.paper({ params: { id, kind: 'badges' } })).url)
    } catch (failure) {
      showError(failure)
    }
  }
  return (
    <Screen
      title={m.checkins_title()}
      before={<BackLink to={`/console/fairs/${id}`} label={m.match_back_to_fair()} reload />}
      hasNoMargin
      note={
        data && (
          <span className={styles.note}>
            {data.fair.title} · {day >= 0 ? m.checkins_day({ number: day + 1 }) : m.checkins_no_day()}{' '}
            {formatTime(Date.now())}
            {isPageStored && ` · ${m.checkins_kept()}`}
          </span>
        )
      }
      actions={
        data && (
          <span className={styles.figure}>
            <strong>{checkedIn.size}</strong> / {m.checkins_companies({ count: data.badges.length })}
          </span>
        )
      }
    >
      {(isOffline || queued > 0) && (
        <p className={styles.offline} role="status">
          <Icon name="refresh" />
          {isOffline ? m.checkins_offline({ count: queued }) : m.checkins_sending({ count: queued })}
        </p>
      )}
      {problem && (
        <p className={styles.offline} role="alert">
          <Icon name="warning" />
          {m.checkins_problem({ reason: problem })}
        </p>
      )}
      <div className={styles.columns}>
        {mayWrite && (
          <section className={styles.camera} aria-label={m.checkins_camera()}>
            <div className={styles.view}>
              <video ref={video} playsInline muted className={styles.video} data-on={camera === 'on' || undefined} />
              <span className={styles.frame} aria-hidden="true" />
              {camera !== 'on' && camera !== 'asking' && (
                <Button
                  className={styles.open}
                  onClick={() => {
                    setCameraOn(false)
                    window.setTimeout(() => setCameraOn(true))
                  }}
                >
                  {m.checkins_camera_open()}
                </Button>
              )}
            </div>
            <div className={styles.cameraFooter}>
              <span role="status">{cameraLabels[camera]}</span>
              <Button
                className={styles.searchButton}
                variant="subtle"
                leftSection={<Icon name="search" />}
                onClick={() => setSearching(true)}
              >
                {m.checkins_by_name()}
              </Button>
            </div>
          </section>
        )}
        <div className={styles.side}>
          <ScanResult shown={shown} day={today} />
          {mayWrite && (
            <form className={styles.code} onSubmit={submit}>
              <TextInput
                label={m.checkins_code()}
                value={typed}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                // A handheld scanner types the full URL of a badge.
                maxLength={400}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <Button type="submit" disabled={!isReady}>
                {m.checkins_enter()}
              </Button>
            </form>
          )}
          {shown?.badge && mayWrite && (
            <div ref={buttons} className={styles.buttons}>
              <Button
                onClick={() =>
                  void undo(shown).then((message) => {
                    if (message) showError(message)
                  })
                }
              >
                {m.checkins_undo()}
              </Button>
              <Button variant="filled" leftSection={<Icon name="download" />} onClick={() => void print()}>
                {m.checkins_print()}
              </Button>
            </div>
          )}
        </div>
      </div>
      <Modal
        opened={isSearching}
        onClose={() => setSearching(false)}
        title={m.checkins_by_name()}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <TextInput
          data-autofocus
          aria-label={m.checkins_by_name()}
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
        />
        <ul className={styles.matches}>
          {found.slice(0, 30).map((badge) => (
            <li key={badge._id}>
              <button
                type="button"
                onClick={() => {
                  setSearching(false)
                  setSearchText('')
                  read(badge.code)
                }}
              >
                <strong>{badge.company}</strong> {badge.name}
                {checkedIn.has(badge.code) && <span>{m.checkins_came()}</span>}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p>{m.checkins_none()}</p>}
      </Modal>
    </Screen>
  )
}

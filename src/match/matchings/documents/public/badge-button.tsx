import { clsx } from 'clsx'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { matchings } from '../../contract.ts'
import styles from './badge-button.module.css'

const client = clientOf(matchings)

interface Props {
  matching: string
  /** Name of the caller's company; `about` is the fair, the table and the time. */
  name: string
  about: readonly string[]
  className?: string | undefined
}

/**
 * Button that opens the badge for the entrance of the fair. The badge is loaded with the page, so that it opens
 * offline.
 */
export function BadgeButton({ matching, className, ...shown }: Props) {
  const load = useCallback(async () => (await client.badge({ params: { id: matching } })).badge, [matching])
  const { value, error, reload } = useLoaded(load)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={clsx(styles.act, className)}
        onClick={() => {
          if (!value) reload()
          setOpen(true)
        }}
      >
        <Icon name="qr" small />
        {m.matchings_badge()}
      </button>
      {isOpen && <BadgeWindow {...shown} badge={value} error={error} close={() => setOpen(false)} />}
    </>
  )
}

interface WindowProps extends Pick<Props, 'name' | 'about'> {
  badge: { words: string; qr: string } | undefined
  error: string | undefined
  close: () => void
}

/** Badge dialog. White from edge to edge on phones, which cameras read best. */
function BadgeWindow({ name, about, badge, error, close }: WindowProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  useLitScreen()
  return (
    <dialog ref={dialog} className={styles.window} aria-labelledby={id} onClose={close}>
      <h2 id={id} className={styles.name}>
        {name}
      </h2>
      {about.map((line) => (
        <p key={line} className={styles.about}>
          {line}
        </p>
      ))}
      {badge ? (
        <>
          {/* As an image: the security policy of the pages lets no script insert markup. */}
          <img
            className={styles.qr}
            src={`data:image/svg+xml,${encodeURIComponent(badge.qr)}`}
            alt={m.matchings_badge_alt()}
            width={320}
            height={320}
          />
          <p className={styles.code}>{badge.words}</p>
          <p className={styles.about}>{m.matchings_badge_help()}</p>
        </>
      ) : (
        <p role={error ? 'alert' : 'status'}>{error ?? m.me_loading()}</p>
      )}
      <Button look="outline" className={styles.close} onClick={() => dialog.current?.close()}>
        {m.matchings_close()}
      </Button>
    </dialog>
  )
}

/** Keeps the phone's screen on while the badge is shown (Screen Wake Lock; not supported by every browser). */
const useLitScreen = () => {
  useEffect(() => {
    let isOpen = true
    let lock: WakeLockSentinel | undefined
    const keepScreenOn = async () => {
      // Refused for a hidden page or a low battery; the code is shown regardless.
      const got = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isOpen) lock = got
      else void got?.release()
    }
    // The browser releases the lock when the page is hidden, so request it again.
    const again = () => document.visibilityState === 'visible' && void keepScreenOn()
    void keepScreenOn()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOpen = false
      void lock?.release()
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
}

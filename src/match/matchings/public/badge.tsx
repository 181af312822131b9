import { clsx } from 'clsx'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/use-loaded.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { matchings } from '../contract.ts'
import styles from './badge.module.css'

const client = clientOf(matchings)

interface Props {
  matching: string
  /** The own company, and what the badge is for: the fair, the table and the time. */
  name: string
  about: readonly string[]
  className?: string | undefined
}

/**
 * Opens the own badge for the door of the fair. It is fetched with the page, so that it opens without a line, and stays as
 * long as the page does.
 */
export function BadgeAct({ matching, className, ...shown }: Props) {
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

/** White from edge to edge on phones: what a camera reads best. */
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
          {/* As a picture: the policy of the pages lets no script write markup. */}
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

/** A phone does not turn dark while its holder waits at the door (Screen Wake Lock; not every browser has it). */
const useLitScreen = () => {
  useEffect(() => {
    let isOpen = true
    let lock: WakeLockSentinel | undefined
    const light = async () => {
      // A page out of sight, or a battery that is low, gets none: the code is shown all the same.
      const got = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isOpen) lock = got
      else void got?.release()
    }
    // The browser takes it back with the page's sight.
    const again = () => document.visibilityState === 'visible' && void light()
    void light()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOpen = false
      void lock?.release()
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
}

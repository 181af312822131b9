import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { copyText } from '#ui/browser/copy-text.ts'
import { useHydrated } from '#ui/browser/use-hydrated.ts'
import { Icon } from '#ui/controls/icon.tsx'
import styles from './share-buttons.module.css'

interface ShareProps {
  title: string
  /** Path to share, on the host of the current URL. */
  path: string
  className?: string | undefined
}

/** Duration of the confirmation in ms. */
const announcementDuration = 4000

/**
 * Buttons to share or copy the URL and to print. They need script: until hydration they are invisible but keep their
 * space.
 */
export function ShareButtons({ title, path, className }: ShareProps) {
  const isHydrated = useHydrated()
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!announcement) return
    const timer = setTimeout(() => setAnnouncement(''), announcementDuration)
    return () => clearTimeout(timer)
  }, [announcement])

  const buildShareUrl = () => new URL(path, location.href).href
  const copyLink = async () => {
    const address = buildShareUrl()
    setAnnouncement((await copyText(address)) ? m.reading_copied() : m.reading_not_copied({ address }))
  }
  const sharePage = async () => {
    try {
      await navigator.share({ title, url: buildShareUrl() })
    } catch (error) {
      // Closing the share sheet rejects with AbortError, which is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink()
    }
  }
  return (
    <aside className={className} aria-label={m.reading_share()}>
      <div className={styles.share} data-awake={isHydrated}>
        <p className={styles.label}>{m.reading_share()}</p>
        <ul className={styles.acts}>
          <li>
            <button type="button" className={styles.act} onClick={copyLink}>
              <Icon name="link" small />
              {m.reading_copy()}
            </button>
          </li>
          <li>
            <button type="button" className={styles.act} onClick={() => print()}>
              <Icon name="print" small />
              {m.reading_print()}
            </button>
          </li>
          {/* Last, so that the other buttons do not move when it appears. */}
          {isHydrated && 'share' in navigator && (
            <li>
              <button type="button" className={styles.act} onClick={sharePage}>
                <Icon name="share" small />
                {m.reading_share_with()}
              </button>
            </li>
          )}
        </ul>
        <p className={styles.said} role="status">
          {announcement}
        </p>
      </div>
    </aside>
  )
}

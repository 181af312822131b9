import { useEffect, useState } from 'react'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { findSession } from '#session/session-tokens.ts'
import { afterLoad } from '#ui/browser/run-later.ts'
import { useHydrated } from '#ui/browser/use-hydrated.ts'
import type { Marks } from '../contract.ts'
import styles from './mark-buttons.module.css'
import type { Act } from './toggle-mark.ts'

interface KeepProps {
  /** Kind of the record, as its module declares it in `bookmarkable`. */
  kind: string
  record: string
  /** Address of the record in the language of the page. */
  address: string
}

const iconPaths: Record<Act, string> = {
  bookmark: 'M6.5 3.5h11v17l-5.5-4.5-5.5 4.5Z',
  like: 'M12 20.5C4.5 15 3 11.5 3 8.8 3 6 5.2 4 7.6 4c1.8 0 3.4 1 4.4 2.7C13 5 14.6 4 16.4 4 18.8 4 21 6 21 8.8c0 2.7-1.5 6.2-9 11.7Z',
}

const noMarks: Marks = { likes: 0, bookmark: null, like: null }
const loadActs = () => import('./toggle-mark.ts')

/** Action that waits for a log-in, stored in this tab and executed on return. */
const pendingActKey = 'keep'
const storePendingAct = (act: Act, record: string) => sessionStorage.setItem(pendingActKey, `${act} ${record}`)
const takePendingAct = (record: string): Act | null => {
  const [act, markedRecord] = sessionStorage.getItem(pendingActKey)?.split(' ') ?? []
  if (markedRecord !== record) return null
  sessionStorage.removeItem(pendingActKey)
  return act === 'like' || act === 'bookmark' ? act : null
}

const getButtonLabel = (act: Act, isOn: boolean) => {
  if (act === 'like') return isOn ? m.bookmarks_liked() : m.bookmarks_unliked()
  return isOn ? m.bookmarks_added() : m.bookmarks_removed()
}

/**
 * Bookmark and like buttons. The page is cached and the same for everybody, so the count loads afterwards, and the code
 * for the actions loads when a session exists or a button is pressed. A visitor is sent to the log-in, and the action
 * is done on return.
 */
export function MarkButtons({ kind, record, address }: KeepProps) {
  const isHydrated = useHydrated()
  const [marks, setMarks] = useState(noMarks)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)

  const handlePress = async (act: Act, currentMarks?: Marks) => {
    setBusy(true)
    try {
      if (!(await findSession())) {
        storePendingAct(act, record)
        window.location.assign(`${inLocale(getLocale(), '/login')}?next=${encodeURIComponent(`${address}#keep`)}`)
        return
      }
      const { toggleMark } = await loadActs()
      const next = await toggleMark(act, { kind, record }, currentMarks ?? marks)
      setMarks(next)
      setMessage(getButtonLabel(act, next[act] !== null))
    } catch {
      setMessage(m.bookmarks_failed())
    }
    setBusy(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per record; `handlePress` changes on each render
  useEffect(() => {
    const controller = new AbortController()
    const loadMarks = async () => {
      try {
        if (!(await findSession())) {
          const answer = await fetch(`/api/v1/likes/${kind}/${record}`, { signal: controller.signal })
          if (answer.ok) setMarks(((await answer.json()) as { marks: Marks }).marks)
          return
        }
        const { findMarks } = await loadActs()
        const found = await findMarks({ kind, record })
        if (controller.signal.aborted) return
        setMarks(found)
        const act = takePendingAct(record)
        if (act && found[act] === null) await handlePress(act, found)
      } catch {
        // The buttons work without the count.
      }
    }
    const removeMarkLater = afterLoad(0, loadMarks)
    return () => {
      removeMarkLater()
      controller.abort()
    }
  }, [kind, record])

  return (
    <aside id="keep" className={styles.keep} data-awake={isHydrated} aria-label={m.bookmarks_acts()}>
      {(['like', 'bookmark'] as const).map((act) => (
        <button
          key={act}
          type="button"
          className={styles.act}
          aria-pressed={marks[act] !== null}
          aria-disabled={busy}
          onClick={() => !busy && void handlePress(act)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
            <path d={iconPaths[act]} />
          </svg>
          {act === 'like' ? m.bookmarks_like() : m.bookmarks_bookmark()}
          {act === 'like' && marks.likes > 0 && (
            <span className={styles.count} title={m.bookmarks_count({ count: marks.likes })}>
              {marks.likes}
            </span>
          )}
        </button>
      ))}
      <p className={styles.said} role="status">
        {message}
      </p>
    </aside>
  )
}

import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type Location,
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
  useLocation,
  useNavigationType,
} from 'react-router'
import styles from '../text/visually-hidden.module.css'
import { showDeferred } from './show-deferred.ts'

const storageName = 'scroll'
const contentId = 'content'

const isPosition = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number'

const readPositions = (): Map<string, number> => {
  try {
    return new Map(Object.entries(JSON.parse(sessionStorage.getItem(storageName) ?? '{}')).filter(isPosition))
  } catch {
    return new Map()
  }
}

const keepPositions = (positions: Map<string, number>) => {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(Object.fromEntries([...positions].slice(-50))))
  } catch {
    // Full or forbidden storage only loses scroll positions.
  }
}

const targetOf = (hash: string): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/** History entries created by the browser (the first, plain `#…` links) share the key 'default'. */
const entryKey = ({ key, hash }: Location): string => (key === 'default' ? key + hash : key)

/** Smooth scrolling, instant with `prefers-reduced-motion`. */
const behavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

/**
 * Sets the scroll position after a navigation: the hash's target, the saved position on back and forward, otherwise the
 * top. The browser handles the first document. Announces the title to screen readers.
 */
export function RestoreScroll() {
  const location = useLocation()
  const navigation = useNavigationType()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const stays = useContext(UNSAFE_DataRouterStateContext)?.preventScrollReset === true
  const known = useRef<Map<string, number>>(null)
  const shown = useRef(entryKey(location))
  const [title, setTitle] = useState('')

  useEffect(() => {
    const positions = readPositions()
    known.current = positions
    window.history.scrollRestoration = 'manual'
    const remember = () => {
      positions.delete(shown.current)
      positions.set(shown.current, window.scrollY)
    }
    // Restore the browser's own handling, so that it positions a reloaded or revisited document before any script runs.
    const savePosition = () => {
      remember()
      keepPositions(positions)
      window.history.scrollRestoration = 'auto'
    }
    const enter = () => {
      window.history.scrollRestoration = 'manual'
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', savePosition)
    window.addEventListener('pageshow', enter)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', savePosition)
      window.removeEventListener('pageshow', enter)
    }
  }, [])

  // The last scroll event of a flick may still be pending when the router changes the page.
  useEffect(
    () =>
      router?.subscribe(({ navigation, location }) => {
        if (navigation.location || entryKey(location) !== shown.current)
          known.current?.set(shown.current, window.scrollY)
      }),
    [router],
  )

  useLayoutEffect(() => {
    const key = entryKey(location)
    if (shown.current === key) return
    shown.current = key
    setTitle(document.title)
    const target = location.hash ? targetOf(location.hash) : null
    const position = navigation === 'POP' ? known.current?.get(key) : undefined
    if (position !== undefined || target) showDeferred()
    if (position !== undefined) window.scrollTo({ top: position, behavior: behavior() })
    else if (target) target.scrollIntoView({ behavior: behavior() })
    else if (!stays) {
      window.scrollTo({ top: 0, behavior: 'instant' })
      document.getElementById(contentId)?.focus({ preventScroll: true })
    }
  }, [location, navigation, stays])

  return (
    <div className={styles.hidden} role="status">
      {title}
    </div>
  )
}

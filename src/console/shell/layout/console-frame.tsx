import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { z } from 'zod'
import { useStored } from '#console/kit/parts/values/account-storage.ts'
import { mayRead } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import { isTyping } from '#ui/browser/use-shortcuts.ts'
import { SessionWatch } from '../account/session-watch.tsx'
import { watches } from '../manifests/manifests.ts'
import { BottomBar } from '../navigation/bottom-bar.tsx'
import { openSections, placeOf, type Section } from '../navigation/navigation.ts'
import { Pane } from '../navigation/navigation-pane.tsx'
import { Rail } from '../navigation/navigation-rail.tsx'
import { PaneOverlay } from '../navigation/pane-overlay.tsx'
import { Palette } from '../palette/palette.tsx'
import { ForbiddenScreen } from '../screens/forbidden-screen.tsx'
import styles from './console-frame.module.css'
import { OfflineStrip } from './offline-strip.tsx'

const folded = z.boolean()
const nothing: readonly string[] = []

/** Moves the focus to the heading after a navigation, for screen readers; never on the first load. */
const useFocusOnNavigation = (pathname: string) => {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // The next screen may still be loading.
    const timer = setTimeout(() => {
      // Do not take the focus from a user who is already typing.
      if (!isTyping(document.activeElement)) document.getElementById('screen-title')?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [pathname])
}

/**
 * True if the screen's route handle requests the full width (the editor) and the window is narrower than 1544 px; the
 * pane is then folded.
 */
const useRoomy = (): boolean => {
  const veryWide = useMediaQuery('(min-width: 96.5em)', true, { getInitialValueInEffect: false })
  const asked = useMatches().some(({ handle }) => typeof handle === 'object' && handle !== null && 'roomy' in handle)
  return asked && !veryWide
}

/** Frame of the console: rail, pane and screen; on phones the bottom bar. */
export function Frame() {
  const { pathname } = useLocation()
  const session = useSession()
  const scopes = session?.scope ?? nothing
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [isFolded, setFolded] = useStored('pane-folded', folded, false)
  const [overlay, setOverlay] = useState<Section['key'] | null>(null)
  useFocusOnNavigation(pathname)

  const sections = openSections(scopes)
  const here = placeOf(pathname)
  const section = sections.find(({ key }) => key === here?.section.key) ?? sections[0]
  const roomy = useRoomy()
  const docked = wide && !isFolded && !roomy
  const overlaid = sections.find(({ key }) => key === overlay)
  const needed = here?.place.scope
  const refused = needed !== undefined && session !== null && !mayRead(scopes, needed)

  const dock = () => {
    setFolded(false)
    setOverlay(null)
  }

  return (
    <>
      <a className={styles.skip} href="#screen-title">
        {m.shell_skip()}
      </a>
      <div className={styles.frame} data-docked={docked || undefined}>
        <Rail
          sections={sections}
          currentKey={section?.key}
          onSection={docked ? undefined : (key) => setOverlay(overlay === key ? null : key)}
          overlay={overlay}
        />
        {docked && section && <Pane section={section} onFold={() => setFolded(true)} />}
        {overlaid && !docked && (
          <PaneOverlay section={overlaid} onClose={() => setOverlay(null)} onDock={wide && !roomy ? dock : undefined} />
        )}
        <main className={styles.main}>
          <OfflineStrip />
          {refused ? <ForbiddenScreen scope={needed} /> : <Outlet />}
        </main>
        <BottomBar sections={sections} currentKey={section?.key} />
      </div>
      <Palette />
      <SessionWatch />
      {watches.map((Watch, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the manifests, and so their order, never change.
        <Watch key={index} />
      ))}
    </>
  )
}

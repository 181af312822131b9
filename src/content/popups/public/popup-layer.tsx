import { useEffect, useState } from 'react'
import { mobileBelow, popupsAfterLoad } from '#ui/figures.ts'
import { afterLoad } from '#ui/later.ts'
import { useMedia } from '#ui/use-media.ts'
import type { PublicPopup } from '../contract.ts'
import { nextPopup, popupsFor } from '../rules.ts'
import type { PopupStage } from './popup-stage.tsx'
import { useReach } from './use-reach.ts'

interface PopupLayerProps {
  /** Address of the page without its language. */
  path: string
  member: boolean
  /** An address of a record in the language of the page. */
  place: (path: string) => string
}

/** The running popups, asked for when the page has settled; without an answer there are none. */
const useRunningPopups = (): PublicPopup[] => {
  const [popups, setPopups] = useState<PublicPopup[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const callOff = afterLoad(popupsAfterLoad, async () => {
      try {
        const answer = await fetch('/api/v1/popups', {
          headers: { 'accept-language': document.documentElement.lang },
          signal: leaving.signal,
        })
        if (answer.ok) setPopups(((await answer.json()) as { popups: PublicPopup[] }).popups)
      } catch {
        // The page works without them.
      }
    })
    return () => {
      callOff()
      leaving.abort()
    }
  }, [])
  return popups
}

/** What draws popups, loaded when the first one is due: most pages never show any. */
const useStage = (isDue: boolean): typeof PopupStage | null => {
  const [loaded, setLoaded] = useState<{ Stage: typeof PopupStage } | null>(null)
  useEffect(() => {
    if (!isDue) return
    let isLeft = false
    import('./popup-stage.tsx').then(
      ({ PopupStage: Stage }) => isLeft || setLoaded({ Stage }),
      // The page works without them.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [isDue])
  return loaded?.Stage ?? null
}

/**
 * One popup at a time. On arrival those that staff ask for at once; the others when a visitor has scrolled past the
 * first screen, docked small at the foot. A modal one is a sheet from below on phones. None while a form is filled in.
 */
export function PopupLayer({ path, member, place }: PopupLayerProps) {
  const running = useRunningPopups()
  const reach = useReach(path)
  const mobile = useMedia(`(max-width: ${mobileBelow - 0.02}px)`)
  const popups = popupsFor(running, { path, mobile, member, now: Date.now() })
  const Stage = useStage(reach !== 'closed' && nextPopup(popups, reach === 'past') !== undefined)
  return Stage && <Stage popups={popups} path={path} reach={reach} mobile={mobile} place={place} />
}

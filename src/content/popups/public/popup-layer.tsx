import { useEffect, useState } from 'react'
import { afterLoad } from '#ui/browser/run-later.ts'
import { useMediaQuery } from '#ui/browser/use-media-query.ts'
import { mobileBelow, popupsAfterLoad } from '#ui/layout-constants.ts'
import type { PublicPopup } from '../contract.ts'
import { chooseNextPopup, filterPopups } from '../rules.ts'
import type { PopupStage } from './popup-stage.tsx'
import { usePopupPhase } from './use-popup-phase.ts'

interface PopupLayerProps {
  /** Path of the page without locale. */
  path: string
  member: boolean
  /** Returns the address of a record in the locale of the page. */
  place: (path: string) => string
}

/** Loads the running popups after the page has loaded; an empty list until then and on failure. */
const useRunningPopups = (): PublicPopup[] => {
  const [popups, setPopups] = useState<PublicPopup[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const callOff = afterLoad(popupsAfterLoad, async () => {
      try {
        const answer = await fetch('/api/v1/popups', {
          headers: { 'accept-language': document.documentElement.lang },
          signal: controller.signal,
        })
        if (answer.ok) setPopups(((await answer.json()) as { popups: PublicPopup[] }).popups)
      } catch {
        // Popups are optional: ignore the failure.
      }
    })
    return () => {
      callOff()
      controller.abort()
    }
  }, [])
  return popups
}

/** Loads the code that renders popups when the first one is due: most pages never show any. */
const useStage = (isDue: boolean): typeof PopupStage | null => {
  const [loaded, setLoaded] = useState<{ Stage: typeof PopupStage } | null>(null)
  useEffect(() => {
    if (!isDue) return
    let isLeft = false
    import('./popup-stage.tsx').then(
      ({ PopupStage: Stage }) => isLeft || setLoaded({ Stage }),
      // Popups are optional: ignore the failure.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [isDue])
  return loaded?.Stage ?? null
}

/**
 * Shows one popup at a time: on arrival those marked `atOnce`, the others docked after the visitor has scrolled past
 * the first screen. Modal popups are bottom sheets on phones. None is shown while a form is being filled in.
 */
export function PopupLayer({ path, member, place }: PopupLayerProps) {
  const running = useRunningPopups()
  const reach = usePopupPhase(path)
  const mobile = useMediaQuery(`(max-width: ${mobileBelow - 0.02}px)`)
  const popups = filterPopups(running, { path, mobile, member, now: Date.now() })
  const Stage = useStage(reach !== 'closed' && chooseNextPopup(popups, reach === 'past') !== undefined)
  return Stage && <Stage popups={popups} path={path} reach={reach} mobile={mobile} place={place} />
}

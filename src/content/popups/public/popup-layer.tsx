import { useEffect, useState } from 'react'
import { mobileBelow, popupsAfterLoad } from '#ui/figures.ts'
import { afterLoad } from '#ui/later.ts'
import { useMedia } from '#ui/use-media.ts'
import type { PublicPopup } from '../contract.ts'
import { popupsFor } from '../rules.ts'
import { PopupBar } from './popup-bar.tsx'
import { CornerPopup, ModalPopup } from './popup-card.tsx'
import { useHiddenPopups } from './popup-memory.tsx'

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

/**
 * Popups over the page, each in its skin. One modal at a time; those of a corner are one stack. On phones all but the
 * bar are one stack of sheets from below.
 */
export function PopupLayer({ path, member, place }: PopupLayerProps) {
  const running = useRunningPopups()
  const mobile = useMedia(`(max-width: ${mobileBelow - 0.02}px)`)
  const [closed, setClosed] = useState<readonly string[]>([])
  const { hiddenUntil, hideToday } = useHiddenPopups()
  // Those closed count on in '1 / 2', those sent away today do not come at all.
  const seen = popupsFor(running, { path, mobile, member, now: Date.now(), hiddenUntil: {} })
  const isOpen = ({ _id }: PublicPopup) => !closed.includes(_id) && !((hiddenUntil[_id] ?? 0) > Date.now())
  const close = ({ _id }: PublicPopup) => setClosed((before) => [...before, _id])
  const hide = ({ _id }: PublicPopup) => hideToday(_id)

  const bars = seen.filter(({ skin }) => skin === 'bar')
  const modals = seen.filter(({ skin }) => skin === 'modal' || (mobile && skin === 'basic'))
  const cornered = seen.filter(({ skin }) => skin === 'basic' && !mobile)
  const corners = (['left', 'right'] as const).map((corner) => cornered.filter((popup) => popup.corner === corner))

  const top = (stack: PublicPopup[]) => {
    const popup = stack.find(isOpen)
    return popup && { popup, at: stack.indexOf(popup) + 1, of: stack.length, place, onClose: close, onHide: hide }
  }
  const modal = top(modals)
  const bar = bars.find(isOpen)
  return (
    <>
      {corners.map((stack) => {
        const card = top(stack)
        return card && <CornerPopup key={card.popup._id} {...card} blocked={modal !== undefined} />
      })}
      {bar && <PopupBar key={bar._id} popup={bar} place={place} onClose={close} onHide={hide} />}
      {modal && <ModalPopup key={modal.popup._id} {...modal} sheet={mobile} />}
    </>
  )
}

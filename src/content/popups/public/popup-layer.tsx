import { useEffect, useState } from 'react'
import { mobileBelow, popupsAfterLoad } from '#ui/figures.ts'
import { afterLoad } from '#ui/later.ts'
import { useMedia } from '#ui/use-media.ts'
import type { PublicPopup } from '../contract.ts'
import { nextPopup, popupsFor } from '../rules.ts'
import { PopupBar } from './popup-bar.tsx'
import { CornerPopup, ModalPopup } from './popup-card.tsx'
import { useHiddenPopups, useSeenPopups } from './popup-memory.tsx'
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

/**
 * One popup at a time. On arrival those that staff ask for at once; the others when a visitor has scrolled past the
 * first screen, docked small at the foot. A modal one is a sheet from below on phones. None while a form is filled in.
 */
export function PopupLayer({ path, member, place }: PopupLayerProps) {
  const running = useRunningPopups()
  const reach = useReach(path)
  const mobile = useMedia(`(max-width: ${mobileBelow - 0.02}px)`)
  const [closed, setClosed] = useState<readonly string[]>([])
  const [cramped, setCramped] = useState<string | null>(null)
  const { hiddenUntil, hideToday } = useHiddenPopups()
  const { wasSeen, keepSeen } = useSeenPopups(path)
  // Those closed count on in '1 / 2', those sent away today do not come at all.
  const all = popupsFor(running, { path, mobile, member, now: Date.now(), hiddenUntil: {} })
  const isOpen = ({ _id }: PublicPopup) => !closed.includes(_id) && !((hiddenUntil[_id] ?? 0) > Date.now())
  const isLeft = (popup: PublicPopup) => isOpen(popup) && !(popup.skin === 'bar' && wasSeen(popup))
  const popup = reach === 'closed' ? undefined : nextPopup(all.filter(isLeft), reach === 'past')
  if (!popup) return null
  const close = ({ _id }: PublicPopup) => setClosed((before) => [...before, _id])
  const hide = ({ _id }: PublicPopup) => hideToday(_id)
  if (popup.skin === 'bar')
    return <PopupBar key={popup._id} popup={popup} place={place} onClose={close} onHide={hide} onSeen={keepSeen} />
  const cards = all.filter(({ skin }) => skin !== 'bar')
  const card = {
    popup,
    at: cards.indexOf(popup) + 1,
    of: cards.length,
    place,
    onClose: close,
    onHide: hide,
  }
  // Over the first screen of a phone a sheet or a modal would lie on the title.
  if (popup.skin === 'modal' && !(mobile && reach === 'arrived'))
    return <ModalPopup key={popup._id} {...card} sheet={mobile} />
  const docked = mobile || !popup.atOnce || cramped === popup._id
  return (
    <CornerPopup key={`${popup._id} ${docked}`} {...card} docked={docked} onCramped={({ _id }) => setCramped(_id)} />
  )
}

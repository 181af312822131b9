import { useState } from 'react'
import type { PublicPopup } from '../contract.ts'
import { chooseNextPopup, isHidden } from '../rules.ts'
import { PopupBar } from './popup-bar.tsx'
import { CornerPopup, ModalPopup } from './popup-card.tsx'
import { useHiddenPopups, useSeenPopups } from './popup-history.tsx'
import type { PopupPhase } from './use-popup-phase.ts'

interface PopupStageProps {
  /** Running popups for this visitor, in order. */
  popups: readonly PublicPopup[]
  /** Path of the page without locale. */
  path: string
  reach: PopupPhase
  mobile: boolean
  /** Returns the address of a record in the locale of the page. */
  place: (path: string) => string
}

/** Renders the due popup, if one is left that the visitor has not closed, hidden for today or seen. */
export function PopupStage({ popups, path, reach, mobile, place }: PopupStageProps) {
  const [closed, setClosed] = useState<readonly string[]>([])
  const [cramped, setCramped] = useState<string | null>(null)
  const { hiddenUntil, hideToday } = useHiddenPopups()
  const { wasSeen, keepSeen } = useSeenPopups(path)
  // Closed popups still count in '1 / 2'; popups hidden for today do not.
  const isOpen = ({ _id }: PublicPopup) => !closed.includes(_id) && !isHidden(hiddenUntil, _id, Date.now())
  const isLeft = (popup: PublicPopup) => isOpen(popup) && !(popup.skin === 'bar' && wasSeen(popup))
  const popup = reach === 'closed' ? undefined : chooseNextPopup(popups.filter(isLeft), reach === 'past')
  if (!popup) return null
  const close = ({ _id }: PublicPopup) => setClosed((before) => [...before, _id])
  const hide = ({ _id }: PublicPopup) => hideToday(_id)
  if (popup.skin === 'bar')
    return <PopupBar key={popup._id} popup={popup} place={place} onClose={close} onHide={hide} onSeen={keepSeen} />
  const cards = popups.filter(({ skin }) => skin !== 'bar')
  const card = {
    popup,
    at: cards.indexOf(popup) + 1,
    of: cards.length,
    place,
    onClose: close,
    onHide: hide,
  }
  // On the first screen of a phone a sheet or modal would cover the title.
  if (popup.skin === 'modal' && !(mobile && reach === 'arrived'))
    return <ModalPopup key={popup._id} {...card} sheet={mobile} />
  const docked = mobile || !popup.atOnce || cramped === popup._id
  return (
    <CornerPopup key={`${popup._id} ${docked}`} {...card} docked={docked} onCramped={({ _id }) => setCramped(_id)} />
  )
}

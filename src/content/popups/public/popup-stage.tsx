import { useState } from 'react'
import type { PublicPopup } from '../contract.ts'
import { isHidden, nextPopup } from '../rules.ts'
import { PopupBar } from './popup-bar.tsx'
import { CornerPopup, ModalPopup } from './popup-card.tsx'
import { useHiddenPopups, useSeenPopups } from './popup-memory.tsx'
import type { Reach } from './use-reach.ts'

interface PopupStageProps {
  /** Those that run here for this visitor, in their order. */
  popups: readonly PublicPopup[]
  /** Address of the page without its language. */
  path: string
  reach: Reach
  mobile: boolean
  /** An address of a record in the language of the page. */
  place: (path: string) => string
}

/** The popup that is due, if any is left that the visitor has not closed, sent away for today, or seen. */
export function PopupStage({ popups, path, reach, mobile, place }: PopupStageProps) {
  const [closed, setClosed] = useState<readonly string[]>([])
  const [cramped, setCramped] = useState<string | null>(null)
  const { hiddenUntil, hideToday } = useHiddenPopups()
  const { wasSeen, keepSeen } = useSeenPopups(path)
  // Those closed count on in '1 / 2', those sent away today do not come at all.
  const isOpen = ({ _id }: PublicPopup) => !closed.includes(_id) && !isHidden(hiddenUntil, _id, Date.now())
  const isLeft = (popup: PublicPopup) => isOpen(popup) && !(popup.skin === 'bar' && wasSeen(popup))
  const popup = reach === 'closed' ? undefined : nextPopup(popups.filter(isLeft), reach === 'past')
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
  // Over the first screen of a phone a sheet or a modal would lie on the title.
  if (popup.skin === 'modal' && !(mobile && reach === 'arrived'))
    return <ModalPopup key={popup._id} {...card} sheet={mobile} />
  const docked = mobile || !popup.atOnce || cramped === popup._id
  return (
    <CornerPopup key={`${popup._id} ${docked}`} {...card} docked={docked} onCramped={({ _id }) => setCramped(_id)} />
  )
}

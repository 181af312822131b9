import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { focusAmount } from '../bidding/focus-amount.ts'
import styles from './shortcuts.module.css'

const place = 'auction-shortcuts'

const isOff = (): boolean => {
  try {
    return localStorage.getItem(place) === 'off'
  } catch {
    return false
  }
}
const keepOff = (off: boolean): void => {
  try {
    if (off) localStorage.setItem(place, 'off')
    else localStorage.removeItem(place)
  } catch {
    // A browser that keeps nothing has them on again with the next page.
  }
}

/** What each key is for: the element that is pressed, or the group whose chosen control gets the focus. */
const targets: Partial<Record<string, string>> = {
  z: '[data-look="zoom"]',
  w: '[data-look="wall"]',
  ArrowLeft: '[data-lots] [rel="prev"]',
  ArrowRight: '[data-lots] [rel="next"]',
}

const press = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const { target } = event
  // In fields keys are text, and arrows choose; in a dialog they belong to it.
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')) return
  if (document.querySelector('dialog[open]')) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key === 'b') {
    event.preventDefault()
    return focusAmount()
  }
  const named = targets[key]
  const found = named ? document.querySelector<HTMLElement>(named) : null
  if (!found) return
  event.preventDefault()
  // What it opens gives the focus back to where it was.
  found.focus({ preventScroll: true })
  found.click()
}

/** Single keys of a work's page: said, and switched off where they are in the way of other software. */
export function Shortcuts() {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(!isOff()), [])
  useEffect(() => {
    if (!isOn) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
  const keys = [
    ['B', m.auction_key_amount()],
    ['Z', m.auction_zoom()],
    ['W', m.auction_on_wall()],
    ['← →', m.auction_key_lots()],
  ] as const
  return (
    <details className={styles.keys}>
      <summary>{m.auction_keys()}</summary>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            keepOff(!target.checked)
          }}
        />
        {m.auction_keys_on()}
      </label>
    </details>
  )
}

import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { focusAmount } from '../bidding/panel/focus-amount.ts'
import styles from './shortcuts.module.css'

const storageKey = 'auction-shortcuts'

const isOff = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'off'
  } catch {
    return false
  }
}
const storeOff = (off: boolean): void => {
  try {
    if (off) localStorage.setItem(storageKey, 'off')
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is unavailable: shortcuts are on again on the next page.
  }
}

/** Element that each key clicks. */
const targets: Partial<Record<string, string>> = {
  z: '[data-look="zoom"]',
  w: '[data-look="wall"]',
  ArrowLeft: '[data-lots] [rel="prev"]',
  ArrowRight: '[data-lots] [rel="next"]',
}

const press = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const { target } = event
  // In form fields keys are input; in a dialog they belong to the dialog.
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')) return
  if (document.querySelector('dialog[open]')) return
  const key = pressedKey(event)
  if (key === 'b') {
    event.preventDefault()
    return focusAmount()
  }
  const selector = targets[key]
  const found = selector ? document.querySelector<HTMLElement>(selector) : null
  if (!found) return
  event.preventDefault()
  // A closing dialog returns the focus here.
  found.focus({ preventScroll: true })
  found.click()
}

/**
 * Single-key shortcuts of a work page. They are listed, and can be switched off if they conflict with other software.
 */
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
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            storeOff(!target.checked)
          }}
        />
        {m.auction_keys_on()}
      </label>
    </details>
  )
}

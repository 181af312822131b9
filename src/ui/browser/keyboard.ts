/** Keyboard event of the browser or of React. */
interface KeyEvent {
  /** Missing in the events that browsers send when they fill in a field. */
  key?: string
  code?: string
  keyCode: number
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  isComposing?: boolean
  nativeEvent?: { isComposing: boolean }
}

/** Key code of a key that an input method has taken (UI Events, section 5.6.3). */
const takenByInputMethod = 229

const isWithinComposition = (event: KeyEvent): boolean => event.isComposing ?? event.nativeEvent?.isComposing ?? false

/**
 * True while an input method composes a letter: the key belongs to it. Safari reports the Enter that ends a composition
 * only by its key code.
 */
const isComposing = (event: KeyEvent): boolean => isWithinComposition(event) || event.keyCode === takenByInputMethod

/** Signs by their place on an American keyboard, as Korean and Chinese keyboards have them. */
const signs: Readonly<Record<string, string>> = {
  Space: ' ',
  Slash: '/',
  Period: '.',
  Comma: ',',
  Minus: '-',
  Equal: '=',
}

/** Returns the Latin letter, digit or sign of a physical key; undefined for other keys. */
const latinKey = (code: string): string | undefined =>
  /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? signs[code]

const isLatin = (key: string): boolean => /^(?:[\x20-\x7e]|\p{Script=Latin})$/u.test(key)

/**
 * Returns the pressed key for a handler: letters in lower case, other keys by name (`Enter`, `ArrowDown`). Letters of
 * another script count as the Latin letter on the same key, so that shortcuts work with Korean switched on; Latin
 * layouts keep their letters. Empty for a key that an input method has taken to compose a letter.
 */
export const pressedKey = (event: KeyEvent): string => {
  const { key, code } = event
  if (!key || code === undefined) return ''
  const latin = latinKey(code)
  if (isComposing(event)) {
    // On Windows, an input method takes every letter; with Ctrl or Cmd, or outside a composition, it is a shortcut.
    const isShortcut = event.ctrlKey || event.metaKey || !isWithinComposition(event)
    return isShortcut ? (latin ?? '') : ''
  }
  if (isLatin(key)) return key.toLowerCase()
  return [...key].length === 1 ? (latin ?? key) : key
}

/**
 * Keeps keys of an input method away from all handlers, also those of libraries: Enter completes a syllable and must
 * not choose, add or send. Text editors handle composition themselves. Call it before the page is hydrated.
 */
export const withholdComposingKeys = (target: EventTarget = window): void => {
  target.addEventListener(
    'keydown',
    (event) => {
      const pressed = event as KeyboardEvent
      const isEditor = (pressed.target as { isContentEditable?: boolean } | null)?.isContentEditable ?? false
      if (!isEditor && isComposing(pressed) && pressedKey(pressed) === '') pressed.stopImmediatePropagation()
    },
    { capture: true },
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { pressedKey, withholdComposingKeys } from './keyboard.ts'

const press = (key: string, code: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code,
  keyCode: 0,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  ...more,
})

describe('the pressed key', () => {
  it.each([
    ['Enter', press('Enter', 'Enter', { keyCode: 13 }), 'Enter'],
    ['a letter', press('S', 'KeyS', { shiftKey: true }), 's'],
    ['Ctrl+ㄴ', press('ㄴ', 'KeyS', { ctrlKey: true }), 's'],
    ['ㅓ', press('ㅓ', 'KeyJ'), 'j'],
    ['ㅏ', press('ㅏ', 'KeyK'), 'k'],
    ['a doubled consonant', press('ㄸ', 'KeyE', { shiftKey: true }), 'e'],
    ['a letter taken by an input method of Windows outside fields', press('Process', 'KeyJ', { keyCode: 229 }), 'j'],
    ['Ctrl+S during a composition', press('ㄴ', 'KeyS', { ctrlKey: true, isComposing: true }), 's'],
    ['a slash of a Chinese input method', press('、', 'Slash'), '/'],
    ['a full-width space', press('　', 'Space'), ' '],
    ['a Cyrillic letter', press('ы', 'KeyS'), 's'],
    ['AZERTY: A is on the key Q', press('a', 'KeyQ'), 'a'],
    ['Dvorak: S is on the semicolon', press('s', 'Semicolon', { ctrlKey: true }), 's'],
    ['AZERTY: an accented letter', press('é', 'Digit2'), 'é'],
    ['an arrow', press('ArrowDown', 'ArrowDown'), 'ArrowDown'],
  ])('of %s', (_name, event, expected) => expect(pressedKey(event)).toBe(expected))

  it('is none in the event of a field that the browser fills in', () =>
    expect(pressedKey({ keyCode: 0, shiftKey: false, ctrlKey: false, metaKey: false })).toBe(''))

  it.each([
    ['Enter', press('Enter', 'Enter', { isComposing: true })],
    ['Enter of Safari, which has ended the composition', press('Enter', 'Enter', { keyCode: 229 })],
    ['Ctrl+Enter', press('Enter', 'Enter', { keyCode: 229, ctrlKey: true })],
    ['Escape', press('Escape', 'Escape', { isComposing: true })],
    ['an arrow', press('ArrowDown', 'ArrowDown', { keyCode: 229 })],
    ['a letter', press('ㅓ', 'KeyJ', { isComposing: true })],
    ['Enter in React', { ...press('Enter', 'Enter'), isComposing: undefined, nativeEvent: { isComposing: true } }],
  ])('is empty for %s during a composition', (_name, event) => {
    const { isComposing, ...rest } = event
    expect(pressedKey(isComposing === undefined ? rest : { ...rest, isComposing })).toBe('')
  })
})

describe('handlers of libraries', () => {
  const dispatch = (init: object, isContentEditable = false) => {
    const target = Object.assign(new EventTarget(), { isContentEditable })
    withholdComposingKeys(target)
    const handler = vi.fn()
    target.addEventListener('keydown', handler)
    target.dispatchEvent(Object.assign(new Event('keydown'), init))
    return handler.mock.calls.length
  }

  it('get Enter, and no Enter that ends a composition', () => {
    expect(dispatch(press('Enter', 'Enter', { keyCode: 13 }))).toBe(1)
    expect(dispatch(press('Enter', 'Enter', { keyCode: 229 }))).toBe(0)
    expect(dispatch(press('Enter', 'Enter', { isComposing: true }))).toBe(0)
  })

  it('get every key in a text editor, which composes by itself', () =>
    expect(dispatch(press('Enter', 'Enter', { keyCode: 229 }), true)).toBe(1))
})

it('is the only way in which code reads keys', () => {
  const source = join(import.meta.dirname, '../..')
  const direct =
    /\b(?:event|e|nativeEvent|keyboardEvent)\.(?:key|code|keyCode|which|isComposing)\b|\buseHotkeys\b|\bgetHotkeyHandler\b/
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^ui\/browser\/keyboard\.ts$/.test(path))
    .filter((path) => direct.test(readFileSync(join(source, path), 'utf8')))
  expect(found).toEqual([])
})

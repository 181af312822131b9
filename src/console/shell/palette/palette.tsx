import { Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { m } from '#messages/messages.js'
import { Finder } from './finder.tsx'
import { closePalette, openPalette, paletteWords, watchPalette } from './open.ts'
import styles from './palette.module.css'

/** Ctrl+K anywhere, `/` where no list takes it. */
export function Palette() {
  const words = useSyncExternalStore(watchPalette, paletteWords, () => null)
  useHotkeys([['mod+K', () => (paletteWords() === null ? openPalette() : closePalette())]], [])
  // A list has its own use for the key, so it must not be taken from it.
  const search = () => document.querySelector('main input[type="search"]') ?? openPalette()
  useHotkeys([['/', search, { preventDefault: false }]])
  return (
    <Modal
      opened={words !== null}
      onClose={closePalette}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': m.palette_title() } }}
      size={680}
      padding={0}
      yOffset="11.5vh"
      centered={false}
      zIndex={300}
      classNames={{ content: styles.content, body: styles.body }}
    >
      {words !== null && <Finder initial={words} />}
    </Modal>
  )
}

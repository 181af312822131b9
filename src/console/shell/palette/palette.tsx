import { Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { m } from '#messages/messages.js'
import { useShortcuts } from '#ui/browser/use-shortcuts.ts'
import { closePalette, openPalette, paletteWords, watchPalette } from './open-palette.ts'
import styles from './palette.module.css'
import { PaletteSearch } from './palette-search.tsx'

/** Command palette: Ctrl+K anywhere, `/` on screens without a list search. */
export function Palette() {
  const words = useSyncExternalStore(watchPalette, paletteWords, () => null)
  useShortcuts({
    'mod+k': { run: () => (paletteWords() === null ? openPalette() : closePalette()), inFields: true },
    // A list uses `/` for its own search field.
    '/': { run: () => !document.querySelector('main input[type="search"]') && openPalette() },
  })
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
      {words !== null && <PaletteSearch initial={words} />}
    </Modal>
  )
}

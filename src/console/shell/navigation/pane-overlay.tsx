import { Drawer } from '@mantine/core'
import { m } from '#messages/messages.js'
import type { Section } from './navigation.ts'
import { Pane } from './navigation-pane.tsx'
import styles from './pane-overlay.module.css'

interface PaneOverlayProps {
  section: Section
  onClose: () => void
  /** Docks the pane beside the screen; undefined if there is no room. */
  onDock: (() => void) | undefined
}

/** Pane above the screen: traps the focus, closes on Esc. */
export function PaneOverlay({ section, onClose, onDock }: PaneOverlayProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="left"
      size="var(--c-pane-width)"
      withCloseButton={false}
      padding={0}
      zIndex={200}
      attributes={{ content: { 'aria-label': m.shell_places({ section: section.label() }) } }}
      classNames={{ inner: styles.inner, content: styles.content, body: styles.body, overlay: styles.overlay }}
    >
      <Pane section={section} onDock={onDock} onNavigate={onClose} />
    </Drawer>
  )
}

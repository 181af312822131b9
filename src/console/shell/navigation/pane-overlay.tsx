import { Drawer } from '@mantine/core'
import { m } from '#messages/messages.js'
import type { Section } from './navigation.ts'
import { Pane } from './navigation-pane.tsx'
import styles from './pane-overlay.module.css'

interface PaneOverlayProps {
  section: Section
  onClose: () => void
  /** Puts the pane back beside the screen, where there is room for it. */
  dock: (() => void) | undefined
}

/** The pane over the screen: focus stays in it, Esc closes it. */
export function PaneOverlay({ section, onClose, dock }: PaneOverlayProps) {
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
      <Pane section={section} dock={dock} onNavigate={onClose} />
    </Drawer>
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

/** Back link before the title of a screen. `reload` loads a new document, for leaving one with special headers. */
export function BackLink({ to, label, reload = false }: { to: string; label: string; reload?: boolean }) {
  return (
    <Button component={Link} to={to} reloadDocument={reload} variant="subtle" leftSection={<Icon name="back" />}>
      {label}
    </Button>
  )
}

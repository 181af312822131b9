import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

/** The way back before the title of a screen, in words; `reload` leaves a document whose headers are its own. */
export function BackLink({ to, label, reload = false }: { to: string; label: string; reload?: boolean }) {
  return (
    <Button component={Link} to={to} reloadDocument={reload} variant="subtle" leftSection={<Icon name="back" />}>
      {label}
    </Button>
  )
}

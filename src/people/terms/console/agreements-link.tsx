import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'

/** To who has agreed to which version, and who has not yet. */
export function AgreementsLink() {
  return (
    <>
      <Button component={Link} to="/console/terms/compare">
        {m.terms_compare()}
      </Button>
      <Button component={Link} to="/console/terms/agreements">
        {m.terms_agreements()}
      </Button>
    </>
  )
}

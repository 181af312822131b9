import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'

/** Links to the other staff pages of a fair. */
export function FairActions({ fair }: { fair: string }) {
  return (
    <>
      <Button component={Link} to={`/console/fairs/${fair}/board`}>
        {m.fairs_to_board()}
      </Button>
      <Button component={Link} to={`/console/fairs/${fair}/message`}>
        {m.fairs_to_message()}
      </Button>
      {/* Full page load: only the check-in document is allowed to use the camera. */}
      <Button component="a" href={`/console/fairs/${fair}/checkin`}>
        {m.fairs_to_door()}
      </Button>
    </>
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'

/** Where else the operator works on a fair. */
export function FairActs({ fair }: { fair: string }) {
  return (
    <>
      <Button component={Link} to={`/console/fairs/${fair}/board`}>
        {m.fairs_to_board()}
      </Button>
      <Button component={Link} to={`/console/fairs/${fair}/message`}>
        {m.fairs_to_message()}
      </Button>
      {/* A document of its own: only that of the door may open the camera. */}
      <Button component="a" href={`/console/fairs/${fair}/checkin`}>
        {m.fairs_to_door()}
      </Button>
    </>
  )
}

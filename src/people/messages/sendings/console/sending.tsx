import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { m } from '#messages/messages.js'
import { sendingResource } from './resource.tsx'
import SendingForm from './sending-form.tsx'
import { SendingResults } from './sending-results.tsx'

/** Polling interval in ms while a bulk message is running. */
const refreshInterval = 3000

/** A bulk message: the form while it is a draft, the results afterwards. */
export default function SendingScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(sendingResource.path, id),
    queryFn: ({ signal }) => sendingResource.get(id, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'sending' || state.data?.state === 'scheduled' ? refreshInterval : false,
  })
  if (!data)
    return <Screen title={m.sendings_title()}>{error && <FailureNotice error={error} onRetry={refetch} />}</Screen>
  return data.state === 'draft' ? <SendingForm /> : <SendingResults sending={data} />
}

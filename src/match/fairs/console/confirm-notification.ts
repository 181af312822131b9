import { confirmAction } from '#console/kit/parts/dialogs/confirm-action.tsx'
import type { CallOptions } from '#kit/client.ts'
import { type FairNoticeCount, fairChanges } from '#match/matchings/fair-changes/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import type { FairShape } from './fair-resource.tsx'

const client = clientOf({ setBack: fairChanges.setBack })

const texts = {
  withdrawn: m.fairs_set_back_withdrawn,
  closed: m.fairs_set_back_closed,
  paused: m.fairs_set_back_paused,
  returned: m.fairs_set_back_returned,
  moved: m.fairs_set_back_moved,
} as const

/** Text that tells what participants are notified of and how many; undefined without notifications. */
export const describeNotification = ({ kind, ...count }: FairNoticeCount): string | undefined =>
  kind && count.participants > 0 ? texts[kind](count) : undefined

/** Asks for confirmation if participants will be notified of the change. Resolves to true if the fair may be saved. */
export const confirmNotification = async (
  id: string,
  { phase, startsAt, endsAt }: Partial<FairShape>,
  options?: CallOptions,
): Promise<boolean> => {
  const body = { ...(phase && { phase }), ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) }
  if (Object.keys(body).length === 0) return true
  const text = describeNotification(await client.setBack({ params: { id }, body }, options))
  return !text || confirmAction({ title: m.fairs_set_back_title(), text, label: m.fairs_set_back_save() })
}

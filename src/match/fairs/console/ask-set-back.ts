import { confirmAct } from '#console/kit/parts/confirm.tsx'
import type { CallOptions } from '#kit/client.ts'
import { board } from '#match/matchings/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import type { FairShape } from './resource.tsx'

const client = clientOf({ setBack: board.setBack })

const texts = {
  withdrawn: m.fairs_set_back_withdrawn,
  closed: m.fairs_set_back_closed,
  paused: m.fairs_set_back_paused,
  returned: m.fairs_set_back_returned,
  moved: m.fairs_set_back_moved,
} as const

/** Before a change that those who take part are told of: asks, with how many they are. Answers whether to save. */
export const askSetBack = async (
  id: string,
  { phase, startsAt, endsAt }: Partial<FairShape>,
  options?: CallOptions,
): Promise<boolean> => {
  const body = { ...(phase && { phase }), ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) }
  if (Object.keys(body).length === 0) return true
  const { kind, ...told } = await client.setBack({ params: { id }, body }, options)
  if (!kind || told.participants === 0) return true
  return confirmAct({ title: m.fairs_set_back_title(), text: texts[kind](told), label: m.fairs_set_back_save() })
}

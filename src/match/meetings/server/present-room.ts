import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { withoutUnreleased } from '#match/matchings/server/find-matchings.ts'
import { presentLines } from '#match/matchings/server/present-matchings.ts'
import type { Room } from '../contract.ts'
import { entryClosesAt, entryStateOf, opensAt } from '../rules.ts'
import type { RoomAccess } from './access-room.ts'

/** Room as the caller sees it before entering. */
export const presentRoom = async (context: Context, { found, meeting, role, wasIn }: RoomAccess): Promise<Room> => {
  const [line] = await presentLines(context, [withoutUnreleased(found)])
  if (!line) throw new AppError('not_found')
  const now = context.now()
  const company = ({ _id, name, timeZone }: typeof line.seller) => ({ _id, name, timeZone })
  return {
    matching: line._id,
    fair: line.fair,
    seller: company(line.seller),
    buyer: company(line.buyer),
    product: line.product,
    startAt: meeting.startsAt.toISOString(),
    endAt: meeting.endsAt.toISOString(),
    opensAt: opensAt(meeting).toISOString(),
    closesAt: entryClosesAt(meeting, wasIn).toISOString(),
    door: entryStateOf(meeting, now, wasIn),
    role,
    now: now.toISOString(),
  }
}

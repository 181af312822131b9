import qrcode from 'qrcode'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { codeText } from '#kit/text/typed-code.ts'
import { listBadgeCodes } from '#match/checkins/server/list-badge-codes.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import { type FoundMatching, sideOf } from '../../server/find-matchings.ts'
import type { OwnBadge } from '../contract.ts'

/**
 * Returns the QR text of a badge: the address of the company's page in the fair, with the check-in code after `#`,
 * which browsers do not send to the server. Without a site address, the code alone.
 */
export const badgeText = (
  origin: string,
  fair: { id: string },
  profile: { id: string; role: string },
  code: string,
): string => (origin ? `${origin}/match/fairs/${fair.id}/${profile.role}s/${profile.id}#${code}` : code)

/** Returns the badge of the caller's company for a confirmed in-person meeting; throws `conflict` otherwise. */
export const createBadge = async (context: Context, found: FoundMatching): Promise<z.input<typeof OwnBadge>> => {
  const { matching, fair } = found
  const profile = found[sideOf(context, found)]
  const code = (await listBadgeCodes(context, fair.id)).get(profile.id)
  if (matching.state !== 'confirmed' || matching.way !== 'offline' || !code)
    throw new AppError('conflict', { fields: { state: 'matching_badge' } })
  const says = badgeText(await matchOrigin(context), fair, profile, code)
  return {
    words: codeText(code),
    qr: await qrcode.toString(says, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' }),
  }
}

import qrcode from 'qrcode'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { badgeCodes, codeText } from '#match/checkins/service.ts'
import { matchOrigin } from '#platform/settings/service.ts'
import type { OwnBadge } from './contract-badge.ts'
import { type FoundMatching, sideOf } from './service.ts'

/**
 * What a badge's QR says: the company's page in the fair, and behind the # the code that the door reads, which no request
 * carries. Where the site has no address to name, the code alone.
 */
export const badgeText = (
  origin: string,
  fair: { id: string },
  profile: { id: string; role: string },
  code: string,
): string => (origin ? `${origin}/match/fairs/${fair.id}/${profile.role}s/${profile.id}#${code}` : code)

/** The own badge of a fair, for the door: of a meeting in person that is agreed on. */
export const ownBadge = async (context: Context, found: FoundMatching): Promise<z.input<typeof OwnBadge>> => {
  const { matching, fair } = found
  const profile = found[sideOf(context, found)]
  const code = (await badgeCodes(context, fair.id)).get(profile.id)
  if (matching.state !== 'confirmed' || matching.way !== 'offline' || !code)
    throw new AppError('conflict', { fields: { state: 'matching_badge' } })
  const says = badgeText(await matchOrigin(context), fair, profile, code)
  return {
    words: codeText(code),
    qr: await qrcode.toString(says, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' }),
  }
}

import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { Coupon } from '../contract.ts'
import { promptMembers } from './choose-members.tsx'
import { audienceLabels, client, couponName } from './resource.tsx'

/** Issues a coupon to its audience after confirmation; returns whether any member received it. */
export const issue = async (coupon: Coupon): Promise<boolean> => {
  const name = couponName(coupon)
  const isNamed = coupon.audience === 'list' || coupon.audience === 'code'
  const usernames = isNamed ? await promptMembers(m.coupons_issue_named({ name })) : []
  if (usernames === null) return false
  if (!isNamed) {
    const sure = await confirmDestructive({
      title: m.coupons_issue_title(),
      text: m.coupons_issue_text({ name, audience: audienceLabels[coupon.audience]() }),
      label: m.coupons_act_issue(),
    })
    if (!sure) return false
  }
  try {
    const { given, unknown } = await client.issue({ params: { id: coupon._id }, body: { usernames } })
    showSuccess(m.coupons_said_issued({ count: given }))
    if (unknown.length > 0) showError(m.coupons_unknown({ names: unknown.join(', ') }))
    return true
  } catch (error) {
    showError(refusalMessage(error))
    return false
  }
}

/** Withdraws a coupon for a reason; returns whether it was withdrawn. */
export const withdraw = async (coupon: Coupon): Promise<boolean> => {
  const reason = await askReason({
    title: m.coupons_withdraw_title(),
    text: m.coupons_withdraw_text({ name: couponName(coupon), count: coupon.issued - coupon.used }),
    label: m.coupons_act_withdraw(),
    harm: true,
  })
  if (reason === null) return false
  try {
    await client.withdraw({ params: { id: coupon._id }, body: { reason } })
    showSuccess(m.coupons_said_withdrawn({ count: 1 }))
    return true
  } catch (error) {
    showError(refusalMessage(error))
    return false
  }
}

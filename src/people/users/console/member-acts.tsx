import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import styles from './member.module.css'
import type { MemberPartProps } from './member-rows.tsx'
import { client } from './resource.tsx'

/** Sends a link to set a new password. */
export function ResetButton({ member, reload }: MemberPartProps) {
  const send = useMutation({
    mutationFn: () => client.reset({ params: { id: member._id } }),
    onSuccess: ({ channel }) => {
      showSuccess(channel === 'EMAIL' ? m.users_said_reset_mail() : m.users_said_reset_sms())
      reload()
    },
    onError: (error) => showError(refusalMessage(error)),
  })
  const canBeReached = Boolean(member.email ?? member.phone) && member.state !== 'locked'
  const hint = canBeReached ? m.users_field_beyond() : m.users_reset_not()
  return (
    <Button
      leftSection={<Icon name="mail" />}
      disabled={!canBeReached || !member.mayRecover || send.isPending}
      title={canBeReached && member.mayRecover ? undefined : hint}
      onClick={() => send.mutate()}
    >
      {m.users_reset()}
    </Button>
  )
}

/** Runs an action and reports a refusal. */
const runAction = async (work: () => Promise<void>) => {
  try {
    await work()
  } catch (error) {
    showError(refusalMessage(error))
  }
}

/** Locks or unlocks an account, with a reason. */
export function LockButton({ member, reload }: MemberPartProps) {
  const isLocked = member.state === 'locked'
  const changeState = () =>
    runAction(async () => {
      const reason = await askReason(
        isLocked
          ? { title: m.users_unlock_title({ name: member.name }), text: m.users_unlock_text(), label: m.users_unlock() }
          : {
              title: m.users_lock_title({ name: member.name }),
              text: m.users_lock_text(),
              label: m.users_lock(),
              harm: true,
            },
      )
      if (reason === null) return
      await client[isLocked ? 'unlock' : 'lock']({ params: { id: member._id }, body: { reason } })
      showSuccess(isLocked ? m.users_said_unlocked({ count: 1 }) : m.users_said_locked({ count: 1 }))
      reload()
    })
  return (
    <Button
      data-harm={!isLocked || undefined}
      leftSection={<Icon name="lock" />}
      disabled={member.isLastOwner}
      onClick={() => void changeState()}
    >
      {isLocked ? m.users_unlock() : m.users_lock()}
    </Button>
  )
}

/** Locks or ends an account, each with a reason. */
export function MemberActs(part: MemberPartProps) {
  const { member, mayChange, reload } = part
  const navigate = useNavigate()
  const params = { id: member._id }
  const { since, passkeys, mayReset } = member.secondStep
  const resetSecondStep = () =>
    runAction(async () => {
      const reason = await askReason({
        title: m.users_second_reset_title({ name: member.name }),
        text: m.users_second_reset_text(),
        label: m.users_second_reset(),
        harm: true,
      })
      if (reason === null) return
      await client.resetSecondStep({ params, body: { reason } })
      showSuccess(m.users_said_second_reset())
      reload()
    })
  const withdrawMember = () =>
    runAction(async () => {
      const { withdrawal } = await client.outlookOf({ params })
      if (withdrawal.blocks.length > 0) {
        showError(m.users_withdraw_blocked({ what: withdrawal.blocks.map(({ title }) => title).join(', ') }))
        return
      }
      const last = withdrawal.held
        .map(({ until }) => formatSeoulDay(until))
        .sort()
        .at(-1)
      const reason = await askReason({
        title: m.users_withdraw_title({ name: member.name }),
        text: last ? m.users_withdraw_held({ day: last }) : m.users_withdraw_text(),
        label: m.users_withdraw(),
        harm: true,
      })
      if (reason === null) return
      await client.withdrawOf({ params, body: { reason } })
      showSuccess(m.users_said_withdrawn())
      void navigate('/console/users', { replace: true })
      reload()
    })
  return (
    <section>
      <h2>{m.users_acts()}</h2>
      {mayChange ? (
        <div className={styles.acts}>
          <LockButton {...part} />
          {(since || passkeys > 0) && (
            <Button
              data-harm
              leftSection={<Icon name="restore" />}
              disabled={!mayReset}
              title={mayReset ? undefined : member.mayRecover ? m.users_second_reset_not() : m.users_field_beyond()}
              onClick={() => void resetSecondStep()}
            >
              {m.users_second_reset()}
            </Button>
          )}
          <Button data-harm disabled={member.isLastOwner} onClick={() => void withdrawMember()}>
            {m.users_withdraw()}
          </Button>
        </div>
      ) : (
        <p>{m.users_acts_none()}</p>
      )}
      {member.isLastOwner && <p>{m.users_field_last_owner()}</p>}
    </section>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { confirmAction } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import type { Sending } from '../contract.ts'
import { sendingActionClient, toSending } from './resource.tsx'

interface Props {
  sending: Sending
  rights: { disabled?: boolean; title?: string }
  onDecided: (answer: { sending: Sending }) => void
}

/**
 * Buttons for a bulk message that waits for approval: a colleague approves or returns it, the requester withdraws it.
 */
export function ApprovalActs({ sending, rights, onDecided }: Props) {
  const session = useSession()
  const isOwn = sending.asked?._id === session?.userId
  const params = { id: sending._id }
  const approve = useMutation({
    mutationFn: () => sendingActionClient.approve({ params, body: { updatedAt: sending.updatedAt } }),
    onSuccess: (answer) => {
      onDecided(answer)
      showSuccess(m.sendings_said_approved())
    },
    onError: showError,
  })
  const giveBack = useMutation({
    mutationFn: (reason: string) => sendingActionClient.giveBack({ params, body: { reason } }),
    onSuccess: (answer) => {
      onDecided(answer)
      showSuccess(m.sendings_said_returned())
    },
    onError: showError,
  })
  const isLate = sending.sendAt !== null && Date.parse(sending.sendAt) < Date.now()
  const label =
    sending.sendAt && !isLate ? m.sendings_approve_at({ time: shortInstant(sending.sendAt) }) : m.sendings_approve_now()
  const askApprove = async () => {
    try {
      const { gate } = await sendingActionClient.gate({ body: toSending(sending) })
      const isConfirmed = await confirmAction({
        title: m.sendings_approve_confirm({ count: gate.allowed }),
        text: isLate ? m.sendings_approve_late() : m.sendings_send_confirm_text(),
        label,
      })
      if (isConfirmed) approve.mutate()
    } catch (error) {
      showError(error)
    }
  }
  const askBack = async () => {
    const reason = await askReason({
      title: m.sendings_return(),
      text: m.sendings_return_text(),
      label: m.sendings_return(),
    })
    if (reason) giveBack.mutate(reason)
  }
  if (isOwn)
    return (
      <Button {...rights} loading={giveBack.isPending} onClick={() => giveBack.mutate('')}>
        {m.sendings_take_back()}
      </Button>
    )
  return (
    <>
      <Button {...rights} loading={giveBack.isPending} onClick={() => void askBack()}>
        {m.sendings_return()}
      </Button>
      <Button {...rights} variant="filled" loading={approve.isPending} onClick={() => void askApprove()}>
        {label}
      </Button>
    </>
  )
}

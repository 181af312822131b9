import type { z } from 'zod'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { clientOf } from '#session/session.ts'
import {
  type MessageTemplate,
  type MessageTemplateInput,
  messageTemplates,
  type Sending,
  type SendingInput,
  type SendingLine,
  sendingRoutes,
  sendings,
} from '../contract.ts'
import {
  type ExclusionReason,
  type Field,
  type Purpose,
  placeholderFields,
  type RecipientState,
  type SendingChannel,
  type SendingError,
  type SendingState,
} from '../rules.ts'

export const sendingActionClient = clientOf(sendingRoutes)
export const sendingResource = consoleResource(sendings)
export const templateResource = consoleResource(messageTemplates)

export type SendingShape = z.output<typeof SendingInput>
export type TemplateShape = z.output<typeof MessageTemplateInput>

export const blankSending: SendingShape = {
  channel: 'mail',
  purpose: 'notice',
  subject: {},
  html: {},
  text: {},
  alimtalk: null,
  audience: { by: 'filter', levels: [], kinds: [], consent: null, q: '', list: [], group: null },
  sendAt: null,
}

export const blankTemplate: TemplateShape = {
  title: '',
  channel: 'mail',
  purpose: 'notice',
  subject: {},
  html: {},
  text: {},
  alimtalk: null,
}

export const toSending = ({
  channel,
  purpose,
  subject,
  html,
  text,
  alimtalk,
  audience,
  sendAt,
}: Sending): SendingShape => ({
  channel,
  purpose,
  subject,
  html,
  text,
  alimtalk,
  audience,
  sendAt,
})

export const toTemplate = ({ _id, createdAt, updatedAt, ...fields }: MessageTemplate): TemplateShape => fields

export const sendingName = ({ subject, createdAt }: SendingLine): string =>
  subject.ko || createdAt.slice(0, 16).replace('T', ' ')

export const channelLabels: Record<SendingChannel, () => string> = {
  mail: m.sendings_channel_mail,
  sms: m.sendings_channel_sms,
  alimtalk: m.sendings_channel_alimtalk,
}

export const purposeLabels: Record<Purpose, () => string> = {
  notice: m.sendings_purpose_notice,
  advertising: m.sendings_purpose_advertising,
}

export const sendingStateLabels: Record<SendingState, () => string> = {
  draft: m.sendings_state_draft,
  asked: m.sendings_state_asked,
  scheduled: m.sendings_state_scheduled,
  sending: m.sendings_state_sending,
  done: m.sendings_state_done,
  cancelled: m.sendings_state_cancelled,
}

export const sendingStateMarks: Record<SendingState, Mark> = {
  draft: 'draft',
  asked: 'new',
  scheduled: 'scheduled',
  sending: 'assigned',
  done: 'answered',
  cancelled: 'ended',
}

export const recipientStateLabels: Record<RecipientState, () => string> = {
  queued: m.sendings_recipient_queued,
  claimed: m.sendings_recipient_claimed,
  sent: m.sendings_recipient_sent,
  failed: m.sendings_recipient_failed,
  unsure: m.sendings_recipient_unsure,
  skipped: m.sendings_recipient_skipped,
  cancelled: m.sendings_recipient_cancelled,
}

export const recipientMarks: Record<RecipientState, Mark> = {
  queued: 'scheduled',
  claimed: 'assigned',
  sent: 'answered',
  failed: 'wrong',
  unsure: 'wrong',
  skipped: 'hidden',
  cancelled: 'ended',
}

export const reasonLabels: Record<ExclusionReason, () => string> = {
  withdrawn: m.sendings_reason_withdrawn,
  locked: m.sendings_reason_locked,
  dormant: m.sendings_reason_dormant,
  unknown: m.sendings_reason_unknown,
  no_address: m.sendings_reason_no_address,
  bad_address: m.sendings_reason_bad_address,
  returned: m.sendings_reason_returned,
  no_consent: m.sendings_reason_no_consent,
  opted_out: m.sendings_reason_opted_out,
  duplicate: m.sendings_reason_duplicate,
}

export const errorLabels: Record<SendingError, () => string> = {
  empty: m.sendings_fault_empty,
  no_sender: m.sendings_fault_no_sender,
  no_provider: m.sendings_fault_no_provider,
  no_kakao: m.sendings_fault_no_kakao,
  no_template: m.sendings_fault_no_template,
  no_public_url: m.sendings_fault_no_public_url,
  alimtalk_advertising: m.sendings_fault_alimtalk_advertising,
}

export const getFieldLabel = (field: Field): string => placeholderFields[field][getLocale()]

/** Returns the placeholder names in the console's language. */
export const listPlaceholderNames = (): string =>
  (Object.keys(placeholderFields) as Field[]).map((field) => `{${getFieldLabel(field)}}`).join(' ')

/** Returns the number of recipients of a bulk message. */
export const countRecipients = ({ counts }: Pick<SendingLine, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { clientOf } from '#session/session.ts'
import { type Faq, type FaqInput, faqs } from '../contract.ts'

export const client = clientOf(faqs)
export const resource = consoleResource(faqs)

export type FaqShape = z.output<typeof FaqInput>

export const toInput = ({ _id, createdAt, updatedAt, ...fields }: Faq): FaqShape => fields

export const blank: FaqShape = {
  type: 'inquiry',
  question: { ko: '' },
  answer: { ko: '' },
  position: 0,
  visible: true,
}

import type { z } from 'zod'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { templates as contract, TemplateInput } from './contract.ts'

type Input = z.input<typeof TemplateInput>

/** Returns valid API input for a new template. */
export const templateInput = (overrides: Partial<Input> = {}): Input => ({
  title: '자료 요청',
  subject: { ko: '[{접수번호}] 자료를 보내 주십시오', en: '[{number}] Papers we need' },
  text: { ko: '{이름} 님, {건물}의 사용검사일은 {사용검사일}입니다.', en: 'Dear {name}, …' },
  ...overrides,
})

export const samples: Samples<typeof contract> = {
  create: () => ({ body: templateInput() }),
}

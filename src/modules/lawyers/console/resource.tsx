import type { z } from 'zod'
import { consoleResource } from '#console/parts/resource.ts'
import { type Lawyer, type LawyerInput, lawyers } from '../contract.ts'

export const resource = consoleResource(lawyers)

export type LawyerShape = z.output<typeof LawyerInput>

export const lawyerName = (lawyer: Lawyer): string => lawyer.title.ko

export const toInput = ({ _id, createdAt, updatedAt, picture, ...fields }: Lawyer): LawyerShape => ({
  ...fields,
  picture: picture?._id ?? null,
})

export const blank: LawyerShape = {
  key: '',
  title: { ko: '' },
  titleEn: '',
  comment: {},
  info: { ko: [] },
  ceo: false,
  representative: false,
  practices: [],
  office: null,
  picture: null,
  position: 0,
  visible: true,
}

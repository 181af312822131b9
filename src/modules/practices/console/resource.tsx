import type { z } from 'zod'
import { consoleResource } from '#console/parts/resource.ts'
import { type Practice, type PracticeInput, practices } from '../contract.ts'

export const resource = consoleResource(practices)

type Shape = z.output<typeof PracticeInput>

export const practiceName = (practice: Practice): string => practice.title.ko

export const toInput = ({ _id, createdAt, updatedAt, picture, pictures: _, ...fields }: Practice): Shape => ({
  ...fields,
  picture: picture?._id ?? null,
})

export const blank: Shape = {
  key: '',
  path: '/business/',
  title: { ko: '' },
  summary: {},
  picture: null,
  blocks: [],
  position: 0,
  visible: true,
}

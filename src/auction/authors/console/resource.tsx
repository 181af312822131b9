import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Author, type AuthorInput, authors } from '../contract.ts'

export const resource = consoleResource(authors)

export type AuthorShape = z.output<typeof AuthorInput>

export const toInput = ({ _id, createdAt, updatedAt, picture, ...fields }: Author): AuthorShape => ({
  ...fields,
  picture: picture?._id ?? null,
})

export const blank: AuthorShape = {
  key: '',
  name: { ko: '' },
  born: null,
  died: null,
  biography: {},
  picture: null,
  visible: true,
}

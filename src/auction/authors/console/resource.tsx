import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { blankInput, pickInput } from '#kit/input-fields.ts'
import { type Author, AuthorInput, authors } from '../contract.ts'

export const resource = consoleResource(authors)

export const toInput = (author: Author) => ({
  ...pickInput(AuthorInput, author),
  picture: author.picture?._id ?? null,
})

export const blank = blankInput(AuthorInput, { key: '', name: { ko: '' } })

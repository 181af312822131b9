import { createClient, type Transport } from '../client.ts'
import type { Picture, RouteDeclaration, StoredFile } from '../contract.ts'
import type { CrudRoutes, InputOf, ItemOf } from '../resource.ts'

/** Draft as edited in a form. */
export interface Draft<Shape> {
  /** Version of the draft. */
  updatedAt: string
  /** Name of the user who last saved it. */
  by: string
  /** Version of the record that the draft is based on (`madeFrom`), and the record's content then (`base`). */
  madeFrom: string
  base: Shape
  content: Shape
  pictures: Picture[]
  files: StoredFile[]
}

/** Client of `draftRoutes`, with the same names for every module. All calls throw `CallRefused`. */
export interface Drafts<Item, Shape> {
  read(id: string): Promise<Draft<Shape>>
  /** `updatedAt` is the version of the draft that was read; absent for a new draft. */
  save(id: string, input: { content: Shape; madeFrom: string; updatedAt?: string }): Promise<Draft<Shape>>
  discard(id: string, updatedAt: string): Promise<void>
  publish(id: string, updatedAt: string): Promise<Item>
  preview(input: { id?: string; content: Shape }): Promise<{ token: string; until: string }>
}

export interface DraftRoutes {
  draft: RouteDeclaration
  saveDraft: RouteDeclaration
  discardDraft: RouteDeclaration
  publishDraft: RouteDeclaration
  preview: RouteDeclaration
}

type LooseClient = Record<keyof DraftRoutes, (input: object, options?: object) => Promise<Record<string, unknown>>>

/** Creates the draft client of a module's contract. */
export const draftsOf = <C extends CrudRoutes & DraftRoutes>(
  contract: C,
  transport: Transport,
): Drafts<ItemOf<C>, InputOf<C>> => {
  const { draft, saveDraft, discardDraft, publishDraft, preview } = contract
  // As in `resourceOf`: the types above derive from the contract that the server validates with.
  const client = createClient(
    { draft, saveDraft, discardDraft, publishDraft, preview },
    transport,
  ) as unknown as LooseClient
  const only = <Value>(answer: Record<string, unknown>): Value => Object.values(answer)[0] as Value
  return {
    read: async (id) => only(await client.draft({ params: { id } })),
    save: async (id, body) => only(await client.saveDraft({ params: { id }, body })),
    discard: async (id, updatedAt) => {
      await client.discardDraft({ params: { id } }, { headers: { 'if-match': `"${updatedAt}"` } })
    },
    publish: async (id, updatedAt) => only(await client.publishDraft({ params: { id }, body: { updatedAt } })),
    preview: async (body) => only(await client.preview({ body })),
  }
}

import type { Contract, RouteDeclaration } from '#kit/contract.ts'
import type { Context } from '#kit/server/context.ts'
import { modules } from '../../src/modules.ts'
import { type MakeSample, readSamples, type Sample } from './module-samples.ts'

export interface Tested {
  path: string
  module: string
  key: string
  route: RouteDeclaration
  contract: Contract
}

/** Every route of the registry, by its name in the module's contract. */
export const allRoutes = (): Tested[] =>
  modules.flatMap(({ name, contract }) =>
    Object.entries(contract).map(([key, route]) => ({
      path: `${route.method} ${route.path}`,
      module: name,
      key,
      route,
      contract,
    })),
  )

export interface Stored {
  _id: string
  updatedAt: string
}
/** The record in an answer, under its name. */
export const storedIn = (answer: object): Stored => Object.values(answer)[0] as Stored

/** Calls a route as an allowed caller; throws if refused. Returns the answer. */
type Send = (route: RouteDeclaration, sample: Omit<Sample, 'body'> & { body?: unknown }) => Promise<object>

interface Maker {
  /** Sample input of a route; null if the module's samples do not provide one. */
  find(tested: Pick<Tested, 'module' | 'key' | 'contract'>): Promise<Partial<Sample> | null>
  /** As `find`, for a route with a body; throws if the module has no sample. */
  sampleOf(tested: Pick<Tested, 'module' | 'key' | 'contract'>): Promise<Sample>
}

type ModuleRoute = Pick<Tested, 'module' | 'contract'>

/** Samples of routes: those of the modules' factories, and those derived from a record that `create` made. */
export const routeSamples = async (
  context: () => Context,
  send: Send,
): Promise<Maker & { samples: ReadonlyMap<string, Record<string, MakeSample>> }> => {
  const samples = await readSamples()

  const created = async ({ module, contract: { create } }: ModuleRoute) => {
    const sample = await samples.get(module)?.create?.(context())
    if (!create || !sample?.body) throw new Error(`src/*/${module}/factory.ts has no sample for create`)
    return { content: sample.body, ...storedIn(await send(create, sample)) }
  }
  const recordOf = async (moduleRoute: ModuleRoute) => ({ params: { id: (await created(moduleRoute))._id } })
  const saveDraft = async (moduleRoute: ModuleRoute) => {
    const { _id, updatedAt, content } = await created(moduleRoute)
    return { params: { id: _id }, body: { content, madeFrom: updatedAt } }
  }
  const savedDraft = async (moduleRoute: ModuleRoute) => {
    const { params, body } = await saveDraft(moduleRoute)
    if (!moduleRoute.contract.saveDraft) throw new Error(`${moduleRoute.module} publishes drafts and saves none`)
    return { params, saved: storedIn(await send(moduleRoute.contract.saveDraft, { params, body })) }
  }

  /** Derived samples, by the route names of `crud` and `draftRoutes`. */
  const derived: Record<string, (moduleRoute: ModuleRoute) => Promise<Partial<Sample>>> = {
    get: recordOf,
    remove: recordOf,
    saveDraft,
    async update(moduleRoute) {
      const { _id, updatedAt, content } = await created(moduleRoute)
      return { params: { id: _id }, body: { ...content, updatedAt } }
    },
    async draft(moduleRoute) {
      const { params } = await savedDraft(moduleRoute)
      return { params }
    },
    async discardDraft(moduleRoute) {
      const { params } = await savedDraft(moduleRoute)
      return { params }
    },
    async publishDraft(moduleRoute) {
      const { params, saved } = await savedDraft(moduleRoute)
      return { params, body: { updatedAt: saved.updatedAt } }
    },
    async preview(moduleRoute) {
      const { _id, content } = await created(moduleRoute)
      return { body: { id: _id, content } }
    },
  }

  const find: Maker['find'] = async ({ module, key, contract }) => {
    const own = samples.get(module)?.[key]
    if (own) return own(context())
    return contract.create && samples.get(module)?.create
      ? ((await derived[key]?.({ module, contract })) ?? null)
      : null
  }
  return {
    samples,
    find,
    async sampleOf(tested) {
      const found = await find(tested)
      if (!found?.body)
        throw new Error(`Needed in src/*/${tested.module}/factory.ts: a sample of what ${tested.key} takes.`)
      return { ...found, body: found.body }
    },
  }
}

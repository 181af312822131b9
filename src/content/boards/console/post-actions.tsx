import { joinNames } from '#console/kit/list/actions/common-actions.ts'
import { type ActionResult, forEachRecord, type ListAction } from '#console/kit/list/actions/list-actions.ts'
import { locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { Post, PostLine } from '../contract.ts'
import { client, getPostName, type PostShape, resource } from './post-resource.tsx'

type BulkAct = 'publish' | 'hide' | 'trash' | 'restore' | 'destroy'

const listIds = (posts: readonly PostLine[]) => posts.map(({ _id }) => _id)
const isTrashShown = (filters: Record<string, string>) => filters.trashed === 'true'
const isTrashHidden = (filters: Record<string, string>) => !isTrashShown(filters)

/** Runs one bulk request and returns the number of changed posts. */
const runBulk = async (posts: readonly PostLine[], act: BulkAct): Promise<number> =>
  (await client.bulk({ body: { ids: listIds(posts), act } })).changed

type GetPreviousValues = (post: PostLine, current: Post) => Partial<PostShape>

/** Returns an undo that restores earlier values on the current version of each post. */
const createUndo = (posts: readonly PostLine[], before: GetPreviousValues) => async () => {
  await forEachRecord(posts, async (post) => {
    const current = await resource.get(post._id)
    await resource.update(post._id, before(post, current), current.updatedAt)
  })
}

/** Restores the state and period of each language; keeps the current texts. */
const getVisibilityBefore: GetPreviousValues = ({ texts: before }, { texts }) => {
  const all = { ...texts }
  for (const locale of locales) {
    const [text, previous] = [texts[locale], before[locale]]
    if (text && previous)
      all[locale] = { ...text, state: previous.state, publishFrom: previous.publishFrom, publishTo: previous.publishTo }
  }
  return { texts: all }
}

/** Updates each post in its own request. */
const changeEach = async (
  posts: readonly PostLine[],
  change: (post: PostLine) => Partial<PostShape>,
  before: GetPreviousValues,
): Promise<ActionResult> => {
  const { done, failed } = await forEachRecord(posts, (post) => resource.update(post._id, change(post), post.updatedAt))
  return { done: done.length, failed, undo: createUndo(done, before) }
}

interface Choices {
  boards: { value: string; label: string }[]
  /** Categories of the board that filters the list; empty without such a filter. */
  categories: { value: string; label: string }[]
}

/** Returns the bulk actions, from least to most destructive. */
export const listPostActions = ({ boards, categories }: Choices): ListAction<PostLine>[] => [
  {
    key: 'publish',
    label: m.boards_act_publish(),
    icon: 'publish',
    appliesTo: isTrashHidden,
    run: async (posts) => ({
      done: await runBulk(posts, 'publish'),
      failed: [],
      undo: createUndo(posts, getVisibilityBefore),
    }),
    doneText: (count) => m.boards_said_published({ count }),
  },
  {
    key: 'hide',
    label: m.list_act_hide(),
    icon: 'eyeOff',
    appliesTo: isTrashHidden,
    run: async (posts) => ({
      done: await runBulk(posts, 'hide'),
      failed: [],
      undo: createUndo(posts, getVisibilityBefore),
    }),
    doneText: (count) => m.boards_said_hidden({ count }),
  },
  {
    key: 'move',
    label: m.boards_act_move(),
    icon: 'move',
    appliesTo: isTrashHidden,
    choices: boards,
    run: (posts, code) =>
      changeEach(
        posts.filter((post) => post.code !== code),
        () => ({ code, category: null }),
        (post) => ({ code: post.code, category: post.category }),
      ),
    doneText: (count) => m.boards_said_moved({ count }),
  },
  ...(categories.length > 0
    ? [
        {
          key: 'category',
          label: m.boards_category(),
          icon: 'tag' as const,
          appliesTo: isTrashHidden,
          choices: categories,
          run: (posts: PostLine[], category: string) =>
            changeEach(
              posts.filter((post) => post.category !== category),
              () => ({ category }),
              (post) => ({ category: post.category }),
            ),
          doneText: (count: number) => m.boards_said_moved({ count }),
        },
      ]
    : []),
  {
    key: 'restore',
    label: m.boards_act_restore(),
    icon: 'restore',
    appliesTo: isTrashShown,
    run: async (posts) => ({
      done: await runBulk(posts, 'restore'),
      failed: [],
      undo: async () => void (await runBulk(posts, 'trash')),
    }),
    doneText: (count) => m.boards_said_restored({ count }),
  },
  {
    key: 'trash',
    label: m.boards_act_trash(),
    icon: 'trash',
    isHarmful: true,
    appliesTo: isTrashHidden,
    run: async (posts) => ({
      done: await runBulk(posts, 'trash'),
      failed: [],
      undo: async () => void (await runBulk(posts, 'restore')),
    }),
    doneText: (count) => m.boards_said_trashed({ count }),
  },
  {
    key: 'destroy',
    label: m.boards_act_destroy(),
    icon: 'trash',
    isHarmful: true,
    appliesTo: isTrashShown,
    confirm: (posts) => ({
      title: m.list_remove_title({ count: posts.length }),
      text: `${joinNames(posts, getPostName)}. ${m.form_delete_help()}`,
      label: m.list_remove_confirm({ count: posts.length }),
    }),
    run: async (posts) => ({ done: await runBulk(posts, 'destroy'), failed: [] }),
    doneText: (count) => m.list_said_removed({ count }),
  },
]

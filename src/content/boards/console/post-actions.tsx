import { joinNames } from '#console/kit/list/actions/common-actions.ts'
import { type ActionResult, forEachRecord, type ListAction } from '#console/kit/list/actions/list-actions.ts'
import { locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { Post, PostLine } from '../contract.ts'
import { client, getPostName, type PostShape, resource } from './post-resource.tsx'

type BulkAct = 'publish' | 'hide' | 'trash' | 'restore' | 'destroy'

const idsOf = (posts: readonly PostLine[]) => posts.map(({ _id }) => _id)
const inTrash = (filters: Record<string, string>) => filters.trashed === 'true'
const notInTrash = (filters: Record<string, string>) => !inTrash(filters)

/** Runs one bulk request and returns the number of changed posts. */
const bulk = async (posts: readonly PostLine[], act: BulkAct): Promise<number> =>
  (await client.bulk({ body: { ids: idsOf(posts), act } })).changed

type Before = (post: PostLine, now: Post) => Partial<PostShape>

/** Returns an undo that restores earlier values on the current version of each post. */
const putBack = (posts: readonly PostLine[], before: Before) => async () => {
  await forEachRecord(posts, async (post) => {
    const now = await resource.get(post._id)
    await resource.update(post._id, before(post, now), now.updatedAt)
  })
}

/** Restores the state and period of each language; keeps the current texts. */
const shownBefore: Before = ({ texts: before }, { texts }) => {
  const all = { ...texts }
  for (const locale of locales) {
    const [text, was] = [texts[locale], before[locale]]
    if (text && was) all[locale] = { ...text, state: was.state, publishFrom: was.publishFrom, publishTo: was.publishTo }
  }
  return { texts: all }
}

/** Updates each post in its own request. */
const changeEach = async (
  posts: readonly PostLine[],
  change: (post: PostLine) => Partial<PostShape>,
  before: Before,
): Promise<ActionResult> => {
  const { done, failed } = await forEachRecord(posts, (post) => resource.update(post._id, change(post), post.updatedAt))
  return { done: done.length, failed, undo: putBack(done, before) }
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
    when: notInTrash,
    run: async (posts) => ({
      done: await bulk(posts, 'publish'),
      failed: [],
      undo: putBack(posts, shownBefore),
    }),
    said: (count) => m.boards_said_published({ count }),
  },
  {
    key: 'hide',
    label: m.list_act_hide(),
    icon: 'eyeOff',
    when: notInTrash,
    run: async (posts) => ({
      done: await bulk(posts, 'hide'),
      failed: [],
      undo: putBack(posts, shownBefore),
    }),
    said: (count) => m.boards_said_hidden({ count }),
  },
  {
    key: 'move',
    label: m.boards_act_move(),
    icon: 'move',
    when: notInTrash,
    choices: boards,
    run: (posts, code) =>
      changeEach(
        posts.filter((post) => post.code !== code),
        () => ({ code, category: null }),
        (post) => ({ code: post.code, category: post.category }),
      ),
    said: (count) => m.boards_said_moved({ count }),
  },
  ...(categories.length > 0
    ? [
        {
          key: 'category',
          label: m.boards_category(),
          icon: 'tag' as const,
          when: notInTrash,
          choices: categories,
          run: (posts: PostLine[], category: string) =>
            changeEach(
              posts.filter((post) => post.category !== category),
              () => ({ category }),
              (post) => ({ category: post.category }),
            ),
          said: (count: number) => m.boards_said_moved({ count }),
        },
      ]
    : []),
  {
    key: 'restore',
    label: m.boards_act_restore(),
    icon: 'restore',
    when: inTrash,
    run: async (posts) => ({
      done: await bulk(posts, 'restore'),
      failed: [],
      undo: async () => void (await bulk(posts, 'trash')),
    }),
    said: (count) => m.boards_said_restored({ count }),
  },
  {
    key: 'trash',
    label: m.boards_act_trash(),
    icon: 'trash',
    harm: true,
    when: notInTrash,
    run: async (posts) => ({
      done: await bulk(posts, 'trash'),
      failed: [],
      undo: async () => void (await bulk(posts, 'restore')),
    }),
    said: (count) => m.boards_said_trashed({ count }),
  },
  {
    key: 'destroy',
    label: m.boards_act_destroy(),
    icon: 'trash',
    harm: true,
    when: inTrash,
    confirm: (posts) => ({
      title: m.list_remove_title({ count: posts.length }),
      text: `${joinNames(posts, getPostName)}. ${m.form_delete_help()}`,
      label: m.list_remove_confirm({ count: posts.length }),
    }),
    run: async (posts) => ({ done: await bulk(posts, 'destroy'), failed: [] }),
    said: (count) => m.list_said_removed({ count }),
  },
]

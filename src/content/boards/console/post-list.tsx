import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { createdColumn, languagesColumn, nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import type { Records } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import type { PostLine } from '../contract.ts'
import { listPostActions } from './post-actions.tsx'
import {
  getBoardTitle,
  getCategoryTitle,
  getPostName,
  listAllCategories,
  listCategoryOptions,
  resource,
  useBoards,
} from './post-resource.tsx'
import {
  formatFullPublishPeriod,
  formatPublishPeriod,
  getEffectiveStateNow,
  listStateOptions,
  PostStateMark,
  postStateLabels,
} from './post-states.tsx'

export default function PostList() {
  const boards = useBoards()
  const me = useSession()?.userId ?? ''
  const [parameters] = useSearchParams()
  const code = parameters.get('code') ?? undefined
  const authors = useAuthors(me)
  const boardOptions = boards.map((board) => ({ value: board.code, label: getBoardTitle(boards, board.code) }))
  const categories = listCategoryOptions(boards, code)
  return (
    <ListScreen
      resource={resource}
      title={code ? getBoardTitle(boards, code) : m.boards_title()}
      countText={(count) => m.boards_counted({ count: count.toLocaleString() })}
      name={getPostName}
      to={({ _id }) => `/console/boards/${_id}`}
      picture={({ thumb }) => thumb}
      badge={({ pinned }) =>
        pinned && (
          <span title={m.boards_pinned()} role="img" aria-label={m.boards_pinned()}>
            <Icon name="pin" size={14} />
          </span>
        )
      }
      order="-updatedAt"
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 112,
          value: ({ texts }) => postStateLabels[getEffectiveStateNow(texts.ko)](),
          cell: ({ texts }) => <PostStateMark text={texts.ko} />,
        },
        { ...nameColumn(getPostName), sort: 'subject' },
        languagesColumn(({ texts }: PostLine) => ({
          ko: texts.ko.subject,
          en: texts.en?.subject,
          cn: texts.cn?.subject,
        })),
        {
          key: 'code',
          title: m.content_board(),
          width: 92,
          drop: 5,
          value: (post) => getBoardTitle(boards, post.code),
        },
        {
          key: 'category',
          title: m.boards_category(),
          width: 128,
          drop: 3,
          value: (post) => getCategoryTitle(boards, post),
          edit: {
            kind: 'choice',
            current: ({ category }) => category ?? '',
            label: (post) => m.list_edit_in_place({ title: m.boards_category(), name: getPostName(post) }),
            options: (post) => [{ value: '', label: '–' }, ...listCategoryOptions(boards, post.code)],
            change: (category) => ({ category: category || null }),
          },
        },
        { key: 'author', title: m.content_author(), width: 72, drop: 4, value: ({ author }) => author?.name ?? null },
        {
          key: 'period',
          title: m.boards_period(),
          width: 168,
          drop: 6,
          sort: 'publishFrom',
          firstDirection: 'descending',
          value: ({ texts }) => formatPublishPeriod(texts.ko),
          exportValue: ({ texts }) => formatFullPublishPeriod(texts.ko),
          hasTimes: true,
        },
        {
          key: 'views',
          title: m.boards_views(),
          width: 72,
          align: 'right',
          drop: 1,
          sort: 'views',
          value: ({ views }) => views || null,
        },
        { key: 'slug', title: m.boards_slug(), width: 160, optional: true, entry: false, value: ({ slug }) => slug },
        {
          key: 'files',
          title: m.boards_files(),
          width: 64,
          align: 'right',
          optional: true,
          entry: false,
          value: ({ files }) => files.length,
        },
        createdColumn(),
        updatedColumn(),
      ]}
      filters={[
        { name: 'code', title: m.content_board(), options: boardOptions },
        { name: 'state', title: m.list_column_state(), options: listStateOptions() },
        { name: 'category', title: m.boards_category(), options: code ? categories : listAllCategories(boards) },
        { name: 'period', title: m.boards_published_on(), options: [], isPeriod: true },
        { name: 'author', title: m.content_author(), options: authors },
        { name: 'trashed', title: m.boards_trash(), options: [{ value: 'true', label: m.boards_trash_only() }] },
      ]}
      views={[
        { key: 'scheduled', title: m.boards_state_scheduled(), filters: { state: 'scheduled' } },
        { key: 'draft', title: m.boards_state_draft(), filters: { state: 'draft' } },
        { key: 'mine', title: m.boards_mine(), filters: { author: me } },
        { key: 'trash', title: m.boards_trash(), filters: { trashed: 'true' } },
      ]}
      actions={listPostActions({ boards: boardOptions, categories })}
      search={m.boards_search()}
      create={{ label: m.boards_create(), to: code ? `/console/boards/create?code=${code}` : '/console/boards/create' }}
      empty={{ title: m.boards_empty_title(), text: m.boards_empty_text() }}
    />
  )
}

/** Returns the current account and the authors of the posts loaded so far: the API has no list of authors. */
const useAuthors = (me: string) => {
  const pages = useQueryClient().getQueriesData<Records<PostLine>>({ queryKey: [resource.path, 'list'] })
  const names = new Map<string, string>()
  for (const [, page] of pages)
    for (const { author } of page?.records ?? []) if (author) names.set(author._id, author.name)
  const list = [...names].map(([value, label]) => ({
    value,
    label: value === me ? m.boards_author_me({ name: label }) : label,
  }))
  return list.sort((a, b) => Number(b.value === me) - Number(a.value === me))
}

import { forEachRecord, type ListAction } from '#console/kit/list/actions/list-actions.ts'
import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { getBoardTitle, useBoards } from '#content/boards/console/post-resource.tsx'
import { m } from '#messages/messages.js'
import type { Comment } from '../contract.ts'
import { CommentBoardSwitches } from './comment-board-switches.tsx'
import {
  commentMarks,
  commentResource,
  commentStateLabels,
  getCommentAuthor,
  getCommentText,
  listHidingReasons,
  moveComment,
  restoreComment,
} from './comment-resource.tsx'

const states = ['visible', 'hidden', 'removed'] as const

/** Changes the state of each selected comment that allows it; undo restores all of them. */
const createMoveAction =
  (to: Comment['state'], from: readonly Comment['state'][]) => async (records: Comment[], reason: string) => {
    const fit = records.filter(({ state, removedBy }) => from.includes(state) && removedBy !== 'author')
    const { done, failed } = await forEachRecord(fit, (comment) => moveComment(comment, to, reason))
    return { done: done.length, failed, undo: async () => void (await forEachRecord(done, restoreComment)) }
  }

/** Lists all comments on all posts, newest first. */
export default function CommentList() {
  const boards = useBoards()
  // Keep the creation time in the narrow layout as well.
  const { entry: _entry, ...createdColumnOptions } = createdColumn<Comment>()
  const acts: ListAction<Comment>[] = [
    {
      key: 'hide',
      label: m.comments_act_hide(),
      icon: 'eyeOff',
      appliesTo: ({ state }) => state === undefined || state === 'visible',
      choices: listHidingReasons().map((reason) => ({ value: reason, label: reason })),
      run: createMoveAction('hidden', ['visible']),
      doneText: (count) => m.comments_said_hidden({ count }),
    },
    {
      key: 'show',
      label: m.comments_act_show(),
      icon: 'eye',
      appliesTo: ({ state }) => state !== 'visible',
      run: createMoveAction('visible', ['hidden', 'removed']),
      doneText: (count) => m.comments_said_shown({ count }),
    },
    {
      key: 'remove',
      label: m.comments_act_remove(),
      icon: 'trash',
      isHarmful: true,
      appliesTo: ({ state }) => state !== 'removed',
      run: createMoveAction('removed', ['visible', 'hidden']),
      doneText: (count) => m.comments_said_deleted({ count }),
    },
  ]
  return (
    <ListScreen
      resource={commentResource}
      title={m.comments_console_title()}
      countText={(count) => m.comments_counted({ count: count.toLocaleString() })}
      name={getCommentText}
      to={({ _id, post }) => `/console/boards/${post._id}/comments#comment-${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 76,
          value: ({ state }) => commentStateLabels[state](),
          cell: ({ state }) => <StateMark mark={commentMarks[state]}>{commentStateLabels[state]()}</StateMark>,
        },
        nameColumn(getCommentText, m.comments_column_body()),
        { key: 'author', title: m.content_author(), width: 96, value: getCommentAuthor },
        { key: 'post', title: m.comments_column_post(), width: 220, drop: 3, value: ({ post }) => post.subject },
        {
          key: 'board',
          title: m.content_board(),
          width: 92,
          drop: 1,
          entry: false,
          value: ({ post }) => getBoardTitle(boards, post.code),
        },
        { key: 'reason', title: m.comments_reason_label(), width: 132, drop: 2, value: ({ reason }) => reason },
        { ...createdColumnOptions, optional: false },
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: states.map((value) => ({ value, label: commentStateLabels[value](), mark: commentMarks[value] })),
        },
        {
          name: 'code',
          title: m.content_board(),
          options: boards.map(({ code }) => ({ value: code, label: getBoardTitle(boards, code) })),
        },
      ]}
      views={states.map((state) => ({ key: state, title: commentStateLabels[state](), filters: { state } }))}
      actions={acts}
      search={m.comments_search()}
      empty={{ title: m.comments_empty_title(), text: m.comments_empty_text() }}
      head={<CommentBoardSwitches boards={boards} />}
    />
  )
}

import { useEffect, useMemo, useState } from 'react'
import type { Answer } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { comments as contract, type PublicComment } from '../contract.ts'
import { mergeChanges } from '../rules.ts'
import { type CommentSectionProps, getLoginUrl } from './comment-section.tsx'
import { toRefusalMessage } from './refusal-message.tsx'
import { listDraftNames } from './use-comment-draft.tsx'

const client = clientOf(contract)

/** The form that is open, and its comment. */
interface OpenForm {
  kind: 'reply' | 'edit' | 'remove'
  id: string
}

/** Reopens a reply or edit that was started before a reload or log-in. */
const readOpenForm = (member: string, post: string): OpenForm | null => {
  for (const name of listDraftNames(member, post)) {
    const [, kind, id] = /^(reply|edit)-(.+)$/.exec(name) ?? []
    if (id && (kind === 'reply' || kind === 'edit')) return { kind, id }
  }
  return null
}

const getPlace = (id: string) => `comment-${id}`

/** Loads the member's name and own comments. Reading and writing work before they arrive. */
const useOwnComments = (post: string): Answer<typeof contract.ownComments> => {
  const [ownAnswer, setOwnAnswer] = useState<Answer<typeof contract.ownComments>>({ name: '', comments: [] })
  useEffect(() => {
    const controller = new AbortController()
    client.ownComments({ params: { id: post } }, { signal: controller.signal }).then(setOwnAnswer, () => undefined)
    return () => controller.abort()
  }, [post])
  return ownAnswer
}

/** State and actions of the comments for a logged-in member; `said` announces the result of each action. */
export const useMemberDiscussion = ({ post, found, address, member }: CommentSectionProps & { member: string }) => {
  const { name, comments: ownComments } = useOwnComments(post)
  const [changes, setChanges] = useState<readonly PublicComment[]>([])
  const [writtenIds, setWrittenIds] = useState<readonly string[]>([])
  /** Versions of comments that another window has changed. */
  const [stamps, setStamps] = useState<Record<string, string>>({})
  const [open, setOpen] = useState<OpenForm | null>(() => readOpenForm(member, post))
  const [announcement, setAnnouncement] = useState('')
  const [focus, setFocus] = useState<{ place: string }>()
  const { threads, spoken } = useMemo(() => mergeChanges(found.comments, found.spoken, changes), [found, changes])
  const login = getLoginUrl(address)

  // After an action, focus the place where its effect shows.
  useEffect(() => {
    if (focus) document.getElementById(focus.place)?.focus()
  }, [focus])

  const storeChange = (comment: PublicComment) =>
    setChanges((current) => [...current.filter(({ _id }) => _id !== comment._id), comment])
  const closeAt = (place: string) => {
    setOpen(null)
    setFocus({ place })
  }

  const writeComment = async (body: string, key: string, parent: string | null) => {
    try {
      const { comment } = await client.comment(
        { params: { id: post }, body: { body, parent } },
        { headers: { 'idempotency-key': key } },
      )
      setWrittenIds((current) => [...current, comment._id])
      storeChange(comment)
      setAnnouncement(parent ? m.comments_said_replied() : m.comments_said_posted())
      if (parent) closeAt(getPlace(comment._id))
    } catch (error) {
      return toRefusalMessage(error, 'write', login)
    }
  }

  const editComment = async (body: string, { _id, updatedAt }: PublicComment) => {
    try {
      const answer = await client.editComment({
        params: { id: post, comment: _id },
        body: { body, updatedAt: stamps[_id] ?? updatedAt },
      })
      storeChange(answer.comment)
      setAnnouncement(m.comments_said_saved())
      closeAt(getPlace(_id))
    } catch (error) {
      return toRefusalMessage(error, 'edit', login, (newer) =>
        setStamps((current) => ({ ...current, [_id]: newer.updatedAt })),
      )
    }
  }

  const remove = async (comment: PublicComment) => {
    try {
      await client.removeComment({ params: { id: post, comment: comment._id } })
    } catch (error) {
      const refused = toRefusalMessage(error, 'remove', login)
      if (refused) return setAnnouncement(refused.message)
    }
    storeChange({ ...comment, state: 'removed', body: '', author: null })
    setAnnouncement(m.comments_said_removed())
    const isHeld = threads.some(({ _id, replies }) => _id === comment._id && replies.length > 0)
    closeAt(isHeld ? getPlace(comment._id) : comment.parent ? getPlace(comment.parent) : 'comments-title')
  }

  return {
    name,
    threads,
    spoken,
    said: announcement,
    hidden: ownComments.filter(({ state }) => state === 'hidden'),
    isOwn: ({ _id }: PublicComment) => writtenIds.includes(_id) || ownComments.some((comment) => comment._id === _id),
    isOpen: (kind: OpenForm['kind'], { _id }: PublicComment) => open?.kind === kind && open.id === _id,
    begin: (kind: OpenForm['kind'], { _id }: PublicComment) => setOpen({ kind, id: _id }),
    close: ({ _id }: PublicComment) => closeAt(getPlace(_id)),
    write: writeComment,
    edit: editComment,
    remove,
  }
}

import { useState } from 'react'
import { m } from '#messages/messages.js'
import { type Bookmark, bookmarks as contract } from '#people/bookmarks/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatLongDay } from '#ui/format/format-day.ts'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { useLoaded } from '../forms/use-loaded.ts'
import { currentLocalePath } from '../layout/account-page-frame.tsx'

const client = clientOf(contract)

interface Page {
  rows: Bookmark[]
  total: number
  page: number
  limit: number
}

const lists = {
  bookmarks: {
    title: m.bookmarks_bookmarks,
    none: m.bookmarks_none,
    read: async (page: number): Promise<Page> => {
      const { bookmarks: rows, ...paging } = await client.bookmarks({ query: { page } })
      return { rows, ...paging }
    },
    remove: client.removeBookmark,
  },
  likes: {
    title: m.bookmarks_likes,
    none: m.bookmarks_likes_none,
    read: async (page: number): Promise<Page> => {
      const { likes: rows, ...paging } = await client.likes({ query: { page } })
      return { rows, ...paging }
    },
    remove: client.removeLike,
  },
} as const
type ListName = keyof typeof lists

const firstPageLoaders = { bookmarks: () => lists.bookmarks.read(1), likes: () => lists.likes.read(1) }

/** Bookmarks and likes of the member. */
export default function BookmarksPage() {
  return (
    <>
      <h1 className={parts.title}>{m.bookmarks_title()}</h1>
      <MarkedList list="bookmarks" />
      <MarkedList list="likes" />
    </>
  )
}

function MarkedList({ list }: { list: ListName }) {
  const { title, none, read, remove } = lists[list]
  const { value, error, set, reload } = useLoaded(firstPageLoaders[list])
  const [actionError, setActionError] = useState<string>()
  const runAction = async (work: () => Promise<unknown>) => {
    setActionError(undefined)
    try {
      await work()
    } catch (refused) {
      setActionError(errorMessage(refused))
    }
  }
  const loadMore = (loaded: Page) =>
    runAction(async () => {
      const next = await read(loaded.page + 1)
      set({ ...next, rows: [...loaded.rows, ...next.rows] })
    })
  const removeBookmark = (loaded: Page, id: string) =>
    runAction(async () => {
      await remove({ params: { id } })
      set({ ...loaded, rows: loaded.rows.filter(({ _id }) => _id !== id) })
    })
  return (
    <section className={parts.part} aria-label={title()}>
      <h2 className={parts.section}>{title()}</h2>
      <div role="alert">{(actionError ?? error) && <Notice wrong>{actionError ?? error}</Notice>}</div>
      {error && (
        <Button look="outline" low onClick={reload}>
          {m.account_retry()}
        </Button>
      )}
      {!value && !error && <p role="status">{m.me_loading()}</p>}
      {value?.rows.length === 0 && <p className={parts.meta}>{none()}</p>}
      <ul className={parts.rows}>
        {value?.rows.map((row) => (
          <li key={row._id} className={parts.row}>
            <span className={parts.rowText}>
              <a
                className={parts.record}
                href={currentLocalePath(row.to)}
                lang={row.lang === 'cn' ? 'zh-Hans' : row.lang}
              >
                {row.title}
              </a>
              <br />
              <span className={parts.meta}>{formatLongDay(row.createdAt)}</span>
            </span>
            <button
              type="button"
              className={`${parts.link} ${parts.plain}`}
              aria-label={`${row.title}, ${m.bookmarks_remove()}`}
              onClick={() => void removeBookmark(value, row._id)}
            >
              {m.bookmarks_remove()}
            </button>
          </li>
        ))}
      </ul>
      {value && value.page * value.limit < value.total && (
        <div className={parts.acts}>
          <Button look="outline" low onClick={() => void loadMore(value)}>
            {m.bookmarks_more()}
          </Button>
        </div>
      )}
    </section>
  )
}

import { clsx } from 'clsx'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { questionTypeLabels } from '#people/faqs/public/type-labels.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import box from '#ui/controls/field.module.css'
import { Icon } from '#ui/controls/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { formatShortDay } from '#ui/format/format-day.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { type Inquire, type InquireLine, questions } from '../contract.ts'
import type { QuestionState } from '../rules.ts'
import { AskForm } from './ask-form.tsx'
import { QuestionThread } from './question-thread.tsx'
import styles from './questions.module.css'
import type { QuestionsProps } from './questions.tsx'
import { answerLabels, stateLabels } from './state-labels.ts'

const client = clientOf(questions)
const perPage = 10

interface QuestionFilter {
  state?: QuestionState
  q?: string
  page: number
}

interface QuestionPage {
  inquires: InquireLine[]
  total: number
}

/** The member's questions; each opens in place. */
export default function MemberQuestions({ member, faqs }: QuestionsProps & { member: string }) {
  const [query, setQuery] = useState<QuestionFilter>({ page: 1 })
  const [questionPage, setQuestionPage] = useState<QuestionPage>()
  const [counts, setCounts] = useState<Partial<Record<QuestionState | 'all', number>>>({})
  const [errorText, setErrorText] = useState<string>()
  const [open, setOpen] = useState<string | null>(() => new URLSearchParams(location.search).get('open'))
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  const loadPage = useCallback(async (query: QuestionFilter) => {
    setErrorText(undefined)
    try {
      const [list, all, unanswered, answered] = await Promise.all([
        client.mine({ query: { ...query, limit: perPage } }),
        client.mine({ query: { limit: 1 } }),
        client.mine({ query: { limit: 1, state: 'open' } }),
        client.mine({ query: { limit: 1, state: 'answered' } }),
      ])
      setQuestionPage(list)
      setCounts({ all: all.total, open: unanswered.total, answered: answered.total })
    } catch (error) {
      setErrorText(errorMessage(error))
    }
  }, [])
  useEffect(() => void loadPage(query), [loadPage, query])

  const addInquire = (inquire: Inquire) => {
    setAsking(false)
    setOpen(inquire._id)
    setQuery({ page: 1 })
    heading.current?.focus()
  }
  const reloadPage = () => void loadPage(query)

  if (isAsking) return <AskForm member={member} faqs={faqs} onArrived={addInquire} onCancel={() => setAsking(false)} />
  const states: { key: QuestionState | undefined; title: string; count: number | undefined }[] = [
    { key: undefined, title: m.questions_all(), count: counts.all },
    { key: 'open', title: stateLabels.open(), count: counts.open },
    { key: 'answered', title: stateLabels.answered(), count: counts.answered },
  ]
  const pages = Math.ceil((questionPage?.total ?? 0) / perPage)
  return (
    <section aria-labelledby="own-questions">
      <div className={styles.bar}>
        <h2 id="own-questions" ref={heading} tabIndex={-1} className={styles.title}>
          {m.questions_own()}
        </h2>
        <Button onClick={() => setAsking(true)}>{m.questions_ask()}</Button>
      </div>
      <div className={styles.narrow}>
        <ul className={styles.states}>
          {states.map(({ key, title, count }) => (
            <li key={key ?? 'all'}>
              <button
                type="button"
                className={styles.state}
                aria-pressed={query.state === key}
                onClick={() => setQuery({ ...(key && { state: key }), ...(query.q && { q: query.q }), page: 1 })}
              >
                {title} {count !== undefined && <span>{count}</span>}
              </button>
            </li>
          ))}
        </ul>
        <Find onFind={(q) => setQuery({ ...(query.state && { state: query.state }), ...(q && { q }), page: 1 })} />
      </div>
      {errorText ? (
        <Notice
          kind="error"
          title={errorText}
          act={
            <Button look="outline" low onClick={reloadPage}>
              {m.questions_again()}
            </Button>
          }
        />
      ) : (
        questionPage &&
        (questionPage.inquires.length === 0 ? (
          <Notice
            title={query.q || query.state ? m.questions_none_found() : m.questions_none()}
            text={query.q || query.state ? undefined : m.questions_none_text()}
          />
        ) : (
          <ul>
            {questionPage.inquires.map((line) => (
              <li key={line._id} className={styles.entry} data-open={open === line._id || undefined}>
                <button
                  type="button"
                  className={styles.line}
                  aria-expanded={open === line._id}
                  onClick={() => setOpen(open === line._id ? null : line._id)}
                >
                  <span className={clsx(styles.mark, line.state === 'open' && styles.waits)}>
                    {line.state === 'closed'
                      ? `${stateLabels.closed()} · ${answerLabels[line.answerStatus]()}`
                      : stateLabels[line.state]()}
                  </span>
                  <span className={styles.subject}>
                    <span className={styles.kind}>{questionTypeLabels[line.type]()}</span> {line.title}
                  </span>
                  {line.files > 0 && (
                    <span className={styles.small}>
                      <Icon name="file" small /> {line.files}
                      <VisuallyHidden>{m.questions_files()}</VisuallyHidden>
                    </span>
                  )}
                  <span className={styles.small}>
                    {line.writer} · <time dateTime={line.createdAt}>{formatShortDay(line.createdAt)}</time> ·{' '}
                    {m.questions_views_of({ count: groupDigits(line.views) })}
                  </span>
                </button>
                {open === line._id && <QuestionThread id={line._id} member={member} onChange={reloadPage} />}
              </li>
            ))}
          </ul>
        ))
      )}
      {pages > 1 && (
        <nav className={styles.pages} aria-label={m.reading_pages()}>
          {Array.from({ length: pages }, (_, at) => at + 1).map((page) => (
            <button
              key={page}
              type="button"
              className={styles.state}
              aria-current={page === query.page ? 'page' : undefined}
              onClick={() => setQuery({ ...query, page })}
            >
              {page}
            </button>
          ))}
        </nav>
      )}
      <p className={styles.note}>{m.questions_private()}</p>
    </section>
  )
}

function Find({ onFind }: { onFind: (words: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onFind(String(new FormData(event.currentTarget).get('q') ?? '').trim())
  }
  return (
    <search>
      <form className={styles.find} onSubmit={submit}>
        <label>
          <VisuallyHidden>{m.questions_find()}</VisuallyHidden>
          <input
            className={box.field}
            type="search"
            name="q"
            maxLength={100}
            autoComplete="off"
            placeholder={m.questions_find()}
          />
        </label>
      </form>
    </search>
  )
}

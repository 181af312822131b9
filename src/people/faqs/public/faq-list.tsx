import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import box from '#ui/controls/field.module.css'
import { Icon } from '#ui/controls/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { type PublicFaq, type QuestionType, questionTypes } from '../contract.ts'
import { findFaqs, splitSearchWords } from '../rules.ts'
import styles from './faq-list.module.css'
import { questionTypeLabels } from './type-labels.ts'

interface FaqListProps {
  faqs: readonly PublicFaq[]
  /** Filter by type; null shows all. */
  type: QuestionType | null
  /** Returns the list address of a type; null is all types. */
  to: (type: QuestionType | null) => string
}

/** Frequent questions by type, with a search that highlights matches. Without script every answer can be opened. */
export function FaqList({ faqs, type, to }: FaqListProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Text typed before hydration is in the field but fired no event.
  useEffect(() => setSearch(field.current?.value ?? ''), [])
  const ofType = type ? faqs.filter((faq) => faq.type === type) : faqs
  const shownFaqs = findFaqs(ofType, search)
  const words = splitSearchWords(search)
  const types: { type: QuestionType | null; title: string; count: number }[] = [
    { type: null, title: m.faqs_all(), count: faqs.length },
    ...questionTypes.map((item) => ({
      type: item,
      title: questionTypeLabels[item](),
      count: faqs.filter((faq) => faq.type === item).length,
    })),
  ]
  return (
    <div className={styles.parts}>
      <nav aria-label={m.faqs_type()}>
        <ul className={styles.types}>
          {types.map(({ type: key, title, count }) => (
            <li key={key ?? 'all'}>
              <Link
                to={to(key)}
                className={styles.type}
                aria-current={key === type ? 'page' : undefined}
                preventScrollReset
              >
                {title} <span>{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <search>
          <label htmlFor={id} className={styles.label}>
            {m.faqs_find()}
          </label>
          <span className={styles.box}>
            <Icon name="search" small />
            <input
              ref={field}
              id={id}
              type="search"
              className={box.field}
              value={search}
              maxLength={100}
              autoComplete="off"
              placeholder={m.faqs_find_hint()}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </span>
        </search>
        <p className={styles.count} role="status">
          {words.length > 0 && m.faqs_found({ count: shownFaqs.length })}
        </p>
        {shownFaqs.length === 0 ? (
          <Notice title={m.faqs_found_none()} text={m.faqs_found_none_text()} />
        ) : (
          <ul className={styles.list}>
            {shownFaqs.map((faq) => (
              <FaqEntry key={faq._id} faq={faq} words={words} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** A question that expands to its answer. */
export function FaqEntry({ faq, words = [] }: { faq: PublicFaq; words?: readonly string[] }) {
  return (
    <li lang={foreignLang(faq.lang)}>
      <details className={styles.entry}>
        <summary className={styles.question}>
          <span className={styles.kind}>{questionTypeLabels[faq.type]()}</span>
          <span className={styles.words}>
            <Marked text={faq.question} words={words} />
          </span>
          <Icon name="chevron-down" small />
        </summary>
        <div className={styles.answer}>
          <RichText html={faq.answer} />
        </div>
      </details>
    </li>
  )
}

/** Text with the search words highlighted. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu')
  const parts = text.split(pattern)
  return parts.map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, whose order never changes
    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
  )
}

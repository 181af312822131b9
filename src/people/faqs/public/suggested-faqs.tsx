import type { PublicFaq } from '../contract.ts'
import { suggestFaqs } from '../rules.ts'
import { FaqEntry } from './faq-list.tsx'

interface FittingFaqsProps {
  faqs: readonly PublicFaq[]
  /** Text being typed. */
  written: string
  title: string
  className?: string | undefined
}

const most = 3

/** Suggests frequent questions that match the text being typed; renders nothing without matches. */
export function SuggestedFaqs({ faqs, written, title, className }: FittingFaqsProps) {
  const fitting = suggestFaqs(faqs, written, most)
  if (fitting.length === 0) return null
  return (
    <>
      <h2 className={className}>{title}</h2>
      <ul>
        {fitting.map((faq) => (
          <FaqEntry key={faq._id} faq={faq} />
        ))}
      </ul>
    </>
  )
}

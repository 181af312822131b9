import type { PublicFaq } from '../contract.ts'
import { suggestFaqs } from '../rules.ts'
import { FaqEntry } from './faq-list.tsx'

interface FittingFaqsProps {
  faqs: readonly PublicFaq[]
  /** Text being typed. */
  message: string
  title: string
  className?: string | undefined
}

const maxSuggestions = 3

/** Suggests frequent questions that match the text being typed; renders nothing without matches. */
export function SuggestedFaqs({ faqs, message, title, className }: FittingFaqsProps) {
  const suggestions = suggestFaqs(faqs, message, maxSuggestions)
  if (suggestions.length === 0) return null
  return (
    <>
      <h2 className={className}>{title}</h2>
      <ul>
        {suggestions.map((faq) => (
          <FaqEntry key={faq._id} faq={faq} />
        ))}
      </ul>
    </>
  )
}

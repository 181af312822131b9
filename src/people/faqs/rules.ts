/** Normalizes a text for comparison: no markup, NFC, lower case, single spaces. */
export const normalizeForSearch = (text: string): string =>
  text
    .replace(/<[^>]+>/g, ' ')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the words of a search; drops one-letter words if there are longer ones. */
export const splitSearchWords = (search: string): string[] => {
  const all = normalizeForSearch(search).split(' ').filter(Boolean)
  const long = all.filter((word) => [...word].length > 1)
  return long.length > 0 ? long : all
}

interface SearchableFaq {
  question: string
  answer: string
}

/**
 * Returns the questions that contain every word, those with more matches in the question first; all of them without
 * words.
 */
export const findFaqs = <F extends SearchableFaq>(faqs: readonly F[], search: string): F[] => {
  const words = splitSearchWords(search)
  if (words.length === 0) return [...faqs]
  return faqs
    .map((faq) => {
      const question = normalizeForSearch(faq.question)
      const text = `${question} ${normalizeForSearch(faq.answer)}`
      return {
        faq,
        all: words.every((word) => text.includes(word)),
        inQuestion: words.filter((word) => question.includes(word)).length,
      }
    })
    .filter(({ all }) => all)
    .sort((a, b) => b.inQuestion - a.inQuestion)
    .map(({ faq }) => faq)
}

/** Korean endings that a question and its answer rarely share; the stem carries the topic. */
const endingPattern =
  /(?:입니다|습니다|합니다|하나요|인가요|나요|까요|어요|에서|으로|에게|은|는|이|가|을|를|에|의|도|로|와|과)$/

/** Returns up to `max` questions that share words with the text being typed, best match first. */
export const suggestFaqs = <F extends SearchableFaq>(faqs: readonly F[], message: string, max: number): F[] => {
  const stems = new Set(
    splitSearchWords(message)
      .map((word) => word.replace(/[?!.,]+$/, '').replace(endingPattern, ''))
      .filter((word) => [...word].length > 1),
  )
  if (stems.size === 0) return []
  return faqs
    .map((faq) => {
      const question = normalizeForSearch(faq.question)
      const answer = normalizeForSearch(faq.answer)
      const score = [...stems].reduce(
        (sum, stem) => sum + (question.includes(stem) ? 2 : 0) + (answer.includes(stem) ? 1 : 0),
        0,
      )
      return { faq, score }
    })
    .filter(({ score }) => score > 1)
    .sort((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ faq }) => faq)
}

import { decodeEntities } from '#kit/text/entities.ts'

/** Section of an article under an `h2`; the first may have no title. */
export interface ArticleSection {
  title: string
  html: string
}

/** Splits sanitized HTML at its `h2` elements, so that a page can show titles and content side by side. */
export const splitSections = (html: string): ArticleSection[] => {
  const [first = '', ...rest] = html.split(/<h2[^>]*>/i)
  const chapters = rest.map((part) => {
    const [title = '', matter = ''] = part.split(/<\/h2>/i)
    return { title: decodeEntities(title.replace(/<[^>]*>/g, '')).trim(), html: matter.trim() }
  })
  return first.trim() ? [{ title: '', html: first.trim() }, ...chapters] : chapters
}

import type { MetaDescriptor } from 'react-router'
import type { PublicArticle } from '#content/reading/contract.ts'
import { languageTag } from '#kit/locale.ts'

/** Returns a post as schema.org NewsArticle (story) or Article (project). */
export const toArticleSchema = (
  type: 'NewsArticle' | 'Article',
  article: Omit<PublicArticle, 'body' | 'related'>,
  origin: string,
  firm: string,
): object => {
  const { subject, summary, thumb, publishedAt, modifiedAt, lang, categoryTitle } = article
  const publisher = { '@type': 'Organization', name: firm, url: origin }
  return {
    '@type': type,
    headline: subject,
    description: summary || undefined,
    ...(thumb && { image: [`${origin}/files/${thumb._id}/${thumb.widths.at(-1)}.webp`] }),
    datePublished: publishedAt,
    dateModified: [publishedAt, modifiedAt].sort().at(-1),
    inLanguage: languageTag[lang],
    articleSection: categoryTitle ?? undefined,
    author: publisher,
    publisher,
  }
}

/** Returns the Open Graph tags of an article (ogp.me, article). */
export const listArticleMeta = ({
  publishedAt,
  categoryTitle,
}: Pick<PublicArticle, 'publishedAt' | 'categoryTitle'>): MetaDescriptor[] => [
  { property: 'article:published_time', content: publishedAt },
  ...(categoryTitle ? [{ property: 'article:section', content: categoryTitle }] : []),
]

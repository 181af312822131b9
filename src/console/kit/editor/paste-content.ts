import { convertWordLists } from './word-lists.ts'

/** Content from other programs: clipboard or drag and drop. */

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** True if the HTML has text or table cells; a picture copied from a page is only an `<img>`. */
const hasWords = (html: string): boolean => {
  const { body } = parsed(html)
  for (const silent of body.querySelectorAll('style, script, title')) silent.remove()
  return (body.textContent ?? '').trim() !== '' || body.querySelector('table') !== null
}

/**
 * Pictures the user meant to paste. Spreadsheets and word processors add a picture of the selected cells or text; those
 * are dropped in favor of the text.
 */
export const pastedPictures = (data: DataTransfer | null): File[] =>
  data && !hasWords(data.getData('text/html')) ? [...data.files].filter((file) => file.type.startsWith('image/')) : []

/** True for addresses of this site's file store, also absolute ones copied from one of its pages. */
const isOwn = (address: string): boolean => {
  try {
    const { origin, pathname } = new URL(address, location.origin)
    return origin === location.origin && pathname.startsWith('/files/')
  } catch {
    return false
  }
}

/** Returns pasted HTML with the lists of word processors as lists. */
export const keepLists = (html: string): string => {
  if (!/mso-list/i.test(html)) return html
  const document = parsed(html)
  convertWordLists(document, parsed)
  return document.body.innerHTML
}

/**
 * Removes pictures of other sites from pasted HTML and reduces own pictures to their path. The server drops foreign
 * pictures, because they would reveal readers to third parties; the editor must show what will be stored.
 */
export const removeForeignPictures = (html: string): { html: string; removedCount: number } => {
  if (!/<img/i.test(html)) return { html, removedCount: 0 }
  const document = parsed(html)
  let removedCount = 0
  for (const image of document.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? ''
    if (isOwn(address)) {
      image.setAttribute('src', new URL(address, location.origin).pathname)
      continue
    }
    removedCount += 1
    ;(image.closest('figure') ?? image).remove()
  }
  return { html: document.body.innerHTML, removedCount }
}

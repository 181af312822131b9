/** What comes from other programs: the clipboard, or what is dropped. */

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** Whether HTML says something in words or cells; a picture copied from a page is an `<img>` alone. */
const hasWords = (html: string): boolean => {
  const { body } = parsed(html)
  for (const silent of body.querySelectorAll('style, script, title')) silent.remove()
  return (body.textContent ?? '').trim() !== '' || body.querySelector('table') !== null
}

/**
 * The pictures that are meant as such. A spreadsheet or a word processor puts a picture of the chosen cells or words
 * beside them: then the cells and words are what is meant.
 */
export const picturesOf = (data: DataTransfer | null): File[] =>
  data && !hasWords(data.getData('text/html')) ? [...data.files].filter((file) => file.type.startsWith('image/')) : []

/** Addresses of this site's own store, also as a page of it has them whole. */
const isOwn = (address: string): boolean => {
  try {
    const { origin, pathname } = new URL(address, location.origin)
    return origin === location.origin && pathname.startsWith('/files/')
  } catch {
    return false
  }
}

/**
 * Pasted HTML without pictures of other sites: the server keeps none of them, since they would tell a stranger who
 * reads, and what the editor shows must be what is kept. An own picture by its path.
 */
export const withoutForeignPictures = (html: string): { kept: string; left: number } => {
  if (!/<img/i.test(html)) return { kept: html, left: 0 }
  const document = parsed(html)
  let left = 0
  for (const image of document.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? ''
    if (isOwn(address)) {
      image.setAttribute('src', new URL(address, location.origin).pathname)
      continue
    }
    left += 1
    ;(image.closest('figure') ?? image).remove()
  }
  return { kept: document.body.innerHTML, left }
}

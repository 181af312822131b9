/** Lets the browser fetch a file of the site and keep it under the name that its answer gives. */
export const download = (url: string): void => {
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}

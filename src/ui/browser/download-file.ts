/** Downloads a file of the site under the name in its response. */
export const downloadFile = (url: string): void => {
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}

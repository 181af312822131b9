/** Address of the feed of stories, without language. */
export const feedAddress = '/rss.xml'
